import TagRuntime
package import TagSimulation
import TagWords

/// The subject of an explanation: a row of a pane, or a line of another explanation.
package enum Explained: Sendable, Hashable {
  /// A row of the event list, by its number.
  case row(Int)
  case tag(name: String, container: String)
  /// A rule at the event, by its position.
  case rule(Int, container: String)
  /// A value that the app reads, or that a macro gives.
  case value(TypedRead, container: String)
  /// A path of the data layer; under v5, a parameter of the event or a user property.
  case dataKey(String)
  case hit(HitStory)
  /// All fields of a hit, and its payload as sent.
  case fields(HitStory)
  case log(Timeline.Line)
  /// The event of Firebase and its outcome.
  case event
  /// A container and the reason why it is in use.
  case container(String)
  case brazeCall(Int)
  /// A row of the device: its name and its text.
  case device(name: String, text: String)
  /// Nothing to explain; the reason, in words.
  case nothing(String)

  /// The title above its page, beside the panes that show the event.
  package func heading(in view: WorldView) -> String {
    if case .tag(let name, _) = self { return name }
    if case .value(let read, _) = self { return read.key }
    if case .dataKey(let path) = self { return path }
    if case .hit(let story) = self { return story.shortTitle }
    return title(in: view)
  }

  package func title(in view: WorldView) -> String {
    let place = view.eventRow.map { " at #\($0.number)" } ?? ""
    switch self {
    case .row(let number): return "#\(number)"
    case .tag(let name, _): return "tag \(name)" + place
    case .rule(let position, let id):
      let container = view.update?.explanations.first { $0.containerID == id }?.compiled
      return (container?.title(ofRule: position) ?? "rule \(position + 1)") + place
    case .value(let read, _):
      return "\(read.kind == .string ? "value" : read.kind.rawValue) \(read.key)"
        + (view.row.map { " at #\($0.number)" } ?? "")
    case .dataKey(let path): return "key \(path)" + (view.row.map { " at #\($0.number)" } ?? "")
    case .hit(let story), .fields(let story):
      return story.shortTitle + (view.row.map { ", at #\($0.number)" } ?? "")
    case .log: return "log line"
    case .event: return "event" + place
    case .container(let id): return "container \(id)"
    case .brazeCall(let number): return "Braze call \(number)"
    case .device(let name, _): return name
    case .nothing: return ""
    }
  }
}

extension HitStory {
  /// "hit 4, screen Confirmation"
  fileprivate var shortTitle: String {
    (id.map { "hit \($0), " } ?? "a hit, ") + hit.typeName + (hit.title.isEmpty ? "" : " ")
      + hit.title
  }
}

extension WorldView {
  /// The subject of the row: the container, the event of Firebase, or the row itself.
  package var explained: Explained {
    guard let row else { return .nothing("nothing has happened yet: press s to open a screen") }
    if update?.firebase != nil, row.number == eventRow?.number { return .event }
    return .row(row.number)
  }

  /// Returns a tag of the event by its index among all of them.
  package func explained(tag index: Int) -> Explained {
    if tags.indices.contains(index) {
      return .tag(name: tags[index].name, container: tags[index].containerID)
    }
    let why = eventRow.map { "event \($0.number): no tags" } ?? "no events yet"
    return .nothing("\(why): press s to open a screen")
  }

  /// Returns a hit by its index among the displayed ones.
  package func explained(hit index: Int) -> Explained {
    hits.indices.contains(index)
      ? .hit(hits[index]) : .nothing("no hits yet: press s to open a screen")
  }
}

extension ScreenContext {
  /// Returns the subject of a row's target.
  package func explained(_ target: RowTarget) -> Explained {
    switch target {
    case .event(let number): .row(number)
    case .fold(let rows): .row(rows.upperBound)
    case .tag(let place): view.explained(tag: place)
    case .hit(let place): view.explained(hit: place)
    case .key(let path): .dataKey(path)
    case .value(let container, let kind, let key):
      .value(TypedRead(kind: kind, key: key), container: container)
    case .log(let line): .log(line)
    case .brazeCall(let number): .brazeCall(number)
    case .fact(let name, let text): .device(name: name, text: text)
    case .phone: view.explained
    }
  }
}
