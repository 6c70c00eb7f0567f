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

/// An error: the selected moment has no subject with the name.
package struct UnknownSubject: Error, Hashable {
  /// The maximum number of listed known names.
  private static let limit = 12

  /// The kind of subject, such as "tag".
  let what: String
  let name: String
  let known: [String]
  /// The place of the search, such as "at #7".
  let place: String

  /// The error, and a suggestion.
  package var sentence: String {
    let start = "there is no \(what) '\(name)' \(place)"
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return "\(start): did you mean '\(nearest)'?"
    }
    if known.isEmpty { return "\(start), nor any others: select another event" }
    return "\(start): there \(known.count == 1 ? "is" : "are") \(known.listed(upTo: Self.limit))"
  }
}

extension ScreenContext {
  /// Returns the explanation of a question at the selected event, as lines of text.
  package func answer(to question: Question, columns: Int) throws(UnknownSubject) -> [String] {
    let found = subjects(of: question)
    guard !found.isEmpty else {
      let (what, name) = question.subject
      throw UnknownSubject(
        what: what, name: name, known: names(for: question),
        place: view.row.map { "at #\($0.number)" } ?? "before the first event")
    }
    return found.enumerated().flatMap { index, subject in
      let title = subject.title(in: view)
      return (index == 0 ? [] : [""]) + (title.isEmpty ? [] : [title, ""])
        + page(of: subject, columns: columns).lines.map {
          $0.line.pieces.map(\.text).joined()
        }
    }
  }

  /// Returns the subjects of a question: several if several containers have it, and all fields of a
  /// hit after its story.
  private func subjects(of question: Question) -> [Explained] {
    switch question {
    case .event: [view.explained]
    case .tag(let name):
      view.tags.filter { $0.name == name }.map { .tag(name: name, container: $0.containerID) }
    case .value(let key):
      targets.compactMap { target in
        switch target {
        case .value(_, _, key), .key(key): explained(target)
        default: nil
        }
      }
    case .hit(let number):
      view.simulation.world.hit(number).map { [.hit($0), .fields($0)] } ?? []
    }
  }

  private func names(for question: Question) -> [String] {
    switch question {
    case .event: []
    case .tag: view.tags.map(\.name)
    case .value:
      targets.compactMap { target in
        switch target {
        case .value(_, _, let key), .key(let key): key
        default: nil
        }
      }
    case .hit: view.hits.compactMap { $0.id.map(String.init) }
    }
  }

  /// The targets in the values and the data layer, as their panes list them.
  private var targets: [RowTarget] {
    (ValuesPane(self).items(columns: Self.listColumns)
      + DataPane(self).items(
        columns: Self.listColumns)).compactMap(\.target)
  }

  /// Wide enough for every column of a list.
  private static let listColumns = 80
}
