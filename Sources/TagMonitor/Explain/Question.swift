import ScenarioEngine
import TagRuntime
import TagSimulation

/// What somebody wants to have explained, by the names that a scenario uses.
package enum Question: Sendable, Hashable {
  /// The event that is looked at.
  case event
  /// Why a tag fired at the event or did not.
  case tag(String)
  /// Where a value that the app reads comes from, a variable, or a key of the data layer.
  case value(String)
  /// What became of a hit.
  case hit(Int64)

  /// What it asks for, and by which name.
  fileprivate var subject: (what: String, name: String) {
    switch self {
    case .event: ("event", "")
    case .tag(let name): ("tag", name)
    case .value(let key): ("value", key)
    case .hit(let number): ("hit", "\(number)")
    }
  }
}

/// That nothing of the name is there at the moment that is looked at.
package struct UnknownSubject: Error, Hashable {
  /// How many of the known names are listed.
  private static let limit = 12

  /// Such as "tag".
  let what: String
  /// The name that is not there.
  let name: String
  /// Those that are.
  let known: [String]
  /// Where was looked, such as "at #7".
  let place: String

  /// What is wrong, and what could be asked for.
  package var sentence: String {
    let start = "there is no \(what) '\(name)' \(place)"
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return "\(start): did you mean '\(nearest)'?"
    }
    if known.isEmpty { return "\(start), nor any other: look at another event" }
    let shown = known.prefix(Self.limit).joined(separator: ", ")
    return "\(start): there \(known.count == 1 ? "is" : "are") \(shown)"
      + (known.count > Self.limit ? " and \(known.count - Self.limit) more" : "")
  }
}

extension Monitor {
  /// What Explain says, as lines of text, of what is asked at the place that is looked at.
  package func answer(to question: Question, columns: Int) throws(UnknownSubject) -> [String] {
    let context = context
    let found = context.subjects(of: question)
    guard !found.isEmpty else {
      let (what, name) = question.subject
      throw UnknownSubject(
        what: what, name: name, known: context.names(for: question),
        place: view.row.map { "at #\($0.number)" } ?? "before the first event")
    }
    return found.enumerated().flatMap { index, subject in
      let title = subject.title(in: view)
      return (index == 0 ? [] : [""]) + (title.isEmpty ? [] : [title, ""])
        + context.page(of: subject, columns: columns).lines.map {
          $0.line.pieces.map(\.text).joined()
        }
    }
  }
}

extension ScreenContext {
  /// What is meant: several where several containers have it, and all fields of a hit after its
  /// story.
  fileprivate func subjects(of question: Question) -> [Explained] {
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

  fileprivate func names(for question: Question) -> [String] {
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

  /// What the values and the data layer consist of, as their panes list it.
  private var targets: [RowTarget] {
    (ValuesPane(self).items(columns: Self.listColumns)
      + DataPane(self).items(
        columns: Self.listColumns)).compactMap(\.target)
  }

  /// Wide enough for every column of a list.
  private static let listColumns = 80
}
