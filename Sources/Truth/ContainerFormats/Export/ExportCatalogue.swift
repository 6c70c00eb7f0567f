import TagRuntime

/// The types in exports, and the ones that a mobile SDK runs.
enum ExportCatalogue {
  // MARK: Tags

  /// Returns the reason why a tag of a type does not run in an SDK; nil if it does.
  static func obstacle(
    toTag type: String, in generation: SDKGeneration
  ) -> LeftOutPart.Reason? {
    if type.hasPrefix("cvt_") { return .customTemplate }
    if retiredTags.contains(type) { return .retired }
    if type == conversion { return nil }
    if adTags.contains(type) { return generation == .firebase ? nil : .madeByServer }
    if webTags.contains(type) { return .webOnly }
    return obstacle(type, legacyTags, firebaseTags, generation)
  }

  private static let legacyTags: Set<String> = ["ua", "func", "fc", "img", "dlw"]
  private static let firebaseTags: Set<String> = ["fm", "ua", "funct", "func", "fc", "img"]
  /// The conversion tracking of Google Ads.
  static let conversion = "awct"
  /// Google Ads and Floodlight.
  private static let adTags: Set<String> = ["sp", "flc", "fls"]
  private static let retiredTags: Set<String> = ["adm"]
  // Source: Formats §3.4, Formats §7.2; the function ids that the legacy SDK lists without
  // implementing them, and the types of today's web containers.
  private static let webTags: Set<String> = [
    "html", "gaawe", "gaawc", "googtag", "gclidw", "ga", "bzi", "qcm", "ta", "mpr", "csm", "tc",
    "tdc", "m6d", "mpm", "vdc", "gan", "ms", "asp", "cv", "crt", "ts", "cts", "hjtc", "baut",
    "twitter_website_tag", "awud", "awcc",
  ]

  // MARK: Variables

  /// Returns the reason why a variable of a type does not run in an SDK; nil if it does.
  static func obstacle(
    toVariable type: String, in generation: SDKGeneration
  ) -> LeftOutPart.Reason? {
    if type.hasPrefix("cvt_") { return .customTemplate }
    if webVariables.contains(type) { return .webOnly }
    return obstacle(
      type, commonVariables.union(legacyVariables), commonVariables.union(firebaseVariables),
      generation)
  }

  /// Types with one function in either SDK and its parameters; all but `v` and `c` are inferred
  /// from the functions of compiled containers.
  private static let commonVariables: Set<String> = [
    "ai", "aid", "an", "ate", "av", "avn", "awcr", "c", "ctv", "did", "dn", "e", "enc", "fc",
    "func", "hsh", "ir", "jn", "l", "ov", "p", "r", "reg", "rs", "sv", "t", "v",
  ]
  /// `gas` has no separate function: its values are copied into the tags that use it.
  private static let legacyVariables: Set<String> = ["gas", "gtmv", "rv", "vc"]
  private static let firebaseVariables: Set<String> = ["cid", "funct", "fup", "gas", "md", "smm"]
  private static let webVariables: Set<String> = [
    "aev", "d", "f", "j", "jsm", "k", "u", "vis", "gtes", "gtcs", "awec",
  ]

  private static func obstacle(
    _ type: String, _ legacy: Set<String>, _ firebase: Set<String>, _ generation: SDKGeneration
  ) -> LeftOutPart.Reason? {
    let own = generation == .legacy ? legacy : firebase
    let other = generation == .legacy ? firebase : legacy
    if own.contains(type) { return nil }
    if other.contains(type) {
      return .otherGeneration(generation == .legacy ? .firebase : .legacy)
    }
    return .unknownType
  }

  // MARK: Built-in variables

  /// Returns the reason why a built-in variable that mobile containers do not have does not run.
  static func obstacle(toBuiltIn type: String) -> LeftOutPart.Reason {
    if webBuiltIns.contains(where: type.hasPrefix) { return .webOnly }
    return serverBuiltIns.contains(where: type.hasPrefix) ? .serverOnly : .unknownType
  }

  private static let webBuiltIns = [
    "PAGE_", "REFERRER", "CLICK_", "FORM_", "HISTORY_", "NEW_HISTORY_", "OLD_HISTORY_", "VIDEO_",
    "SCROLL_", "ELEMENT_VISIBILITY_", "ERROR_", "HTML_ID", "AMP_",
  ]
  private static let serverBuiltIns = [
    "CLIENT_NAME", "QUERY_STRING", "REQUEST_", "VISITOR_REGION", "SERVER_PAGE_", "ANALYTICS_",
  ]

  // MARK: Triggers

  /// The prefix of trigger types that wait for an event of Firebase.
  private static let firebasePrefix = "FIREBASE_"
  private static let firebaseEvents: Set<String> = [
    "app_exception", "app_update", "campaign", "first_open", "in_app_purchase",
    "notification_dismiss", "notification_foreground", "notification_open",
    "notification_receive", "os_update", "session_start", "user_engagement",
  ]
  private static let webTriggers: Set<String> = [
    "PAGEVIEW", "DOM_READY", "WINDOW_LOADED", "CLICK", "LINK_CLICK", "FORM_SUBMISSION", "JS_ERROR",
    "HISTORY_CHANGE", "TIMER", "YOU_TUBE_VIDEO", "SCROLL_DEPTH", "ELEMENT_VISIBILITY",
    "TRIGGER_GROUP", "INIT", "CONSENT_INIT",
  ]

  /// Returns the reason why a trigger of a type does not run in an SDK; nil if it does.
  static func obstacle(
    toTrigger type: String, in generation: SDKGeneration
  ) -> LeftOutPart.Reason? {
    if type == "ALWAYS" || type == "CUSTOM_EVENT" { return nil }
    if event(ofTrigger: type) != nil {
      return generation == .firebase ? nil : .otherGeneration(.firebase)
    }
    if webTriggers.contains(type) || type.hasPrefix("AMP_") { return .webOnly }
    return type.hasPrefix("SERVER_") ? .serverOnly : .unknownType
  }

  /// Returns the event that a trigger of a type waits for; nil if only its conditions decide.
  ///
  /// Source: Formats §7.4; a compiled container has `firebase_campaign`, the others are inferred.
  static func event(ofTrigger type: String) -> String? {
    guard type.hasPrefix(firebasePrefix) else { return nil }
    let event = type.dropFirst(firebasePrefix.count).lowercased()
    guard firebaseEvents.contains(event) else { return nil }
    return event == "campaign" ? "firebase_campaign" : event
  }

  // MARK: Other lists

  /// The lists of an export without parts for a phone: the kind of their elements and the reason.
  static let otherLists: [String: (kind: LeftOutPart.Kind, reason: LeftOutPart.Reason)] = [
    "customTemplate": (.customTemplate, .customTemplate),
    "client": (.client, .serverOnly),
    "transformation": (.transformation, .serverOnly),
    "zone": (.zone, .webOnly),
    "gtagConfig": (.googleTagConfiguration, .webOnly),
  ]
}

/// Converts parameter names of the web interface to keys of compiled containers.
enum WireKey {
  /// Returns the key of a name: `eventCategory` is `event_category`.
  static func key(of name: String) -> String {
    switch name {
    case "trackingId": return "account"
    case "nonInteraction": return "noninteraction"
    default: break
    }
    var key = ""
    for character in name {
      if character.isUppercase {
        key += "_" + character.lowercased()
      } else {
        key.append(character)
      }
    }
    return key
  }
}

/// Settings of an export that all mobile SDKs ignore; one remark covers all parts with the setting.
enum IgnoredSetting: String {
  case priority = "the priority"
  case schedule = "the schedule"
  case sequence = "the setup and cleanup tags"
  case consent = "the consent settings"
  case oncePerLoad = "the firing option 'once per load'"
  case format = "the format settings"
}
