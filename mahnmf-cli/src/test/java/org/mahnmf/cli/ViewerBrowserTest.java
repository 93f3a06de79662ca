package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.table.ViewWork;
import org.mahnmf.report.view.Viewer;

/** The viewer as a person uses it, in a real browser. */
class ViewerBrowserTest {

  @TempDir private Path folder;

  private static String row(int run, String state) {
    return "document.querySelector('tr[data-run=\"" + run + "\"][data-state=\"" + state + "\"]')";
  }

  @Test
  void aPersonStartsWatchesStopsComparesAndDownloads() throws Exception {
    Optional<Browser> found = Browser.start(folder);
    if (found.isEmpty()) {
      System.out.println(
          "SKIPPED: no chromedriver on this machine (Debian: apt-get install chromium"
              + " chromium-driver); the viewer was not tried in a browser");
    }
    assumeTrue(found.isPresent(), "no chromedriver on this machine");
    Path inputs = Files.createDirectories(folder.resolve("inputs"));
    StringBuilder table = new StringBuilder("a,b,c,d\n");
    for (int i = 0; i < 30; i++) {
      table.append(i % 5).append(',').append(2 * (i % 5)).append(',').append(i % 3).append(",1\n");
    }
    Files.writeString(inputs.resolve("readings.csv"), table);
    Path more = Files.writeString(folder.resolve("more.csv"), table);
    try (Browser browser = found.get();
        Viewer viewer =
            new Viewer(
                new ViewWork(), List.of(inputs), folder.resolve("out"), 0, Viewer.MOST_UPLOAD)) {
      URI address = viewer.address();
      browser.open(address);
      browser.waitFor("document.getElementById('solver').options.length > 2");

      // The demo with a slow, patient solver: pictures change while it runs, and it can be stopped.
      browser.value("document.getElementById('solver').value = 'smoothing'");
      browser.click("button[type=submit]");
      browser.waitFor(row(1, "running"));
      browser.waitFor("document.querySelectorAll('canvas[data-drawn=yes]').length >= 5");
      browser.waitFor("document.querySelector('#chart polyline')");
      browser.click("#stop-1");
      browser.waitFor(row(1, "stopped"));

      // A table of one's own, then an upload.
      browser.value("document.getElementById('input').value = '0/readings.csv'");
      browser.value("document.getElementById('solver').value = 'auto'");
      browser.click("button[type=submit]");
      browser.waitFor(row(2, "done"));
      browser.choose("#file", more);
      browser.waitFor("document.getElementById('input').value == 'upload/more.csv'");
      browser.type("#rank", "3");
      browser.click("button[type=submit]");
      browser.waitFor(row(3, "done"));

      // Side by side: all three, then two of them.
      browser.waitFor("document.querySelectorAll('#pictures .run').length == 3");
      browser.click("#show-1");
      browser.waitFor("document.querySelectorAll('#pictures .run').length == 2");

      // A mistake is told in words.
      browser.type("#rank", "9");
      browser.click("button[type=submit]");
      browser.waitFor(row(4, "failed"));
      assertTrue(String.valueOf(browser.value(row(4, "failed") + ".innerText")).contains("rank"));

      // A reload forgets nothing.
      browser.open(address);
      browser.waitFor(row(4, "failed"));
      browser.waitFor(row(1, "stopped"));
      assertEquals("", browser.value("document.getElementById('error').textContent"));

      // Downloads are the files of a fit.
      String link =
          String.valueOf(browser.value(row(2, "done") + ".querySelector('a[download]').href"));
      assertTrue(link.endsWith("basis.npy"), link);
      HttpResponse<byte[]> file =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(link)).build(),
                  HttpResponse.BodyHandlers.ofByteArray());
      assertEquals((byte) 0x93, file.body()[0]);
      assertTrue(browser.screenshot().length > 10_000);

      // The report opens, in a box of its own.
      browser.open(address.resolve("api/runs/2/files/report.html"));
      browser.waitFor("document.querySelector('h1')");
      assertEquals("null", browser.value("self.origin"));
    }
  }
}
