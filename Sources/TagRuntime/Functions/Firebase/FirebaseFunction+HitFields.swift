/// What the parameters of a hit are called on the wire.
extension FirebaseFunction {
  /// A type of hit, as the tag names it, and the parameters that only this type sends.
  struct HitType: Sendable {
    var trackType: String
    /// The value of `&t`.
    var type: String
    var fields: [(parameter: String, code: String)]
  }

  /// A tag of any other type sends a screen view.
  static let screenView = HitType(
    trackType: "TRACK_SCREENVIEW", type: "screenview", fields: [])

  static let hitTypes = [
    screenView,
    HitType(
      trackType: "TRACK_EVENT", type: "event",
      fields: [
        ("eventCategory", "&ec"), ("eventAction", "&ea"), ("eventLabel", "&el"),
        ("eventValue", "&ev"), ("nonInteraction", "&ni"),
      ]),
    HitType(
      trackType: "TRACK_EXCEPTION", type: "exception",
      fields: [("exceptionDescription", "&exd"), ("exceptionFatal", "&exf")]),
    HitType(
      trackType: "TRACK_SOCIAL", type: "social",
      fields: [("socialNetwork", "&sn"), ("socialAction", "&sa"), ("socialActionTarget", "&st")]),
    HitType(
      trackType: "TRACK_TIMING", type: "timing",
      fields: [
        ("timingVar", "&utv"), ("timingCategory", "&utc"), ("timingValue", "&utt"),
        ("timingLabel", "&utl"),
      ]),
    HitType(trackType: "TRACK_TRANSACTION", type: "transaction", fields: []),
  ]

  /// Tables whose rows become numbered fields: the parameter, the cells of a row, and the code
  /// before the number.
  static let numberedFields: [(parameter: String, number: String, value: String, code: String)] = [
    ("dimension", "index", "dimension", "&cd"), ("metric", "index", "metric", "&cm"),
    ("contentGroup", "index", "group", "&cg"),
  ]

  /// The codes of the names in `fieldsToSet`; names that start with "&" are codes themselves, and
  /// any other is dropped.
  static let fieldCodes: [String: String] = [
    "account": "&tid", "anonymizeIp": "&aip", "appName": "&an", "appVersion": "&av",
    "contentDescription": "&cd", "screenName": "&cd", "dimension": "&cd", "contentGroup": "&cg",
    "metric": "&cm", "eventAction": "&ea", "eventCategory": "&ec", "eventLabel": "&el",
    "eventValue": "&ev", "exceptionDescription": "&exd", "exceptionFatal": "&exf",
    "firebaseCampaignAdNetworkClickId": "&aclid", "firebaseCampaignAdNetworkId": "&anid",
    "firebaseCampaignContent": "&cc", "firebaseCampaignGoogleClickId": "&gclid",
    "firebaseCampaignMedium": "&cm", "firebaseCampaignName": "&cn",
    "firebaseCampaignSource": "&cs", "firebaseCampaignTerm": "&ck", "noninteraction": "&ni",
    "page": "&dp", "referrer": "&dr", "sampleRate": "&sf", "sessionControl": "&sc",
    "socialAction": "&sa", "socialActionTarget": "&st", "socialNetwork": "&sn",
    "timingCategory": "&utc", "timingLabel": "&utl", "timingValue": "&utt", "timingVar": "&utv",
    "title": "&dt", "userId": "&uid",
  ]

  /// The fields of a click on an advertisement, by the parameters of Firebase's event of a
  /// campaign.
  static let clickCodes: KeyValuePairs = [
    "anid": "&anid", "gclid": "&gclid", "aclid": "&aclid",
  ]

  /// All fields of a campaign.
  static let campaignCodes: KeyValuePairs = [
    "content": "&cc", "anid": "&anid", "medium": "&cm", "campaign": "&cn", "source": "&cs",
    "term": "&ck", "gclid": "&gclid", "aclid": "&aclid",
  ]

  /// Where e-commerce of a hit comes from when `readDataFrom` says so.
  static let ecommerceOfEvent = "FIREBASE_EVENT_DATA"
}
