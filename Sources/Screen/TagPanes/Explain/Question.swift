import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// A question for Explain, by the names that a scenario uses.
package enum Question: Sendable, Hashable {
  case event
  /// Why a tag fired at the event or did not.
  case tag(String)
  /// The source of a value that the app reads, of a variable, or of a key of the data layer.
  case value(String)
  case hit(Int64)

  fileprivate var subject: (what: String, name: String) {
    switch self {
    case .event: ("event", "")
    case .tag(let name): ("tag", name)
    case .value(let key): ("value", key)
    case .hit(let number): ("hit", "\(number)")
    }
  }
}

/// An error: the selected moment, or the whole run, has no subject with the name.
package struct UnknownSubject: Error, Hashable {
  /// The maximum number of listed known names.
  private static let limit = 12

  /// The kind of subject, such as "tag", and its name.
  private let subject: String
  /// The place of the search, such as "at #7".
  private let place: String
  private let hint: String

  /// `last` is the number of the last event that has the subject; nil for none.
  package init(_ question: Question, _ place: String, known: [String], last: Int? = nil) {
    let (what, name) = question.subject
    (subject, self.place) = ("\(what) '\(name)'", place)
    let nearest = Suggestion.nearest(to: name, among: known).map { "did you mean '\($0)'? There" }
    let list = "\(known.count == 1 ? "is" : "are") \(known.listed(upTo: Self.limit))"
    hint =
      last.map { ": #\($0) is the last event that has it" }
      ?? (known.isEmpty ? ", nor any others" : ": \(nearest ?? "there") \(list)")
  }

  /// The error, and a suggestion.
  package var sentence: String { "there is no \(subject) \(place)\(hint)" }
}

extension ScreenContext {
  /// Returns the explanation of a question at the selected event, as lines of text; nil if the
  /// event does not have its subject.
  package func answer(to question: Question, columns: Int) -> [String]? {
    let found = subjects(of: question)
    if found.isEmpty { return nil }
    return found.enumerated().flatMap { index, subject in
      let title = subject.title(in: view)
      return (index == 0 ? [] : [""]) + (title.isEmpty ? [] : [title, ""])
        + page(of: subject, columns: columns).lines.map {
          $0.line.pieces.map(\.text).joined()
        }
    }
  }

  /// Whether the selected event has the subject of a question.
  package func has(_ question: Question) -> Bool { !subjects(of: question).isEmpty }

  /// The maximum number of rows that are searched for a value.
  private static let momentLimit = 100

  /// Returns the rows that may be the last one with the subject of a question, newest first.
  ///
  /// - Complexity: O(n) in the rows.
  package func moments(of question: Question) -> [Int] {
    let rows = 1..<timeline.rowCount + 1
    func event(_ row: Int) -> EventRow { timeline.row(at: row).event }
    switch question {
    case .event: return []
    case .tag(let name):
      if timeline.firings.total(of: name) == nil { return [] }
      return rows.filter { event($0).update?.firings.isEmpty == false }.reversed()
    case .value(let key):
      let root = String(key.prefix { $0 != "." })
      let pushed = rows.filter { event($0).update?.update[root] != nil }
      let all = (pushed + memory.record(of: timeline).bounds).sorted()
      return all.suffix(Self.momentLimit).reversed()
    case .hit(let id):
      guard let made = rows.last(where: { event($0).hits.contains(id) }) else { return [] }
      return [
        (made..<timeline.rowCount).partitioningIndex {
          timeline.look(at: timeline.row(at: $0 + 1)).simulation.world.hit(id) == nil
        }
      ]
    }
  }

  /// Returns when the tags of a question fired, and when they were last judged, which is the
  /// selected event: "fired at #8, #21; judged last at #30"; nil for another question.
  package func judged(_ question: Question) -> String? {
    guard case .tag(let name) = question, let row = view.eventRow else { return nil }
    let record = memory.record(of: timeline)
    let ids = view.tags.filter { $0.name == name }.map(\.containerID)
    let fired = ids.flatMap { record.rows(ofTag: name, in: $0) }.sorted().map { "#\($0)" }
    let often = fired.isEmpty ? "never fired" : "fired at \(fired.listed(upTo: 12))"
    return "\(often); judged last at #\(row.number)"
  }

  /// Returns the subjects of a question: several if several containers have it, and all fields of a
  /// hit after its story.
  private func subjects(of question: Question) -> [Explained] {
    switch question {
    case .event: [view.explained]
    case .tag(let name):
      view.tags.filter { $0.name == name }.map { .tag(name: name, container: $0.containerID) }
    case .value(let key): values.filter { $0.key == key }.map { explained($0.target) }
    case .hit(let number):
      view.simulation.world.hit(number).map { [.hit($0), .fields($0)] } ?? []
    }
  }

  /// Returns the names of what the selected event has of the kind of a question.
  package func names(for question: Question) -> [String] {
    switch question {
    case .event: []
    case .tag: view.tags.map(\.name)
    case .value: values.map(\.key)
    case .hit: view.hits.compactMap { $0.id.map(String.init) }
    }
  }

  /// The values and the keys of the data layer, as their panes list them.
  private var values: [(key: String, target: RowTarget)] {
    let items =
      ValuesPane(self).items(columns: Self.listColumns)
      + DataPane(self).items(columns: Self.listColumns)
    return items.compactMap(\.target).compactMap { target in
      switch target {
      case .value(_, _, let key), .key(let key): (key, target)
      case .event, .fold, .tag, .hit, .log, .brazeCall, .fact, .phone: nil
      }
    }
  }

  /// Wide enough for every column of a list.
  private static let listColumns = 80
}
