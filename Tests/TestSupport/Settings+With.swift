package import TagRuntime

extension Settings {
  /// The defaults but for one change.
  package static func with(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }
}

extension DeviceFacts {
  /// The phone of every harness but for one change.
  package static func with(_ change: (inout DeviceFacts) -> Void) -> DeviceFacts {
    var facts = DeviceFacts()
    change(&facts)
    return facts
  }
}
