import TagRuntime
import TagSimulation

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
