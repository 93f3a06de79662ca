package org.mahnmf.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.mahnmf.report.Markup;

class HtmlElementTest {

  @Test
  void escapesTextAndAttributes() {
    String evil = "<script>alert('1')</script> & \"x\"";
    HtmlElement element = HtmlElement.of("b", evil).attributes("data-x", evil);
    assertEquals(
        "<b data-x=\"&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;\">"
            + "&lt;script&gt;alert('1')&lt;/script&gt; &amp; \"x\"</b>",
        element.render());
    assertEquals(evil, Markup.parse(element.render()).getDocumentElement().getAttribute("data-x"));
    assertEquals(evil, Markup.parse(element.render()).getDocumentElement().getTextContent());
  }

  @Test
  void replacesWhatNoPageMayContain() {
    String text = HtmlElement.of("b", "a\u0000b\u0007c\uD800d\uFFFEe\tf🙂").render();
    assertEquals("<b>a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\tf🙂</b>", text);
    Markup.parse(text);
    assertEquals("<b x=\"1&#10;2\"></b>", HtmlElement.of("b").attributes("x", "1\n2").render());
  }

  @Test
  void closesEveryElement() {
    HtmlElement parent = HtmlElement.of("span");
    parent.child("br");
    parent.child("i");
    parent.child("circle").attributes("r", 2.5);
    assertEquals("<span><br/><i></i><circle r=\"2.5\"/></span>", parent.toString());
    HtmlElement full = HtmlElement.of("img", "text");
    assertThrows(IllegalStateException.class, full::render);
  }

  @Test
  void refusesNamesThatWouldBreakOut() {
    assertThrows(IllegalArgumentException.class, () -> HtmlElement.of("b onclick=x"));
    assertThrows(IllegalArgumentException.class, () -> HtmlElement.of(""));
    HtmlElement element = HtmlElement.of("b");
    assertThrows(IllegalArgumentException.class, () -> element.attributes("a\"", "x"));
    assertThrows(IllegalArgumentException.class, () -> element.verbatim("a < b"));
    assertThrows(IllegalArgumentException.class, () -> element.verbatim("a & b"));
    assertEquals("<b>a > b</b>", element.verbatim("a > b").render());
  }
}
