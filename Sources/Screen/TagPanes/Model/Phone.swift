package import TagRuntime
package import TagSimulation
import TagWords

/// The user's state on the phone: the selected row, and the values typed into fields.
package struct Phone: Sendable {
  /// The key of a field: a button's argument.
  private struct FieldKey: Sendable, Hashable {
    var screen: String
    var button: String
    var argument: String
  }

  /// Whether the pane is shown.
  package var isOpen = false
  /// The selected row, among the buttons and fields of the screen.
  package var selected = 0
  /// The typed values; an absent one is not pushed.
  private var typed: [FieldKey: Value] = [:]

  /// Returns the value that a field is pushed with; nil if it must be typed first.
  package func value(of field: PhoneField, of button: AppButton, on screen: AppScreen?) -> Value? {
    typed[key(field, button, screen)] ?? field.fallback
  }

  /// Stores the value typed into a field; an absent one is not pushed.
  package mutating func keep(
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
  /// The buttons of the current screen, with their fields.
  package var phoneRows: [PhoneRow] {
    guard simulation.isRunning, !simulation.isInBackground else { return [] }
    return (simulation.screen?.buttons ?? []).enumerated().flatMap { index, button in
      [PhoneRow(number: index + 1, button: button)]
        + button.fields.map { PhoneRow(number: index + 1, button: button, field: $0) }
    }
  }
}

/// A row of the phone that can be selected: a button, or a field below it.
package struct PhoneRow: Sendable, Hashable {
  /// The number of the button on its screen, from 1.
  package var number: Int
  package var button: AppButton
  /// The field; nil for the button itself.
  package var field: PhoneField?
}

/// An argument of a button with the key under which it is pushed or logged.
package struct PhoneField: Sendable, Hashable {
  package var argument: String
  /// The destination: a dotted key of the data layer, a parameter or a user property.
  package var label: String
  /// The default value; nil if one must be typed.
  package var fallback: Value?
}

extension AppButton {
  /// The arguments of the button's actions, each once, in the order written.
  package var fields: [PhoneField] {
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
  /// The parameters of the action, each with the key that receives its argument.
  fileprivate var places: [(key: String, name: String, default: Value?)] {
    let values: [(key: String, value: PushValue)]
    switch self {
    case .push(let template): values = Self.values(of: template)
    case .logEvent(let name, let template):
      values = [("event", name)] + Self.values(of: template)
    case .setUserProperty(let name, let value): values = [(name, value)]
    case .goes, .call: values = []
    }
    return values.compactMap { key, value in
      if case .parameter(let name, let fallback) = value { (key, name, fallback) } else { nil }
    }
  }

  private static func values(of template: PushTemplate) -> [(key: String, value: PushValue)] {
    template.parts.map { ($0.path.joined(separator: "."), $0.value) }
  }
}

/// Values as people type them into a field: numbers, true, false, null and JSON mean the same as in
/// the scenario language; anything else is a text, with or without quotes.
package enum TypedValue {
  /// Returns the value of typed text; nil for text that begins like JSON but is invalid.
  package static func read(_ text: String) -> Value? {
    let trimmed = text.trimmedSpaces
    if trimmed.isEmpty || trimmed == "absent" { return .absent }
    if let value = try? JSONReader.read(trimmed, extensions: .absent) { return value }
    let openers: [Character] = ["\"", "{", "["]
    return openers.contains(trimmed.first ?? " ") ? nil : .string(text)
  }

  /// Returns the text to type for a value; empty if it is absent.
  package static func text(of value: Value) -> String {
    if value == .absent { return "" }
    if case .string(let text) = value, read(text) == value { return text }
    return JSONWriter.write(value)
  }
}
