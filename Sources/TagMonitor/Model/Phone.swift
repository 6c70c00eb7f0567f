import TagRuntime
import TagSimulation

/// What the user does on the phone: the row that is chosen, and what was typed into fields.
struct Phone: Sendable {
  /// A field of a button: an argument that pressing it takes.
  private struct FieldKey: Sendable, Hashable {
    var screen: String
    var button: String
    var argument: String
  }

  /// Whether the pane is shown.
  var isOpen = false
  /// The chosen row, among the buttons and fields of the screen.
  var selected = 0
  /// The values that were typed; absent ones are not pushed.
  private var typed: [FieldKey: Value] = [:]

  /// What a field of a screen is pushed with; nil where somebody has to type it first.
  func value(of field: PhoneField, of button: AppButton, on screen: AppScreen?) -> Value? {
    typed[key(field, button, screen)] ?? field.fallback
  }

  /// Keeps what was typed into a field; absent is not pushed.
  mutating func keep(
    _ value: Value, in field: PhoneField, of button: AppButton, on screen: AppScreen?
  ) {
    typed[key(field, button, screen)] = value
  }

  private func key(
    _ field: PhoneField, _ button: AppButton, _ screen: AppScreen?
  ) -> FieldKey {
    FieldKey(screen: screen?.name ?? "", button: button.title, argument: field.argument)
  }
}

extension WorldView {
  /// The buttons of the screen that is seen, with their fields.
  var phoneRows: [PhoneRow] {
    guard simulation.isRunning, !simulation.isSuspended else { return [] }
    return (simulation.screen?.buttons ?? []).enumerated().flatMap { index, button in
      [PhoneRow(number: index + 1, button: button)]
        + button.fields.map { PhoneRow(number: index + 1, button: button, field: $0) }
    }
  }
}

/// A row of the phone that can be chosen: a button, or a field below it.
struct PhoneRow: Sendable, Hashable {
  /// The number of the button on its screen, from 1.
  var number: Int
  var button: AppButton
  /// The field; nil for the button itself.
  var field: PhoneField?
}

/// An argument of a button with the key that it is pushed or logged under.
struct PhoneField: Sendable, Hashable {
  /// The name of the argument.
  var argument: String
  /// Where it goes to: a key of the data layer with dots, a parameter or a user property.
  var label: String
  /// The value without anything typed; nil where one is needed.
  var fallback: Value?
}

extension AppButton {
  /// The arguments that its actions take, each once, in the order written.
  var fields: [PhoneField] {
    var fields: [PhoneField] = []
    for action in actions {
      for place in action.places where !fields.contains(where: { $0.argument == place.name }) {
        fields.append(
          PhoneField(argument: place.name, label: place.key, fallback: place.default))
      }
    }
    return fields
  }
}

extension AppAction {
  /// Its parameters, each with the key that its argument goes to.
  fileprivate var places: [(key: String, name: String, default: Value?)] {
    let values: [(key: String, value: PushValue)]
    switch self {
    case .push(let template): values = Self.values(of: template)
    case .logEvent(let name, let template):
      values = [("event", name)] + Self.values(of: template)
    case .setUserProperty(let name, let value): values = [(name, value)]
    case .goes: values = []
    }
    return values.compactMap { key, value in
      if case .parameter(let name, let fallback) = value { (key, name, fallback) } else { nil }
    }
  }

  private static func values(of template: PushTemplate) -> [(key: String, value: PushValue)] {
    template.parts.map { ($0.path.joined(separator: "."), $0.value) }
  }
}

/// Values as people type them into a field: numbers, true, false, null and JSON are what they look
/// like in the scenario language; anything else is a text, with or without quotes.
enum TypedValue {
  /// The value of what was typed; nil where it begins like JSON and is none.
  static func read(_ text: String) -> Value? {
    let trimmed = text.trimmedSpaces
    if trimmed.isEmpty || trimmed == "absent" { return .absent }
    if let value = try? JSONReader.read(trimmed, extensions: .absent) { return value }
    let openers: [Character] = ["\"", "{", "["]
    return openers.contains(trimmed.first ?? " ") ? nil : .string(text)
  }

  /// What to type for a value; nothing where it is absent.
  static func text(of value: Value) -> String {
    if value == .absent { return "" }
    if case .string(let text) = value, read(text) == value { return text }
    return JSONWriter.write(value)
  }
}
