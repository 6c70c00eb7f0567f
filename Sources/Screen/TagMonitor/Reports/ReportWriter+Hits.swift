import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Every hit with its fields.
extension ReportWriter {
  /// The remembered hits, in the order of their creation.
  var stories: [HitStory] {
    live.world.hits(waiting: .max, ended: .max).sorted { ($0.id ?? .max) < ($1.id ?? .max) }
  }

  mutating func writeHits() {
    let stories = stories
    guard !stories.isEmpty else { return }
    head("Hits")
    monitor.look(at: nil)
    let context = monitor.context
    var table = ReportTable(
      caption: "The hits, as they are at the end",
      columns: ["hit", "event", "made", "kind", "what", "by", "what happened to it"],
      numbers: [0, 1])
    for story in stories.prefix(Self.hitLimit) {
      let page = HitFieldsPage(context, story).page(columns: Self.columns)
      let row = HitPage(context, story).maker?.number
      let mark = story.fate.kind.mark
      table.rows.append(
        ReportTable.Row(
          cells: [
            story.id.map { "\($0)" } ?? "none", row.map { "\($0)" } ?? "",
            context.view.time(of: story.hit.created), story.hit.typeName,
            cell(story.hit.title), cell(story.hit.tag ?? "the app"), "it " + story.words,
          ],
          tone: mark == .lost ? .bad : mark > .well ? .attention : .plain,
          fold: ReportTable.Fold(
            title: "Its fields",
            lines: bounded(page.lines.map(\.line)).map { ReportText($0) })))
    }
    parts.append(.table(table))
    let rest = live.world.ledger.queued - min(stories.count, Self.hitLimit)
    if rest > 0 {
      say(
        "And \(Counted.text(rest, "more hit")).", .attention)
    }
  }
}
