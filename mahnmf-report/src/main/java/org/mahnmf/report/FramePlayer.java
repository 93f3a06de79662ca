package org.mahnmf.report;

import java.util.Arrays;
import java.util.List;
import org.mahnmf.matrix.DenseMatrix;

/**
 * All frames of a clip behind a slider. Each column of pictures is one sheet, of which the script
 * shows one cell; so the page works from a file, and stays below a size by leaving out frames and
 * pixels.
 */
final class FramePlayer {

  private static final int[][] WIDTHS_AND_MOST_FRAMES = {
    {200, 400}, {200, 200}, {160, 200}, {160, 120}, {128, 120}, {128, 80}, {96, 60}, {64, 40}
  };

  private FramePlayer() {}

  /**
   * Builds the player.
   *
   * @param clip what to show
   * @param channels what to show of each frame
   * @param mostBytes of the pictures, if that can be
   */
  static HtmlElement of(Clip clip, List<Channel> channels, int mostBytes) {
    int last = WIDTHS_AND_MOST_FRAMES.length - 1;
    Sheets tried = null;
    for (int k = 0; k < last; k++) {
      int width = WIDTHS_AND_MOST_FRAMES[k][0];
      int frames = WIDTHS_AND_MOST_FRAMES[k][1];
      // pictures take about as many bytes as before for each pixel: do not draw them in vain
      if (tried != null && tried.bytesFor(clip, width, frames) > 1.1 * mostBytes) {
        continue;
      }
      tried = sheets(clip, channels, width, frames);
      if (tried.size() <= mostBytes) {
        return html(clip, channels, tried);
      }
    }
    int[] least = WIDTHS_AND_MOST_FRAMES[last];
    return html(clip, channels, sheets(clip, channels, least[0], least[1]));
  }

  private static Sheets sheets(Clip clip, List<Channel> channels, int mostWidth, int mostFrames) {
    int step = (clip.count() + mostFrames - 1) / mostFrames;
    int count = (clip.count() + step - 1) / step;
    DenseMatrix sample = Picture.reduce(new DenseMatrix(clip.height(), clip.width()), mostWidth);
    int width = sample.columns();
    int height = sample.rows();
    // about square, and far below what browsers take as one picture
    int columns = Math.max(1, (int) Math.round(Math.sqrt((double) count * height / width)));
    columns = Math.min(count, columns);
    int rows = (count + columns - 1) / columns;
    String[] uris = new String[channels.size()];
    for (int c = 0; c < uris.length; c++) {
      Channel channel = channels.get(c);
      Raster sheet = new Raster(columns * width, rows * height, channel.colours());
      for (int k = 0; k < count; k++) {
        DenseMatrix cell = Picture.reduce(channel.picture(clip, k * step), mostWidth);
        sheet.draw(
            k % columns * width,
            k / columns * height,
            channel.coarse(cell),
            channel.low(),
            channel.high());
      }
      boolean photo = channel == Channel.FRAME || channel == Channel.BACKGROUND;
      uris[c] = photo ? Raster.uri("jpeg", sheet.jpeg()) : sheet.pngUri();
    }
    return new Sheets(step, count, columns, rows, width, List.of(uris));
  }

  private static HtmlElement html(Clip clip, List<Channel> channels, Sheets sheets) {
    HtmlElement player =
        HtmlElement.of("div")
            .styled("player")
            .attribute("data-player", "")
            .attribute("data-columns", sheets.columns)
            .attribute("data-rows", sheets.rows)
            .attribute("data-step", sheets.step)
            .attribute("data-total", clip.count());
    HtmlElement views = player.child("div").styled("views");
    for (int c = 0; c < channels.size(); c++) {
      String style =
          "aspect-ratio:"
              + clip.width()
              + "/"
              + clip.height()
              + ";background-size:"
              + 100 * sheets.columns
              + "% "
              + 100 * sheets.rows
              + "%;background-image:url("
              + sheets.uris.get(c)
              + ")";
      views.add(
          HtmlElement.of("figure")
              .add(
                  HtmlElement.of("div")
                      .styled("sheet")
                      .attribute("role", "img")
                      .attribute("aria-label", channels.get(c).title() + " of the chosen frame")
                      .attribute("style", style),
                  HtmlElement.of("figcaption", channels.get(c).title())));
    }
    player
        .child("div")
        .styled("controls")
        .add(
            HtmlElement.of("button", "Play").attribute("type", "button"),
            HtmlElement.of("input")
                .attribute("type", "range")
                .attribute("min", "0")
                .attribute("max", sheets.count - 1)
                .attribute("value", Integer.toString(sheets.count / 2))
                .attribute("aria-label", "Frame"),
            HtmlElement.of("output"));
    return player;
  }

  /** What can be shown of a frame. */
  enum Channel {
    /** What was seen. */
    FRAME("Frame", ColourMap.GREY, 0, 255),
    /** What the parts explain. */
    BACKGROUND("Background", ColourMap.GREY, 0, 255),
    /** What is left over. */
    RESIDUAL("Residual", ColourMap.SIGNED, -128, 128),
    /** What was found to move. */
    FOUND("Found", ColourMap.GREY, 0, 1),
    /** What moves. */
    TRUTH("Truth", ColourMap.GREY, 0, 1);

    private final String title;
    private final ColourMap colours;
    private final double low;
    private final double high;

    Channel(String title, ColourMap colours, double low, double high) {
      this.title = title;
      this.colours = colours;
      this.low = low;
      this.high = high;
    }

    String title() {
      return title;
    }

    ColourMap colours() {
      return colours;
    }

    double low() {
      return low;
    }

    double high() {
      return high;
    }

    DenseMatrix picture(Clip clip, int frame) {
      int width = clip.width();
      int height = clip.height();
      return switch (this) {
        case FRAME -> Picture.of(clip.frames(), frame, width, height);
        case BACKGROUND -> Picture.of(clip.background(), frame, width, height);
        case FOUND -> Picture.of(clip.found(), frame, width, height);
        case TRUTH -> Picture.of(clip.truth(), frame, width, height);
        case RESIDUAL -> {
          DenseMatrix seen = Picture.of(clip.frames(), frame, width, height);
          DenseMatrix still = Picture.of(clip.background(), frame, width, height);
          for (int k = 0; k < seen.array().length; k++) {
            seen.array()[k] -= still.array()[k];
          }
          yield seen;
        }
      };
    }

    /** Rounds what needs no detail: the noise of a residual would fill the file, not the eye. */
    DenseMatrix coarse(DenseMatrix cell) {
      double grain = this == RESIDUAL ? 16 : this == FOUND || this == TRUTH ? 0.25 : 0;
      if (grain == 0) {
        return cell;
      }
      DenseMatrix out = cell.copy();
      double[] array = out.array();
      Arrays.setAll(array, k -> grain * Math.rint(array[k] / grain));
      return out;
    }
  }

  private record Sheets(int step, int count, int columns, int rows, int width, List<String> uris) {

    double bytesFor(Clip clip, int mostWidth, int mostFrames) {
      double side = Math.min(1.0, (double) mostWidth / width);
      double frames = Math.min(1.0, (double) Math.min(clip.count(), mostFrames) / count);
      return size() * side * side * frames;
    }

    int size() {
      int size = 0;
      for (String uri : uris) {
        size += uri.length();
      }
      return size;
    }
  }
}
