import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit

/// The prompt: its keys, completion by Tab, and pasting.
extension Monitor {
  mutating func handleInPrompt(_ key: Key, _ field: TextField) -> [MonitorEffect] {
    var field = field
    switch key {
    case .enter where field.text == Self.emptyLogging:
      message = .hint("type an event name, or press Tab for names")
    case .enter where field.text == Self.emptyPush:
      message = .hint("type an event name between the quotes, or press Tab for names")
    case .enter:
      let line = field.commit()
      history = field.history
      overlay = nil
      message = nil
      if !line.isEmpty { keyboard.typed.append(line) }
      return submit(line)
    case .tab, .backTab:
      if let folder = complete(&field, forward: key == .tab) {
        overlay = .prompt(field)
        return [.list(folder: folder)]
      }
    default:
      message = nil
      _ = field.handle(key)
    }
    overlay = .prompt(field)
    return []
  }

  /// The initial line of the key for a push.
  static var emptyPush: String { "push event=\"\"" }

  /// The initial line under v5, where events are logged.
  static var emptyLogging: String { "log-event " }

  // MARK: Paste

  /// Pasted text is taken literally, never as keys; several lines of the language are done one by
  /// one.
  mutating func paste(_ text: String, _ dropped: Int) -> [MonitorEffect] {
    if case .prompt(let field)? = overlay, dropped == 0 {
      let lines = PastedLines(text, into: field).statements
      // What is no list of lines is left to be read, and does nothing by accident.
      if lines.count > 1, lines.allSatisfy(Self.isLine) { return doLines(lines) }
    }
    switch overlay {
    case .filter(var field)?:
      insert(text, into: &field)
      overlay = .filter(field)
      filterAsTyped(field)
    case .find(var field, _)?:
      insert(text, into: &field)
      findAsTyped(field)
    case .palette(var state)?:
      state.insert(text)
      overlay = .palette(state)
    case .help(var state)?:
      state.insert(text)
      overlay = .help(state)
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
    overlay = nil
    message = nil
    keyboard.pasted = PastedQueue(lines)
    return doPastedLines()
  }

  /// Does the lines that were pasted and are left; one that waits for a file waits with the rest.
  mutating func doPastedLines() -> [MonitorEffect] {
    var effects: [MonitorEffect] = []
    while let line = keyboard.pasted.takeNext() {
      keyboard.typed.append(line)
      effects += submit(line)
      if pending != nil || pendingChanges != nil { return effects }
      guard message?.kind != .failure else {
        let (place, count) = (keyboard.pasted.done, keyboard.pasted.count)
        let why = message?.said ?? ""
        message?.said = "line \(place) of \(count): \(why)"
        keyboard.pasted = PastedQueue([])
        return effects
      }
    }
    let count = keyboard.pasted.count
    if count > 1 {
      keyboard.pasted = PastedQueue([])
      message = .ok("\(count) lines done")
      let remark = actRemark(wasBack: false)
      message?.remark = remark
    }
    return effects
  }

  private mutating func insert(_ text: String, into field: inout TextField) {
    guard !field.insert(text) else { return }
    let limit = TextField.maximumScalars
    message = .failure("the line is longer than \(limit) characters and was cut")
  }
}
