package org.mahnmf.lab.paper;

import java.util.List;
import java.util.function.Predicate;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;

/** Some trials of a study, as the study itself would run them. */
final class PartOfStudy extends Study {

  private final Study whole;
  private final Predicate<List<String>> groups;

  PartOfStudy(Study whole, Predicate<List<String>> groups) {
    super(whole.name(), whole.description());
    this.whole = whole;
    this.groups = groups;
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = whole.plan(setting);
    List<Trial> trials =
        plan.trials().stream().filter(trial -> groups.test(trial.group())).toList();
    return new Plan(setting, plan.groups(), trials, List.of(), plan.files(), plan.skipped());
  }

  @Override
  public List<Panel> panels(StudyResult result) {
    return whole.panels(result);
  }
}
