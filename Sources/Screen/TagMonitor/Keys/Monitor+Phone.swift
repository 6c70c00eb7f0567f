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
    selection.phone.selected = index
    pressOrEdit()
  }

  // MARK: Keys

  fileprivate mutating func pressOrEdit() {
    guard let row = selectedPhoneRow else { return }
    message = nil
    row.field == nil ? press(row.button) : edit(row)
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
  fileprivate mutating func editNearest(_ row: PhoneRow) {
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
    open(TypedField(field: TextField(text: TypedValue.text(of: value))))
    message = .hint("42 integer, 42.0 double, true boolean, else text; Enter keeps, Esc cancels")
  }

  fileprivate mutating func clear(_ row: PhoneRow) {
    guard let field = row.field else {
      return say(.hint("a button has nothing to clear: choose a field"))
    }
    selection.phone.keep(.absent, in: field, of: row.button, on: view.simulation.screen)
    message = .ok("\(field.label) is not pushed")
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

/// The value of the phone's selected field, typed in its place.
struct TypedField: TypedOverlay {
  var field: TextField

  static let place = KeyPlace.value
  static let keys: [KeyBinding] =
    [row([.enter], "keep", "keep the value", hint: "keep") { $1.keep($0.field) }] + typing()
    + [row([.escape], "leave", "keep the old value", hint: "leave") { $1.close() }]

  var isOfPane: Bool { true }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    // Values have no history.
    if key != .up, key != .down { _ = field.handle(key) }
    return []
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    guard let place = layout.panes.first(where: { $0.pane == .phone }),
      let rect = PhonePane(monitor.context).valueRect(in: place.inner)
    else { return nil }
    return field.draw(in: rect, on: &buffer, style: .underline)
  }
}

extension Monitor {
  fileprivate mutating func keep(_ text: TextField) {
    guard let row = selectedPhoneRow, let field = row.field else { return close() }
    guard let value = TypedValue.read(text.text) else {
      return say(.failure("this starts like quoted text or JSON but does not end like it"))
    }
    selection.phone.keep(value, in: field, of: row.button, on: view.simulation.screen)
    close()
    message = nil
  }
}

extension KeyBinding {
  /// The keys of the phone, which has rows while the app shows a screen.
  static let phone: [KeyBinding] = [
    ofPhone([.enter], "press", "press the button, or edit the value of the field") { monitor, _ in
      monitor.pressOrEdit()
      return []
    },
    ofPhone(
      [.character("p")], "edit",
      "edit the value of the field, or the button's first one: 42 is an integer, 42.0 a double, "
        + "true a boolean, \"42\" and all else a text, {…} and […] JSON; an empty one is not pushed"
    ) { monitor, row in
      if row.button.fields.isEmpty { return nil }
      monitor.editNearest(row)
      return []
    },
    ofPhone(
      [.character("-"), .delete, .backspace], "clear", "clear the value, so it is not pushed",
      shown: "-  Del"
    ) { monitor, row in
      monitor.message = nil
      monitor.clear(row)
      return []
    },
    own(.pane(.phone), [.escape], "leave", "leave the phone; 7 returns to it") { monitor in
      if monitor.display.isZoomed { return nil }
      monitor.move(to: .tags)
      return []
    },
    own(.pane(.phone), [.character("7")], "close", "close the phone") { monitor in
      monitor.closePhone()
      return []
    },
  ]

  private static func ofPhone(
    _ keys: [Key], _ name: String, _ help: String, shown: String? = nil,
    _ act: @escaping @Sendable (inout Monitor, PhoneRow) -> [MonitorEffect]?
  ) -> KeyBinding {
    own(.pane(.phone), keys, name, help, shown: shown) { monitor in
      monitor.selectedPhoneRow.flatMap { act(&monitor, $0) }
    }
  }
}
