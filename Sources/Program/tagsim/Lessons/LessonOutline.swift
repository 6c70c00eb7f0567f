import CommandKit
import ScenarioEngine
import TagMonitor
import TagRuntime
import TerminalKit
import TextKit

/// The facts about a lesson, or another scenario, in a list.
struct LessonOutline {
  /// The short name for the command line, or the path.
  let name: String
  let title: String
  let about: String
  /// The playing time at the normal pace; nil for a lesson to try by hand.
  let length: Duration?

  init(lesson name: String) throws(CommandFailure) {
    self.init(
      try ScenarioLoader.read(Lessons.path(of: name), by: ScenarioLoader(of: ShippedFiles()).parse),
      named: name)
  }

  init(_ scenario: Scenario, named name: String) {
    self.name = name
    title = scenario.header.title ?? name
    about = scenario.header.about ?? title
    let tells = scenario.variants.contains { way in
      way.statements.contains { if case .caption = $0.command { true } else { false } }
    }
    length =
      tells ? scenario.variants.reduce(.zero) { $0 + $1.playingTime(at: .normal) } : nil
  }

  /// The playing time in words: "3 min", "<1 min" or "by hand".
  var lengthText: String {
    guard let length else { return "by hand" }
    let minutes = length.wholeMilliseconds / 60_000
    return minutes < 1 ? "<1 min" : "\(minutes) min"
  }

  /// The outline for machines, with the length in seconds.
  var json: Value {
    [
      "name": .string(name), "title": .string(title), "about": .string(about),
      "seconds": length.map { .int($0.wholeMilliseconds / 1000) } ?? .null,
    ]
  }

  /// Returns a table of lessons, one line each.
  ///
  /// - Parameters:
  ///   - lessons: the lessons, in order.
  ///   - columns: the maximum width of a line; nil for no maximum.
  ///   - ellipsis: the end of a line that is cut.
  static func lines(
    of lessons: [LessonOutline], columns: Int?, ellipsis: Ellipsis
  ) -> [String] {
    let names = lessons.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    let lengths = lessons.map(\.lengthText.count).max() ?? 0
    return lessons.map { lesson in
      let name = TextWidth.filled(lesson.name, to: names)
      let length = TextWidth.filled(lesson.lengthText, to: lengths, alignment: .trailing)
      let line = "\(name)  \(length)  \(lesson.title)"
      return columns.map { TextWidth.truncate(line, to: $0, ellipsis: ellipsis) } ?? line
    }
  }
}
