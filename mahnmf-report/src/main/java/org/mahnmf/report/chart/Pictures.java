package org.mahnmf.report.chart;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlTable;

/** Pictures on a page: in a strip, or side by side in the lines of a table. */
public final class Pictures {

  private static final int STRIP_WIDTH = 320;
  private static final int TABLE_WIDTH = 240;

  private Pictures() {}

  /** Returns the name of a file without its ending, which says nothing of the picture. */
  public static String bare(String name) {
    return name.replaceFirst("(?<=.)\\.[A-Za-z]{1,4}$", "");
  }

  /**
   * Returns the first pictures of a view with words below.
   *
   * @param captions as many as pictures are shown
   */
  public static HtmlElement strip(PictureView view, List<String> captions) {
    HtmlElement strip = HtmlElement.of("div").styled("strip");
    for (int k = 0; k < captions.size(); k++) {
      strip
          .child("figure")
          .add(
              view.image(k, STRIP_WIDTH, "Picture of " + captions.get(k)),
              HtmlElement.of("figcaption", captions.get(k)));
    }
    return strip;
  }

  /**
   * Adds a table with a line for each chosen picture and a column for each view of it.
   *
   * @param first head of the first column
   * @param chosen rows of the views
   * @param names of a row, in the first column
   */
  public static void table(
      HtmlElement section,
      String caption,
      String first,
      List<PictureView> views,
      List<Integer> chosen,
      IntFunction<String> names) {
    List<String> heads =
        Stream.concat(Stream.of(first), views.stream().map(PictureView::title)).toList();
    HtmlTable table = new HtmlTable(section, caption, "frames", heads);
    for (int row : chosen) {
      String name = names.apply(row);
      HtmlElement line = table.row(name);
      for (PictureView view : views) {
        line.child("td").add(view.image(row, TABLE_WIDTH, view.title() + " of " + name));
      }
    }
  }
}
