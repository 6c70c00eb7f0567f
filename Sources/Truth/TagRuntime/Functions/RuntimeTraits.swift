/// What the runtime that a v5 container carries does unlike the newest known one; it is read out of
/// its instructions. The functions themselves are built in.
///
/// Source: Formats §6; the runtimes of 25 real containers.
package struct RuntimeTraits: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A tag that reads its e-commerce from the event sends nothing at one that is not a shop event.
  static let shopEventsOnly = RuntimeTraits(rawValue: 1)
  /// `view_search_results` has no impressions.
  static let searchIsNoList = RuntimeTraits(rawValue: 2)
  /// A dimension, metric or content group without a value replaces that of the settings.
  static let unsetNumbersCount = RuntimeTraits(rawValue: 4)
  /// Items lose their custom dimensions and metrics.
  static let plainItems = RuntimeTraits(rawValue: 8)
  /// A dot in the name of an event parameter is a sign like others.
  static let plainNames = RuntimeTraits(rawValue: 16)

  /// Reads a runtime; one without instructions has no traits.
  ///
  /// - Complexity: O(n) in its size.
  package init(of runtime: Value?) {
    self = []
    for case .list(let parts) in runtime?.elements ?? [] where parts.count > 3 {
      let body = Value.list(Array(parts.dropFirst(3)))
      switch parts[1] {
      case "__ua_sendEnhancedEcommerce":
        // 36 returns to `__ua_main` whether a hit was sent.
        if !parts.contains(where: { $0.elements?.first == 36 }) { insert(.shopEventsOnly) }
        if body.count(of: "view_search_results") < 2 { insert(.searchIsNoList) }
      case "__ua_convertIndexedField":
        // 45 is the null that values are compared with.
        if body.count(of: [45]) == 0 { insert(.unsetNumbersCount) }
      case "__ua_convertScionFields":
        if body.count(of: "dimension") == 0 { insert(.plainItems) }
      case "__md_main":
        if body.count(of: ".") == 0 { insert(.plainNames) }
      default: continue
      }
    }
  }

  /// What it does, in sentences without a full stop.
  package var words: [String] {
    let all: KeyValuePairs<RuntimeTraits, String> = [
      .shopEventsOnly: "a tag that reads its e-commerce from the event sends nothing at an event "
        + "that is not a shop event",
      .searchIsNoList: "view_search_results has no impressions",
      .unsetNumbersCount: "a dimension, metric or content group without a value replaces that of "
        + "the settings variable",
      .plainItems: "items lose their custom dimensions and metrics",
      .plainNames: "a dot in the name of an event parameter does not lead into a map",
    ]
    return all.filter { contains($0.key) }.map(\.value)
  }
}

extension Value {
  /// The number of places in lists at which a value stands.
  fileprivate func count(of value: Value) -> Int {
    if self == value { return 1 }
    return elements?.reduce(0) { $0 + $1.count(of: value) } ?? 0
  }
}
