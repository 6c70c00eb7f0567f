import OrderedCollections
import TagRuntime

/// A Universal Analytics tag of an export, which is converted to the parameters of a compiled
/// `_ua`.
///
/// A compiled tag contains everything twice: under the wire keys, and as the fields of the hit that
/// the SDK sends (`analytics_fields`), which alone matter.
struct AnalyticsTag {
  private let parameters: OrderedDictionary<String, ExportParameter>

  /// Names of single fields in the order in which the compiler writes them.
  private static let singleFields = [
    "eventCategory", "eventAction", "eventLabel", "eventValue", "exceptionDescription",
    "exceptionFatal", "socialNetwork", "socialAction", "socialActionTarget", "timingVar",
    "timingCategory", "timingValue", "timingLabel", "nonInteraction",
  ]
  /// Tables of numbered fields: the parameter, its value column and its code.
  private static let numberedFields = [
    (name: "dimension", column: "dimension", code: "&cd"),
    (name: "metric", column: "metric", code: "&cm"),
    (name: "contentGroup", column: "group", code: "&cg"),
  ]
  private static let handled: Set<String> = Set(
    singleFields + numberedFields.map(\.name) + [
      "trackingId", "trackType", "enableEcommerce", "ecommerceUseDataLayer",
      "useEcommerceDataLayer", "fieldsToSet", "collectAdid",
    ])

  init(_ parameters: [(key: String, value: ExportParameter)]) {
    self.parameters = OrderedDictionary(
      parameters.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// The parameters of the compiled tag, in the order of compiled containers.
  var wireParameters: OrderedDictionary<String, Expression> {
    var wire: OrderedDictionary<String, Expression> = [:]
    if let account = parameters["trackingId"] { wire["account"] = account.expression }
    if let enabled = parameters["enableEcommerce"] {
      let source = parameters["ecommerceUseDataLayer"] ?? parameters["useEcommerceDataLayer"]
      wire["enable_ecommerce"] = enabled.expression
      wire["ecommerce_use_data_layer"] = source?.expression ?? .constant(.bool(false))
    }
    if let type = hitType { wire["track_" + type] = .constant(.bool(true)) }
    // Inferred: the SDK reads track_transaction only if nothing is passed through.
    if hitType != "transaction" { wire["analytics_pass_through"] = .constant(.bool(true)) }
    for (name, value) in presentSingleFields { wire[WireKey.key(of: name)] = value.expression }
    for field in Self.numberedFields {
      guard let table = parameters[field.name] else { continue }
      let entries = table.tableEntries(key: "index", value: field.column)
      wire[WireKey.key(of: field.name)] = .map(entries)
    }
    if parameters["fieldsToSet"] != nil { wire["fields_to_set"] = .map(fieldsToSet) }
    wire["analytics_fields"] = .map(analyticsFields)
    if case .boolean(true)? = parameters["collectAdid"] {
      wire["collect_adid"] = .constant(.bool(true))
    }
    for (key, value) in parameters.elements where !Self.handled.contains(key) {
      wire[WireKey.key(of: key)] = value.expression
    }
    return wire
  }

  /// The type of the hit as in `&t`.
  ///
  /// The names other than appview, event, exception and data are inferred.
  private var hitType: String? {
    guard case .template(let type)? = parameters["trackType"] else { return nil }
    switch type.uppercased() {
    case "TRACK_APPVIEW", "TRACK_SCREENVIEW": return "appview"
    case "TRACK_EVENT": return "event"
    case "TRACK_EXCEPTION": return "exception"
    case "TRACK_DATA": return "data"
    case "TRACK_SOCIAL": return "social"
    case "TRACK_TIMING": return "timing"
    case "TRACK_TRANSACTION": return "transaction"
    default: return nil
    }
  }

  private var presentSingleFields: [(name: String, value: ExportParameter)] {
    Self.singleFields.compactMap { name in parameters[name].map { (name, $0) } }
  }

  private var fieldsToSet: [Expression.Entry] {
    let entries = parameters["fieldsToSet"]?.tableEntries(key: "fieldName", value: "value") ?? []
    return entries.map { entry in
      guard let name = entry.key.constantText else { return entry }
      let code = Expression.constant(.string(AnalyticsField.code(of: name)))
      return Expression.Entry(key: code, value: entry.value)
    }
  }

  /// The fields of the hit: type and single fields first, then numbered ones, then the fields to
  /// set, which override all others.
  private var analyticsFields: [Expression.Entry] {
    var fields: OrderedDictionary<Expression, Expression> = [:]
    if let account = parameters["trackingId"] { fields[Self.key("&tid")] = account.expression }
    if let type = hitType { fields[Self.key("&t")] = .constant(.string(type)) }
    for (name, value) in presentSingleFields {
      fields[Self.key(AnalyticsField.code(of: name))] = value.expression
    }
    for field in Self.numberedFields {
      let entries = parameters[field.name]?.tableEntries(key: "index", value: field.column) ?? []
      for entry in entries { fields[Self.key(field.code, numbered: entry.key)] = entry.value }
    }
    for entry in fieldsToSet { fields[entry.key] = entry.value }
    return fields.elements.map { Expression.Entry(key: $0.key, value: $0.value) }
  }

  private static func key(_ code: String) -> Expression { .constant(.string(code)) }

  private static func key(_ code: String, numbered number: Expression) -> Expression {
    if let text = number.constantText { return key(code + text) }
    return .template([key(code), number])
  }
}

/// The names of Google Analytics fields in the web interface and their codes on the wire.
enum AnalyticsField {
  /// Returns the code of a field name; any other name stays as it is, as in compiled containers.
  static func code(of name: String) -> String { codes[name] ?? name }

  // Source: Formats §6.4, Formats §7.6; the runtime of v5 containers, and the compiled legacy
  // containers agree where both have a field.
  private static let codes = [
    "account": "&tid", "anonymizeIp": "&aip", "appName": "&an", "appVersion": "&av",
    "contentDescription": "&cd", "screenName": "&cd", "eventAction": "&ea",
    "eventCategory": "&ec", "eventLabel": "&el", "eventValue": "&ev",
    "exceptionDescription": "&exd", "exceptionFatal": "&exf", "noninteraction": "&ni",
    "nonInteraction": "&ni", "page": "&dp", "referrer": "&dr", "sampleRate": "&sf",
    "sessionControl": "&sc", "socialAction": "&sa", "socialActionTarget": "&st",
    "socialNetwork": "&sn", "timingCategory": "&utc", "timingLabel": "&utl",
    "timingValue": "&utt", "timingVar": "&utv", "title": "&dt",
  ]
}
