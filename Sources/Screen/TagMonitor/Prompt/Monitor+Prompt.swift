import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit

/// The prompt for a line of the scenario language.
struct Prompt: TypedOverlay {
  var field: TextField

  static let place = KeyPlace.prompt
  static let keys: [KeyBinding] =
    [
      effect([.enter], "do", "run the line") { $0.submit(in: &$1) },
      effect(
        [.tab], "complete", "complete the word, list the choices, and step through them"
      ) { $0.complete(forward: true, in: &$1) },
      effect(
        [.backTab], "complete-back", "step through them backwards", shown: "Shift-Tab"
      ) { $0.complete(forward: false, in: &$1) },
      KeyBinding.own(
        place, [.up, .control("p")], "before",
        "the previous line that starts with the typed text"),
      KeyBinding.own(place, [.down, .control("n")], "after", "the next line"),
    ] + typing() + [row([.escape], "leave", "close the prompt") { $1.close() }]

  func hints(in monitor: Monitor) -> [KeyHint]? { nil }

  private mutating func submit(in monitor: inout Monitor) -> [MonitorEffect] {
    if field.text == Monitor.emptyLogging {
      return monitor.say(.hint("type an event name, or press Tab for names"))
    }
    if field.text == Monitor.emptyPush {
      return monitor.say(
        .hint("type an event name between the quotes, or press Tab for names"))
    }
    let line = field.commit()
    monitor.display.keyboard.history = field.history
    monitor.close()
    monitor.message = nil
    if !line.isEmpty { monitor.display.keyboard.typed.append(line) }
    return monitor.submit(line)
  }

  private mutating func complete(forward: Bool, in monitor: inout Monitor) -> [MonitorEffect] {
    monitor.complete(&field, forward: forward).map { [.list(folder: $0)] } ?? []
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    monitor.message = nil
    _ = field.handle(key)
    return []
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    monitor.drawCompletion(of: field, over: layout, on: &buffer)
    return monitor.drawTyped(field, after: ":", layout, on: &buffer)
  }
}

/// Lines that are typed or pasted.
extension Monitor {
  /// Opens the prompt with the beginning of a line.
  mutating func startTyping(_ line: String = "") {
    open(Prompt(field: TextField(text: line, history: display.keyboard.history)))
  }

  /// The initial line of the key for a push.
  static var emptyPush: String { "push event=\"\"" }

  /// The initial line under v5, where events are logged.
  static var emptyLogging: String { "log-event " }

  // MARK: Paste

  /// Pasted text is taken literally, never as keys; several lines of the language are done one by
  /// one.
  mutating func paste(_ text: String, _ dropped: Int) -> [MonitorEffect] {
    if let prompt = overlay as? Prompt, dropped == 0 {
      let lines = PastedLines(text, into: prompt.field).statements
      // What is no list of lines is left to be read, and does nothing by accident.
      if lines.count > 1, lines.allSatisfy(Self.isLine) { return doLines(lines) }
    }
    if change({ $0.paste(text, in: &$1) }) != true {
      message = .hint("press : or p before you paste a line")
    }
    if dropped > 0 {
      message = .failure("the paste was too long: \(dropped) bytes dropped")
    }
    return []
  }

  /// Whether a text is a line that can be done, other than one that leaves.
  private static func isLine(_ text: String) -> Bool {
    if let word = PromptWord(line: text) { return word.action != .quit }
    return (try? StatementParser.parse(line: text)) != nil
  }

  /// Does lines one by one, up to one that cannot be done.
  private mutating func doLines(_ lines: [String]) -> [MonitorEffect] {
    close()
    message = nil
    display.keyboard.pasted = PastedQueue(lines)
    return doPastedLines()
  }

  /// Does the lines that were pasted and are left; one that waits for a file waits with the rest.
  mutating func doPastedLines() -> [MonitorEffect] {
    var effects: [MonitorEffect] = []
    while let line = display.keyboard.pasted.takeNext() {
      display.keyboard.typed.append(line)
      effects += submit(line)
      if saving.pending != nil || saving.pendingChanges != nil { return effects }
      guard message?.kind != .failure else {
        let (place, count) = (display.keyboard.pasted.done, display.keyboard.pasted.count)
        let why = message?.said ?? ""
        message?.said = "line \(place) of \(count): \(why)"
        display.keyboard.pasted = PastedQueue([])
        return effects
      }
    }
    let count = display.keyboard.pasted.count
    if count > 1 {
      display.keyboard.pasted = PastedQueue([])
      message = .ok("\(count) lines done")
      let remark = actRemark(wasBack: false)
      message?.remark = remark
    }
    return effects
  }

  mutating func insert(_ text: String, into field: inout TextField) {
    guard !field.insert(text) else { return }
    let limit = TextField.maximumScalars
    message = .failure("the line is longer than \(limit) characters and was cut")
  }
}
