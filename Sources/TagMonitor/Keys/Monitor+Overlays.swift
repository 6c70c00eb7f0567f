import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  mutating func handleInOverlay(_ key: Key) -> [MonitorEffect] {
    if key == .escape {
      overlay = nil
      return []
    }
    switch overlay {
    case .prompt(let field): return handleInPrompt(key, field)
    case .field(let field): return handleInField(key, field)
    case .menu(let choices, let menu): return handleInMenu(key, choices, menu)
    case .help(let offset): overlay = scrolled(key, offset).map { .help($0) }
    case .explain where explainsHit && (key == .enter || key == .left): lookAtMakerOfHit()
    case .explain(let offset): overlay = scrolled(key, offset).map { .explain($0) }
    case .device(let offset): overlay = scrolled(key, offset).map { .device($0) }
    case .failures(let offset): overlay = scrolled(key, offset).map { .failures($0) }
    case nil: break
    }
    return []
  }

  private mutating func handleInPrompt(_ key: Key, _ field: TextField) -> [MonitorEffect] {
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
      field.set(verbs[0].rawValue + " ")
      message = Message(kind: .hint, text: verbs[0].help.usage)
    } else {
      let list = verbs.map(\.rawValue).joined(separator: " ")
      message = Message(kind: .hint, text: verbs.isEmpty ? "no verb begins so" : list)
    }
  }

  private mutating func completeName(_ field: inout TextField) {
    let world = run.timeline.live
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

  mutating func showFailures() {
    if failures.isEmpty {
      message = Message(kind: .hint, text: "no expectation has failed so far")
    } else {
      overlay = .failures(0)
    }
  }

  private mutating func handleInMenu(
    _ key: Key, _ choices: Choices, _ menu: Menu
  ) -> [MonitorEffect] {
    var menu = menu
    switch key {
    case .up, .character("k"): menu.move(by: -1)
    case .down, .character("j"): menu.move(by: 1)
    case .enter, .character(" "): return choose(menu.selected)
    case .character("q"): return close()
    case .character(let letter):
      if let number = letter.wholeNumberValue, menu.items.indices.contains(number - 1) {
        return choose(number - 1)
      }
      menu.select(startingWith: letter)
    default: break
    }
    overlay = .menu(choices, menu)
    return []
  }

  private mutating func close() -> [MonitorEffect] {
    overlay = nil
    return []
  }

  mutating func choose(_ index: Int) -> [MonitorEffect] {
    guard case .menu(let choices, let menu) = overlay else { return [] }
    overlay = nil
    let item = menu.items[index]
    switch choices {
    case .screens: perform(.screen(item), "screen \"\(item)\"")
    case .buttons: perform(.tap(item, arguments: [:]), "tap \"\(item)\"")
    case .network: perform(networkChoices.first { $0.title == item })
    case .previews: perform(previewChoices.first { $0.title == item })
    }
    return []
  }

  /// The first line of a text that is read in a popup; nil closes it.
  private func scrolled(_ key: Key, _ offset: Int) -> Int? {
    let limit = popupScrollLimit
    switch key {
    case .up, .character("k"): return max(0, min(offset, limit) - 1)
    case .down, .character("j"): return min(limit, offset + 1)
    case .pageUp: return max(0, min(offset, limit) - 10)
    case .pageDown, .character(" "): return min(limit, offset + 10)
    case .home, .character("g"): return 0
    case .end, .character("G"): return limit
    default: return nil
    }
  }
}
