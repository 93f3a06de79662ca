package org.mahnmf.report.html;

/**
 * The colours of a drawing: names of the page's style sheet, which follow light and dark mode, or
 * fixed ones for a file of its own.
 */
public enum Ink {
  /** Variables of page.css. */
  PAGE("var(--text)", "var(--muted)", "var(--line)", "var(--surface)") {
    @Override
    public String series(int index) {
      return "var(--series-" + (index % SERIES.length + 1) + ")";
    }
  },
  /** Dark on white. */
  PAPER("#1c2128", "#59636e", "#e2e5e9", "#ffffff") {
    @Override
    public String series(int index) {
      return SERIES[index % SERIES.length];
    }
  };

  /** The fonts of page.css. */
  public static final String FONTS =
      "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial,"
          + " sans-serif";

  // the same as in page.css, light
  private static final String[] SERIES = {
    "#1d5fbf", "#c8500a", "#0a7d6c", "#8a3ffc", "#a56100", "#b8206c"
  };

  private final String text;
  private final String muted;
  private final String line;
  private final String surface;

  Ink(String text, String muted, String line, String surface) {
    this.text = text;
    this.muted = muted;
    this.line = line;
    this.surface = surface;
  }

  /** Returns the colour of the given series; there are six, then they repeat. */
  public abstract String series(int index);

  public String text() {
    return text;
  }

  public String muted() {
    return muted;
  }

  public String line() {
    return line;
  }

  public String surface() {
    return surface;
  }
}
