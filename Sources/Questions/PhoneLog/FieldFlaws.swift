import OrderedCollections
import TagRuntime

/// The flaws in the values of an event or a hit: values that are missing, and values beyond the
/// limit, which are cut.
struct FieldFlaws {
  private(set) var found: [PhoneFlaw] = []

  /// The texts that an app logs where it has no value.
  static let empties: Set = ["<null>", "(null)", "null", "nil", "undefined", "Optional(nil)"]

  /// Returns an entry with its values cut to the limit.
  mutating func checked(_ kind: PhoneEntry.Kind) -> PhoneEntry.Kind {
    switch kind {
    case .event(var event):
      // Firebase adds others by itself, which have short names.
      let own = event.ownParameters.filter { !event.shortName(of: $0.key).hasPrefix("_") }
      if event.origin ?? "app" == "app", event.shortName == nil {
        judge(.logEvent(event.name, own))
      }
      for (key, value) in event.parameters.elements {
        let count = found.count
        event.parameters[key] = checked(value, key)
        if own[key] == nil { found.removeSubrange(count...) }
      }
      return .event(event)
    case .braze(var event):
      event.parameters = checked(event.parameters, "")
      return .braze(event)
    case .hit(var hit):
      for index in hit.fields.indices {
        let field = hit.fields[index]
        hit.fields[index].value = checked(field.value, "&" + field.name)
      }
      return .hit(hit)
    case .property(let name, let value?):
      judge(.setUserProperty(name, value))
      return .property(name, checked(value, name))
    default: return kind
    }
  }

  /// Judges what an app logs or sets; names with a reserved prefix that are logged are Firebase's.
  private mutating func judge(_ call: FirebaseCall) {
    for fault in call.faults where 1..<14 ~= fault.code && !fault.subject.hasPrefix("_") {
      found.append(PhoneFlaw(.droppedName, "Firebase drops what the app logs: " + fault.sentence))
    }
  }

  private mutating func checked(
    _ members: OrderedDictionary<String, Value>, _ path: String
  ) -> OrderedDictionary<String, Value> {
    var checked = members
    for (key, value) in members.elements { checked[key] = self.checked(value, path + key) }
    return checked
  }

  private mutating func checked(_ value: Value, _ path: String) -> Value {
    switch value {
    case .string(let text): return .string(checked(text, path))
    case .map(let members): return .map(checked(members, path + "."))
    case .list(let elements):
      return .list(elements.enumerated().map { checked($0.element, "\(path)[\($0.offset)]") })
    default: return value
    }
  }

  private mutating func checked(_ text: String, _ name: String) -> String {
    if Self.empties.contains(text) {
      found.append(
        PhoneFlaw(
          .emptyValue,
          "\(name) is \(text): the app logs it without a value; remove it, or log text such as "
            + "none"))
    }
    guard text.utf8.count > PhoneLogReader.fieldLimit else { return text }
    found.append(
      PhoneFlaw(
        .longField,
        "\(name) has \(text.utf8.count) bytes, but only \(PhoneLogReader.fieldLimit) of them are "
          + "kept"))
    return String(decoding: text.utf8.prefix(PhoneLogReader.fieldLimit), as: UTF8.self)
  }
}
