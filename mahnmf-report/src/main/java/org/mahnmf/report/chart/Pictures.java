package org.mahnmf.report.chart;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlTable;

/** Pictures on a page: in a strip, side by side in the lines of a table, or behind a slider. */
public final class Pictures {

  private static final int STRIP_WIDTH = 320;
  private static final int TABLE_WIDTH = 240;

  private static final int[][] WIDTHS_AND_MOST_FRAMES = {
    {200, 400}, {200, 200}, {160, 200}, {160, 120}, {128, 120}, {128, 80}, {96, 60}, {64, 40}
  };

  private static final int PROBED = 10;

  private Pictures() {}

  /** Returns the name of a file without its ending, which says nothing of the picture. */
  public static String bare(String name) {
    return name.replaceFirst("(?<=.)\\.[A-Za-z]{1,4}$", "");
  }

  /** Says how many are shown, if that is not all. */
  public static String first(int shown, int all) {
    return shown < all ? " These are the first " + shown + " of " + all + "." : "";
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
    String[] heads =
        Stream.concat(Stream.of(first), views.stream().map(PictureView::title))
            .toArray(String[]::new);
    HtmlTable table = new HtmlTable(section, caption, "frames", heads);
    for (int row : chosen) {
      String name = names.apply(row);
      HtmlElement line = table.row(name);
      for (PictureView view : views) {
        line.child("td").add(view.image(row, TABLE_WIDTH, view.title() + " of " + name));
      }
    }
  }

  /**
   * Returns pictures behind a slider. Each view is one sheet, of which the script shows one cell;
   * so the page works from a file, and stays below a size by leaving out pictures and pixels.
   *
   * @param word what a picture is called, such as {@code frame}
   * @param views what to show of each, all of the same size
   * @param mostBytes of the pictures, if that can be
   */
  public static HtmlElement player(String word, List<PictureView> views, int mostBytes) {
    int last = WIDTHS_AND_MOST_FRAMES.length - 1;
    // a few pictures tell how many bytes all would take
    Sheets tried = sheets(views, WIDTHS_AND_MOST_FRAMES[0][0], PROBED);
    for (int k = 0; k < last; k++) {
      int width = WIDTHS_AND_MOST_FRAMES[k][0];
      int frames = WIDTHS_AND_MOST_FRAMES[k][1];
      // pictures take about as many bytes as before for each pixel: do not draw them in vain
      if (tried.bytesFor(views.get(0).width(), width, frames) > 1.1 * mostBytes) {
        continue;
      }
      tried = sheets(views, width, frames);
      if (tried.size() <= mostBytes) {
        return html(word, views, tried);
      }
    }
    int[] least = WIDTHS_AND_MOST_FRAMES[last];
    return html(word, views, sheets(views, least[0], least[1]));
  }

  private static Sheets sheets(List<PictureView> views, int mostWidth, int mostFrames) {
    PictureView any = views.get(0);
    int step = (any.count() + mostFrames - 1) / mostFrames;
    int count = (any.count() + step - 1) / step;
    // about square, and far below what browsers take as one picture
    double ratio = (double) any.height() / any.width();
    int columns = Math.max(1, Math.min(count, (int) Math.round(Math.sqrt(count * ratio))));
    int lines = (count + columns - 1) / columns;
    List<String> uris =
        views.stream().map(view -> view.sheet(step, columns, lines, mostWidth)).toList();
    int width = Math.min(any.width(), mostWidth);
    return new Sheets(any.count(), step, count, columns, lines, width, uris);
  }

  private static HtmlElement html(String word, List<PictureView> views, Sheets sheets) {
    HtmlElement player =
        HtmlElement.of("div")
            .styled("player")
            .attributes("data-player", word, "data-columns", sheets.columns)
            .attributes("data-rows", sheets.lines, "data-step", sheets.step)
            .attributes("data-total", sheets.total);
    HtmlElement shown = player.child("div").styled("views");
    for (int c = 0; c < views.size(); c++) {
      PictureView view = views.get(c);
      String style =
          String.format(
              "aspect-ratio:%s/%s;background-size:%s%% %s%%;background-image:url(%s)",
              view.width(),
              view.height(),
              100 * sheets.columns,
              100 * sheets.lines,
              sheets.uris.get(c));
      HtmlElement figure = shown.child("figure");
      figure
          .child("div")
          .styled(view.width() < 64 ? "sheet crisp" : "sheet")
          .attributes("role", "img", "aria-label", view.title() + " of the chosen " + word)
          .attributes("style", style);
      figure.add(HtmlElement.of("figcaption", view.title()));
    }
    HtmlElement controls = player.child("div").styled("controls");
    controls.add(HtmlElement.of("button", "Play").attributes("type", "button"));
    controls
        .child("input")
        .attributes("type", "range", "min", 0, "max", sheets.count - 1, "value", sheets.count / 2)
        .attributes("aria-label", "Chosen " + word);
    controls.add(HtmlElement.of("output"));
    return player;
  }

  /** The views as large pictures of many cells. */
  private record Sheets(
      int total, int step, int count, int columns, int lines, int width, List<String> uris) {

    double bytesFor(int pictureWidth, int mostWidth, int mostFrames) {
      double side = (double) Math.min(pictureWidth, mostWidth) / width;
      double frames = (double) Math.min(total, mostFrames) / count;
      return size() * side * side * frames;
    }

    int size() {
      return uris.stream().mapToInt(String::length).sum();
    }
  }
}
