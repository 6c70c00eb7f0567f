import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit

/// The line that is typed: its keys, what Tab makes of it, and what is pasted into it.
extension Monitor {
  mutating func handleInPrompt(_ key: Key, _ field: TextField) -> [MonitorEffect] {
    var field = field
    switch key {
    case .enter where field.text == Self.emptyLogging:
      message = Message(kind: .hint, text: "type the name of an event, or press Tab for names")
    case .enter where field.text == Self.emptyPush:
      message = Message(
        kind: .hint, text: "type the name of an event between the quotes, or press Tab for names")
    case .enter:
      let line = field.commit()
      history = field.history
      overlay = nil
      message = nil
      return submit(line)
    case .tab: complete(&field)
    default:
      message = nil
      _ = field.handle(key)
    }
    overlay = .prompt(field)
    return []
  }

  /// The line with which the key for a push begins.
  static var emptyPush: String { "push event=\"\"" }

  /// The line with which it begins under v5, where events are logged.
  static var emptyLogging: String { "log-event " }

  /// Completes the verb, or lists the verbs that it may become; after `screen` and `tap` the names
  /// of the app, after `push` and `log-event` the events that its container listens for.
  private mutating func complete(_ field: inout TextField) {
    let typed = field.text
    guard !typed.contains(" ") else {
      completeName(&field)
      return
    }
    let verbs = Verb.completions(of: typed)
    if verbs.count == 1 {
      field.set(verbs[0].word + " ")
      message = Message(kind: .hint, text: verbs[0].help.usage)
    } else {
      let list = verbs.map(\.word).joined(separator: " ")
      message = Message(kind: .hint, text: verbs.isEmpty ? "no verb begins so" : list)
    }
  }

  private mutating func completeName(_ field: inout TextField) {
    let world = actedWorld
    let parts = field.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let names: [String]
    switch parts[0] {
    case "screen": names = world.world.app.screens.map(\.name)
    case "tap": names = world.screen?.buttons.map(\.title) ?? []
    case "push" where parts[1].hasPrefix("event="): names = heardEvents
    case "log-event": names = heardEvents
    default: return
    }
    let key = parts[0] == "push" ? "event=" : ""
    let start = parts[1].dropFirst(key.count).drop { $0 == "\"" }.prefix { $0 != "\"" }
    let matching = names.filter { $0.lowercased().hasPrefix(start.lowercased()) }
    if matching.count == 1 {
      field.set("\(parts[0]) \(key)" + JSONWriter.write(.string(matching[0])))
    } else {
      let list = matching.map { "\"\($0)\"" }.joined(separator: " ")
      message = Message(kind: .hint, text: matching.isEmpty ? "no name begins so" : list)
    }
  }

  /// Events that the rules of the app's first container listen for, as the server has it or else
  /// the app.
  private var heardEvents: [String] {
    let live = run.timeline.live
    let id = live.world.app.containerID
    let container = live.world.server.published[id]?.container ?? live.bundledContainer(of: id)
    return container.map { ContainerTrial(of: $0).events.map(\.name) } ?? []
  }

  // MARK: Paste

  /// Pasted text is taken literally, never as keys.
  mutating func paste(_ text: String, _ dropped: Int) {
    switch overlay {
    case .filter(var field)?:
      insert(text, into: &field)
      overlay = .filter(field)
      filterAsTyped(field)
    case .find(var field, _)?:
      insert(text, into: &field)
      findAsTyped(field)
    case .prompt(var field)?:
      insert(text, into: &field)
      overlay = .prompt(field)
    case .alter(var form)?:
      form.row = .text
      insert(text, into: &form.field)
      form.outcome = outcome(of: form)
      overlay = .alter(form)
    case .field(var field)?:
      insert(text, into: &field)
      overlay = .field(field)
    default:
      message = Message(kind: .hint, text: "press : or p before you paste a line")
    }
    if dropped > 0 {
      message = Message(kind: .failure, text: "the paste was too long: \(dropped) bytes dropped")
    }
  }

  private mutating func insert(_ text: String, into field: inout TextField) {
    guard !field.insert(text) else { return }
    let limit = TextField.maximumScalars
    message = Message(
      kind: .failure, text: "the line is longer than \(limit) characters: not all was taken")
  }
}
