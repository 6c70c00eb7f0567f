import CommandKit
import ScenarioEngine
import TagMonitor
import TagRuntime

/// The scenarios that the package ships, in teaching order.
struct Lessons {
  /// The lesson that the monitor opens without a file.
  static let demo = "demo"
  /// The names of the lessons, without the file extension and without the demo.
  static let order = [
    "first-run", "why-not", "types", "offline", "background", "delivery", "midnight",
    "midnight-abroad", "stale", "open-race", "preview", "plan", "filter-and-block", "v5-batch",
    "consent", "moving", "played-song", "android",
  ]
  /// The demo and the lessons after it.
  static let all = [demo] + order
  /// The most lessons that are offered.
  private static let limit = 3

  static func path(of name: String) -> String { name + ".scenario" }

  /// Returns the name of the lesson that a word names, with or without the file extension.
  static func name(of word: String) throws(CommandFailure) -> String {
    let name = word.hasSuffix(".scenario") ? String(word.dropLast(".scenario".count)) : word
    guard !all.contains(name) else { return name }
    let hint =
      Suggestion.nearest(to: name, among: all).map { "did you mean 'tagsim demo \($0)'?" }
      ?? "there are " + all.joined(separator: ", ")
    throw CommandFailure("demo \(word): there is no such lesson: \(hint)", code: .usage)
  }

  /// Returns what to offer after a scenario: the lessons that it names, then those that follow it
  /// in order, or the first lessons after a scenario that is not a lesson.
  ///
  /// - Complexity: O(n) in the lessons, of which only those are read that are offered.
  func next(after scenario: Scenario) -> [Lesson] {
    let file = scenario.file.split(separator: "/").last.map(String.init) ?? ""
    let name = file.hasSuffix(".scenario") ? String(file.dropLast(".scenario".count)) : file
    let place = Self.order.firstIndex(of: name).map { $0 + 1 } ?? 0
    let names = scenario.header.next + Self.order[place...] + Self.order[..<place]
    var lessons: [Lesson] = []
    for other in names where other != name && !lessons.contains(where: { $0.name == other }) {
      if let title = title(of: other) { lessons.append(Lesson(title: title, name: other)) }
      if lessons.count == Self.limit { break }
    }
    return lessons
  }

  /// The title of a lesson; nil if there is no lesson with this name.
  private func title(of name: String) -> String? {
    let path = Self.path(of: name)
    guard let file = ShippedFiles.all.first(where: { $0.path == path }) else { return nil }
    let scenario = try? ScenarioParser.parse(file.text, file: path)
    return scenario.map { $0.header.title ?? name }
  }
}
