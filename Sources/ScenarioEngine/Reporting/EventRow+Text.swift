import OrderedCollections
import TagRuntime
public import TagSimulation

extension EventRow {
  /// The name in the event list: the event, or what happened in angle brackets.
  public var name: String {
    switch kind {
    case .launched(let isCold): isCold ? "<launch cold>" : "<launch>"
    case .backgrounded: "<background>"
    case .foregrounded: "<foreground>"
    case .killed: "<kill>"
    case .network(let isOnline): isOnline ? "<network online>" : "<network offline>"
    case .containerAvailable(let source, let version, _):
      version.isEmpty
        ? "<container \(source.rawValue)>" : "<container v\(version) \(source.rawValue)>"
    case .refreshed(.success(let version)): "<refresh ok v\(version)>"
    case .refreshed(.failure): "<refresh failed>"
    case .refreshRefused: "<refresh refused>"
    case .update(let update, _): update.event ?? "(data only)"
    case .screenSeen(let name): "<screen \(name)>"
    case .tapped(let title): "<tap \(title)>"
    case .dispatched(let result, _, _): "<dispatch \(result.rawValue)>"
    case .published(let version): "<publish v\(version)>"
    case .deviceChanged: "<device>"
    case .read(let reading): "<read \(reading.key)>"
    case .jumped(let duration): "<jump \(duration.shortText)>"
    }
  }

  /// What more there is to say, in a few words; nil where there is nothing.
  public var detail: String? {
    switch kind {
    case .containerAvailable(_, _, let timedOut): timedOut ? "the opener timed out" : nil
    case .refreshed(.failure(let failure)): failure.rawValue
    case .refreshRefused(let tokens): "too often; \(Counted.text(tokens, "token")) left"
    case .update(let update, let cause): Self.detail(of: update, cause)
    case .dispatched(.noData, 0, 0): "nothing waits, or there is no network"
    case .dispatched(_, let sent, let lost): "\(sent) sent" + (lost > 0 ? ", \(lost) lost" : "")
    case .deviceChanged(let device): "language=\(device.language) country=\(device.country)"
    case .read(let reading): "\(JSONWriter.write(reading.value)) as \(reading.kind.rawValue)"
    default: nil
    }
  }

  private static func detail(of update: UpdateRecord, _ cause: Cause) -> String? {
    if let rejection = update.rejection { return "refused: " + rejection.sentence }
    switch cause {
    case .screen(let name): return name
    case .handler: return "pushed by a handler"
    case .launch, .container, .tap, .push:
      let others = DataLayer.leaves(of: update.update).filter { $0.path != "event" }
      let shown = others.prefix(3).map { $0.path + "=" + text($0.value) }
      return shown.isEmpty ? nil : shown.joined(separator: " ")
    }
  }

  /// A value as it reads; nothing at all would look like a missing value.
  private static func text(_ value: Value) -> String {
    value == .null ? "null" : ValueConversion.text(value)
  }

  /// The letter on the time strip.
  public var letter: Character {
    switch kind {
    case .launched: "L"
    case .backgrounded: "b"
    case .foregrounded: "f"
    case .killed: "k"
    case .network: "x"
    case .containerAvailable: "C"
    case .refreshed(.failure): "!"
    case .refreshed, .refreshRefused: "r"
    case .update(let update, _) where update.rejection != nil: "!"
    case .update(_, .screen): "s"
    case .update(_, .tap): "t"
    case .update: "p"
    case .screenSeen: "s"
    case .tapped: "t"
    case .dispatched(let result, _, _): result == .error ? "!" : "d"
    case .published: "P"
    case .deviceChanged: "v"
    case .read: "g"
    case .jumped: "j"
    }
  }

  /// How many tags fired; nil where no event was evaluated.
  public var firedCount: Int? {
    guard let update, update.event != nil, !update.firings.isEmpty else { return nil }
    return update.firings.reduce(0) { $0 + $1.firedCount }
  }

  /// One line: name, detail and tags.
  public var summary: String {
    var text = name
    if let detail { text += " " + detail }
    if let firedCount { text += ", \(Counted.text(firedCount, "tag")) fired" }
    if let update, update.event != nil, update.firings.isEmpty {
      text += ", before any container was open: nothing can fire"
    }
    return text
  }
}
