import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The row of the phone that receives the keys.
  var selectedPhoneRow: PhoneRow? {
    let rows = view.phoneRows
    return rows.isEmpty ? nil : rows[min(selection.phone.selected, rows.count - 1)]
  }

  /// Moves the selection along the rows of the phone.
  mutating func movePhoneRow(by rows: Int) {
    let last = max(0, view.phoneRows.count - 1)
    selection.phone.selected = min(max(0, min(selection.phone.selected, last) + rows), last)
  }

  /// Acts on a clicked row like Enter.
  mutating func clickPhoneRow(_ index: Int) {
    let row = view.phoneRows[index]
    selection.phone.selected = index
    message = nil
    row.field == nil ? press(row.button) : edit(row)
  }

  // MARK: Keys

  /// Handles a key that has its own meaning on the phone.
  ///
  /// - Returns: whether the key has such a meaning.
  mutating func handleOnPhone(_ key: Key) -> Bool {
    guard let row = selectedPhoneRow else {
      switch key {
      case .character("7"): closePhone()
      case .escape where !isZoomed: move(to: .tags)
      default: return false
      }
      return true
    }
    switch key {
    case .enter:
      message = nil
      row.field == nil ? press(row.button) : edit(row)
    case .character("p") where !row.button.fields.isEmpty: editNearest(row)
    case .character("-"), .delete, .backspace:
      message = nil
      clear(row)
    case .character("7"): closePhone()
    case .escape where !isZoomed: move(to: .tags)
    default: return false
    }
    return true
  }

  /// Presses a button of the current screen, with the values of its fields.
  mutating func pressButton(_ button: AppButton) {
    guard let place = actedWorld.screen?.buttons.firstIndex(of: button) else {
      return say(.failure("\(button.title) is no longer on screen: x lists the buttons"))
    }
    let rows = view.phoneRows
    if let index = rows.firstIndex(where: { $0.number == place + 1 && $0.field == nil }) {
      selection.phone.selected = index
    }
    message = nil
    press(button)
  }

  /// Edits the selected field, or the first field of the selected button.
  private mutating func editNearest(_ row: PhoneRow) {
    let rows = view.phoneRows
    guard let index = rows.firstIndex(where: { $0.number == row.number && $0.field != nil }) else {
      return
    }
    if row.field == nil { selection.phone.selected = index }
    selectedPhoneRow.map { edit($0) }
  }

  private func value(of field: PhoneField, of button: AppButton) -> Value? {
    selection.phone.value(of: field, of: button, on: view.simulation.screen)
  }

  private mutating func edit(_ row: PhoneRow) {
    guard let field = row.field else { return }
    let value = value(of: field, of: row.button) ?? .absent
    overlay = .field(TextField(text: TypedValue.text(of: value)))
    message = .hint("42 integer, 42.0 double, true boolean, else text; Enter keeps, Esc cancels")
  }

  private mutating func clear(_ row: PhoneRow) {
    guard let field = row.field else {
      return say(.hint("a button has nothing to clear: choose a field"))
    }
    selection.phone.keep(.absent, in: field, of: row.button, on: view.simulation.screen)
    message = .ok("\(field.label) is not pushed")
  }

  /// Handles a key while a field is edited.
  mutating func handleInField(_ key: Key, _ field: TextField) -> [MonitorEffect] {
    var field = field
    if key == .enter {
      keep(field)
      return []
    }
    // Values have no history.
    if key != .up, key != .down { _ = field.handle(key) }
    overlay = .field(field)
    return []
  }

  private mutating func keep(_ text: TextField) {
    guard let row = selectedPhoneRow, let field = row.field else {
      overlay = nil
      return
    }
    guard let value = TypedValue.read(text.text) else {
      return say(.failure("this starts like quoted text or JSON but does not end like it"))
    }
    selection.phone.keep(value, in: field, of: row.button, on: view.simulation.screen)
    overlay = nil
    message = nil
  }

  // MARK: Pressing

  /// Presses a button with the values of its fields, as the equivalent line of the language.
  private mutating func press(_ button: AppButton) {
    var arguments: OrderedDictionary<String, Value> = [:]
    for field in button.fields {
      let value = value(of: field, of: button)
      guard let value else {
        let index = view.phoneRows.firstIndex { $0.button == button && $0.field == field }
        selection.phone.selected = index ?? selection.phone.selected
        return say(.failure("\(field.label) needs a value: p types one"))
      }
      guard value != field.fallback else { continue }
      arguments[field.argument] = value
    }
    perform(.tap(button.title, arguments, at: .keys))
    guard message?.kind == .ok, let said = pushedText else { return }
    message?.said = said
  }

  /// The event pushed by the last act and the number of tags that fired; nil without an event.
  var pushedText: String? {
    let made = run.rowsOfLastAct
    // The app's own event comes before the automatic ones of Firebase.
    guard
      let row = made.first(where: { $0.event.update?.firebase?.source == .app })
        ?? made.first(where: { $0.event.update?.event != nil }),
      let update = row.event.update, update.rejection == nil
    else { return nil }
    let pushed = DataLayer.leaves(of: update.update).filter { $0.path != "event" }
      .map { "\($0.path)=\(JSONWriter.write($0.value))" }
    if let outcome = update.firebase, outcome.isDropped { return droppedText(outcome) }
    guard let fired = row.event.firedCount else { return nil }
    let all =
      view.eventRow?.number == row.number
      ? "\(fired) of \(Counted.text(view.tags.count, "tag"))" : Counted.text(fired, "tag")
    let event = update.event.flatMap { $0.isEmpty ? nil : $0 } ?? "\"\""
    return (update.firebase == nil ? "pushed" : "logged") + " \(event): "
      + (pushed.isEmpty ? "" : pushed.joined(separator: " ") + ": ") + "\(all) fired"
  }

  /// Returns text such as "logged played song: DROPPED, firebase_error 2: name it played_song".
  private func droppedText(_ outcome: FirebaseOutcome) -> String {
    let fault = outcome.faults.last
    let code = fault.flatMap { $0.code > 0 ? ", firebase_error \($0.code)" : nil } ?? ""
    return "logged \(outcome.logged.longName): DROPPED" + code
      + (fault.map { ": " + $0.remedy } ?? "")
  }
}
