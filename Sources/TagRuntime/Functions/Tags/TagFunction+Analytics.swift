import OrderedCollections

extension TagFunction {
  /// Sends `analytics_fields` as one hit of Universal Analytics.
  ///
  /// Source: UniversalAnalyticsTag of the legacy SDK: all keys and values are texts; `&aip` is
  /// left out when its value is "", "0" or "false" in any case.
  static let analytics = TagFunction(id: "_ua") { arguments, evaluator in
    guard arguments.boolean("analytics_pass_through") else {
      evaluator.log(.unknownAnalyticsTag)
      return .ignored(reason: "it has no analytics_pass_through")
    }
    guard let members = arguments["analytics_fields"]?.value?.members else {
      return .ignored(reason: "it has no analytics_fields")
    }
    var fields: OrderedDictionary<String, String> = [:]
    for (key, value) in members.elements { fields[key] = ValueConversion.text(value) }
    if let anonymize = fields["&aip"]?.lowercased(), ["", "0", "false"].contains(anonymize) {
      fields.removeValue(forKey: "&aip")
    }
    return .hit(
      Hit(kind: .analytics(fields: fields), tag: arguments.name, created: evaluator.moment.wall))
  }
}
