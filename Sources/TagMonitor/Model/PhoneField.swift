import TagRuntime
import TagSimulation

/// An argument of a button with the key that it is pushed under.
struct PhoneField: Sendable, Hashable {
  /// The name of the argument.
  var argument: String
  /// The key of the data layer that it goes to, with dots.
  var label: String
  /// The value without anything typed; nil where one is needed.
  var fallback: Value?
}

extension AppButton {
  /// The arguments that its pushes take, each once, in the order written.
  var fields: [PhoneField] {
    var fields: [PhoneField] = []
    for case .push(let template) in actions {
      for part in template.parts {
        guard case .parameter(let name, let fallback) = part.value,
          !fields.contains(where: { $0.argument == name })
        else { continue }
        let label = part.path.joined(separator: ".")
        fields.append(PhoneField(argument: name, label: label, fallback: fallback))
      }
    }
    return fields
  }
}
