package org.mahnmf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.mahnmf.report.chart.LineChart;
import org.mahnmf.report.chart.Raster;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.HtmlTable;

/** A page about a study: its charts, pictures and table, and what is needed to repeat it. */
public final class StudyReport {

  private final String name;
  private final String lead;
  private final List<String> heads;
  private final List<List<String>> rows;
  private final int words;
  private final List<String> notes;
  private final Map<String, String> record;
  private final List<HtmlElement> charts = new ArrayList<>();
  private final List<HtmlElement> pictures = new ArrayList<>();

  /**
   * Reports a study.
   *
   * @param lead the one sentence to read if no other
   * @param rows of the table, cell by cell
   * @param words how many columns, from the first, hold words and not numbers
   * @param notes what the reader should know, such as data that are missing
   * @param record what is needed to repeat it, by name
   */
  public StudyReport(
      String name,
      String lead,
      List<String> heads,
      List<List<String>> rows,
      int words,
      List<String> notes,
      Map<String, String> record) {
    this.name = name;
    this.lead = lead;
    this.heads = List.copyOf(heads);
    this.rows = List.copyOf(rows);
    this.words = words;
    this.notes = List.copyOf(notes);
    this.record = record;
  }

  /** Adds a chart, drawn at once, with a caption above it. */
  public StudyReport addChart(String caption, LineChart chart) {
    charts.add(HtmlElement.of("figure").add(HtmlElement.of("figcaption", caption), chart.toSvg()));
    return this;
  }

  /** Adds a picture with a caption below it. */
  public StudyReport addPicture(String caption, byte[] png) {
    HtmlElement figure = HtmlElement.of("figure");
    figure
        .child("img")
        .styled("plate natural")
        .attributes("alt", caption, "src", Raster.uri("png", png));
    pictures.add(figure.add(HtmlElement.of("figcaption", caption)));
    return this;
  }

  public String render() {
    HtmlPage page = new HtmlPage("Study", name, lead);
    notes.forEach(page::note);
    if (!charts.isEmpty()) {
      HtmlElement pairs = page.section("Curves").child("div").styled("pair");
      charts.forEach(pairs::add);
    }
    if (!pictures.isEmpty()) {
      HtmlElement section = page.section("Pictures");
      pictures.forEach(section::add);
    }
    String[] marked =
        IntStream.range(0, heads.size())
            .mapToObj(k -> k < words ? heads.get(k) : "#" + heads.get(k))
            .toArray(String[]::new);
    HtmlTable table =
        new HtmlTable(
            page.section("Results"),
            "Means over the trials, with what the paper prints",
            "",
            marked);
    for (List<String> row : rows) {
      table.row(
          IntStream.range(0, row.size())
              .mapToObj(k -> k < words ? HtmlElement.of("td", row.get(k)) : row.get(k))
              .toArray());
    }
    HtmlTable.record(page.section("To repeat it"), "Everything needed to repeat the study", record);
    return page.render();
  }
}
