import TagRuntime

/// A value of a property list, with the kinds that the SDK refuses still apart. What a list holds
/// does not matter, as no list is accepted.
indirect enum PropertyListValue {
  case scalar(Value)
  case list
  case map([Entry])
  case date
  case data

  /// One key and value of a map.
  struct Entry {
    let key: String
    let value: PropertyListValue
  }
}
