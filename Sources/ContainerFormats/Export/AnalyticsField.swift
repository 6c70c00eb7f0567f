/// The names of Google Analytics fields in the web interface and their codes on the wire.
enum AnalyticsField {
  /// The code of a field name; a name that is no field stays as it is, as in compiled containers.
  static func code(of name: String) -> String { codes[name] ?? name }

  // Source: the runtime of v5 containers; the compiled legacy containers agree where both have a
  // field.
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
