public import TagRuntime

extension DispatchInterval {
  /// The period, or that it is off, and who switched it off: "every 120s".
  public var text: String {
    if let period { return "every \(period.shortText)" }
    switch setter {
    case .completionHandler:
      return "periodic dispatch OFF since a dispatch with a completion handler"
    case .app: return "periodic dispatch switched OFF by the app, by hand only"
    case .sdk: return "periodic dispatch OFF, by hand only"
    }
  }
}
