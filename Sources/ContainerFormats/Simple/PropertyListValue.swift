import TagRuntime

/// A value of a property list, with the kinds that the SDK refuses still apart. What a list holds
/// does not matter, as no list is accepted.
indirect enum PropertyListValue {
  case scalar(Value)
  case list
  case map([(key: String, value: PropertyListValue)])
  case date
  case data
}
