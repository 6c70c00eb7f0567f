import CommandKit
import ScenarioEngine
import TagMonitor
import TagRuntime
import TerminalKit
import TextKit

/// What is told of a lesson before anybody opens it.
struct LessonOutline {
  /// The short name by which it is known.
  let name: String
  /// What it is called.
  let title: String
  /// What it teaches.
  let about: String
  /// How long it plays at the normal pace; nil for what is to be tried by hand.
  let length: Duration?

  init(lesson name: String) throws(CommandFailure) {
    let path = Lessons.path(of: name)
    let scenario = try ScenarioLoader.read(path, by: ScenarioLoader(of: ShippedFiles()).parse)
    self.name = name
    title = scenario.header.title ?? name
    about = scenario.header.about ?? title
    let tells = scenario.variants.contains { way in
      way.statements.contains { if case .caption = $0.command { true } else { false } }
    }
    length =
      tells ? scenario.variants.reduce(.zero) { $0 + $1.playingTime(at: .normal) } : nil
  }

  /// "3 min", "<1 min", "by hand".
  var lengthText: String {
    guard let length else { return "by hand" }
    let minutes = length.wholeMilliseconds / 60_000
    return minutes < 1 ? "<1 min" : "\(minutes) min"
  }

  /// The same for machines, with the length in seconds.
  var json: Value {
    [
      "name": .string(name), "title": .string(title), "about": .string(about),
      "seconds": length.map { .int($0.wholeMilliseconds / 1000) } ?? .null,
    ]
  }

  /// A table of lessons, a line for each.
  ///
  /// - Parameters:
  ///   - lessons: the lessons, in order.
  ///   - columns: how wide a line may be; nil for as wide as it is.
  ///   - ellipsis: what ends a line that is cut.
  static func lines(
    of lessons: [LessonOutline], columns: Int?, ellipsis: Ellipsis
  ) -> [String] {
    let names = lessons.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    let lengths = lessons.map(\.lengthText.count).max() ?? 0
    return lessons.map { lesson in
      let name = TextWidth.filled(lesson.name, to: names)
      let length = TextWidth.filled(lesson.lengthText, to: lengths, alignment: .trailing)
      let line = "\(name)  \(length)  \(lesson.about)"
      return columns.map { TextWidth.truncate(line, to: $0, ellipsis: ellipsis) } ?? line
    }
  }
}
