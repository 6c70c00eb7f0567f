/// The names of fields in the web's libraries. A hit of a phone carries only their codes.
///
/// Source: Dispatch §5.1, Firebase §6.4; the field reference of analytics.js for the names.
package enum FieldName {
  /// Returns the code to write in place of a name that a tag never sends; nil if a hit can carry
  /// nothing under that name.
  package static func code(for name: String) -> String? {
    if let code = codes[name] ?? FirebaseFunction.fieldCodes[name], !name.hasPrefix("&") {
      return code
    }
    let digits = name.suffix(while: { $0.isASCII && $0.isNumber })
    guard !digits.isEmpty, digits.count < name.count else { return nil }
    return numbered[String(name.dropLast(digits.count))].map { $0 + digits }
  }

  /// Whether a legacy tag sends a field that is set under a name.
  package static func isSentByLegacy(_ name: String) -> Bool {
    name.hasPrefix("&") && name.utf8.count > 1 || name == "useSecure"
  }

  /// Whether a tag of Universal Analytics in a v5 container sends a field that is set under a name.
  package static func isSentByFirebase(_ name: String) -> Bool {
    name.hasPrefix("&") || FirebaseFunction.fieldCodes[name] != nil
  }

  private static let numbered = [
    "dimension": "&cd", "metric": "&cm", "contentGroup": "&cg", "cd": "&cd", "cm": "&cm",
    "cg": "&cg",
  ]

  private static let codes = [
    "trackingId": "&tid", "clientId": "&cid", "userId": "&uid", "hitType": "&t",
    "language": "&ul", "location": "&dl", "hostname": "&dh", "encoding": "&de",
    "screenResolution": "&sr", "viewportSize": "&vp", "screenColors": "&sd",
    "campaignSource": "&cs", "campaignMedium": "&cm", "campaignName": "&cn",
    "campaignKeyword": "&ck", "campaignContent": "&cc", "campaignId": "&ci",
    "appId": "&aid", "appInstallerId": "&aiid", "nonInteraction": "&ni", "linkid": "&linkid",
    "exDescription": "&exd", "exFatal": "&exf", "socialTarget": "&st", "currencyCode": "&cu",
    "expId": "&xid", "expVar": "&xvar", "dataSource": "&ds", "queueTime": "&qt",
    "cid": "&cid", "uid": "&uid", "cs": "&cs", "cn": "&cn", "ck": "&ck", "cc": "&cc",
    "ul": "&ul", "ni": "&ni", "tid": "&tid", "ec": "&ec", "ea": "&ea", "el": "&el", "ev": "&ev",
  ]
}

extension String {
  fileprivate func suffix(while holds: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
