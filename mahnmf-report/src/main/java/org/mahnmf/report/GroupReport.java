package org.mahnmf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.mahnmf.RunRecord;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.report.chart.Heatmap;
import org.mahnmf.report.chart.Raster;
import org.mahnmf.report.html.HtmlElement;
import org.mahnmf.report.html.HtmlPage;
import org.mahnmf.report.html.HtmlTable;
import org.mahnmf.report.html.Numbers;

/** A page about groups that were found: clusters of samples, or segments of an image. */
public final class GroupReport {

  private final String kind;
  private final String title;
  private final String lead;
  private final RunRecord record;
  private final Map<String, Double> scores = new LinkedHashMap<>();
  private final List<Consumer<HtmlPage>> pictures = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private String members = "Members";
  private Matrix means;
  private List<String> features = List.of();

  /** A line of the table of groups. */
  private record Group(String name, int size, int colour) {}

  /** Starts a report with the head of a page, see {@link HtmlPage}. */
  public GroupReport(String kind, String title, String lead, RunRecord record) {
    this.kind = kind;
    this.title = title;
    this.lead = lead;
    this.record = record;
  }

  /** Adds how well the groups agree with known ones; 1 is perfect. */
  public GroupReport addScore(String name, double value) {
    scores.put(name, value);
    return this;
  }

  /** Adds a picture with words above it as a section of its own. */
  public GroupReport addPicture(String heading, String words, byte[] png) {
    pictures.add(
        page ->
            page.section(heading)
                .paragraph(words)
                .child("figure")
                .child("img")
                .styled("plate")
                .attributes("src", Raster.uri("png", png), "alt", heading + ". " + words));
    return this;
  }

  /** Adds a group; its colour in the pictures is red, green and blue, or -1. */
  public GroupReport addGroup(String name, int size, int colour) {
    groups.add(new Group(name, size, colour));
    return this;
  }

  /** Says what the groups consist of, such as {@code Pixels}. */
  public GroupReport members(String name) {
    members = name;
    return this;
  }

  /** Adds the mean of each group as a map, with names of the columns, or none; <em>kept</em>. */
  public GroupReport means(Matrix rows, List<String> names) {
    means = rows;
    features = List.copyOf(names);
    return this;
  }

  public String render() {
    HtmlPage page = new HtmlPage(kind, title, lead);
    scores.forEach((name, value) -> page.card(name, Numbers.fixed(value, 3), "1 is perfect"));
    RunSection run = new RunSection(record);
    run.addNotes(page);
    pictures.forEach(picture -> picture.accept(page));
    if (means != null) {
      Heatmap.sequential(means, 900, Math.max(140, Math.min(600, means.rows())))
          .names(groups.stream().map(Group::name).toList(), features)
          .titles("group", "feature")
          .addTo(page.section("The mean of each group"), "The mean of each group");
    }
    sizes(page.section("How large the groups are"));
    run.addConvergence(page.section("How the fit went"));
    return run.finish(page);
  }

  private void sizes(HtmlElement section) {
    long total = groups.stream().mapToLong(Group::size).sum();
    HtmlTable table =
        new HtmlTable(section, "Groups by size", "slim", "Group", "#" + members, "#Share");
    for (Group group : groups) {
      HtmlElement head = HtmlElement.of("th").attributes("scope", "row");
      if (group.colour >= 0) {
        head.child("span")
            .styled("swatch")
            .attributes("aria-hidden", "true")
            .attributes("style", String.format("background:#%06x", group.colour));
        head.text(" ");
      }
      table.row(
          head.text(group.name),
          Numbers.fixed(group.size, 0),
          Numbers.percent((double) group.size / total));
    }
  }
}
