import OrderedCollections

extension Evaluator {
  /// A value of the app, from the data layer or a handler, as a container sees it; nothing, after
  /// an error, where the SDK cannot convert it or a part of it.
  ///
  /// Source: TAGTypes objectToValue 3.09, section 8 of the behaviour notes. Containers have no
  /// doubles, so a double becomes its text.
  mutating func converted(_ value: Value) -> Resolved {
    switch value {
    case .null: return unconvertible("<null>")
    case .absent: return unconvertible("kTAGDataLayerObjectNotPresent")
    case .double(let double): return .value(.string(NumberText.plain(double)))
    case .bool(let flag):
      let isNumber = settings.quirks.contains(.booleanAsInteger)
      return .value(isNumber ? .int(flag ? 1 : 0) : value)
    case .int, .string: return .value(value)
    case .list(let elements):
      var converted: [Value] = []
      for element in elements {
        guard let value = self.converted(element).value else { return .undefined }
        converted.append(value)
      }
      return .value(.list(converted))
    case .map(var members):
      for index in members.elements.indices {
        guard let value = converted(members.elements[index].value).value else {
          return .undefined
        }
        members.updateValue(value, forKey: members.elements[index].key)
      }
      return .value(.map(members))
    }
  }

  private mutating func unconvertible(_ what: String) -> Resolved {
    log(.unknownObjectType, what)
    return .undefined
  }
}
