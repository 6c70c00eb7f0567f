import TagRuntime

/// Random exports of mobile containers: every type of part with parameters of every kind, and here
/// and there something that no interface writes.
struct RandomExport {
  private typealias Make = ExportBuilder

  private static let tags = [
    "ua", "fm", "func", "fc", "funct", "img", "dlw", "awct", "html", "cvt_1", "adm", "",
  ]
  private static let variables = [
    "v", "c", "vc", "md", "fup", "gas", "smm", "e", "aid", "p", "r", "func", "jsm", "cid", "zz",
  ]
  private static let triggers = [
    "ALWAYS", "ALWAYS", "ALWAYS", "CUSTOM_EVENT", "FIREBASE_CAMPAIGN", "FIREBASE_NOTHING",
    "WINDOW_LOADED", "always",
  ]
  private static let conditions = [
    "EQUALS", "CONTAINS", "MATCH_REGEX", "LESS", "CSS_SELECTOR", "endsWith",
  ]
  private static let builtIns = [
    "EVENT", "EVENT_NAME", "APP_ID", "CONTAINER_ID", "FIREBASE_EVENT_PARAMETER_VALUE", "PAGE_URL",
  ]
  private static let keys = [
    "trackType", "trackingId", "fieldsToSet", "dimension", "gaSettings", "url", "value", "name",
    "setDefaultValue", "defaultValue", "collection", "useCacheBuster", "functionName", "tag_id",
    "function", "instance_name", "vtp_key", "additionalParams", "arg0", "arg1", "negate",
  ]
  private static let texts = [
    "", "a", "{{_event}}", "{{V1}}", "x{{V2}}y", "{{V1}}{{V3}}", "{{", "{'a': 'b', 'c': 1.5}",
    "TRACK_EVENT", "true", "{'n': null}",
  ]
  private static let ids = ["1", "2", "3", "2147479553", "2147479554", "2147479555", "2147479556"]

  private var generator: RandomSource

  init(seed: UInt64) { generator = RandomSource(seed: seed) }

  mutating func make() -> [UInt8] {
    let usage = pick(["IOS", "ANDROID", "IOS_SDK_5", "ANDROID_SDK_5"])
    let members = [
      list("tag") { $0.tag($1) }, list("variable") { $0.variable($1) },
      list("trigger") { $0.trigger($1) },
      list("builtInVariable") { Make.builtIn($0.pick(Self.builtIns), "V\($1)") },
    ]
    return Make.bytes(members.joined(separator: ", "), usage: "[\"\(usage)\"]")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[number(0...choices.count - 1)]
  }

  private mutating func list(
    _ key: String, _ make: (inout RandomExport, Int) -> String
  ) -> String {
    var elements: [String] = []
    for index in 0..<number(0...5) { elements.append(make(&self, index)) }
    return "\"\(key)\": [\(elements.joined(separator: ", "))]"
  }

  private mutating func ids(_ key: String) -> String {
    let ids = (0..<number(0...3)).map { _ in "\"\(pick(Self.ids))\"" }
    return ", \"\(key)\": [\(ids.joined(separator: ", "))]"
  }

  private mutating func tag(_ index: Int) -> String {
    let option = pick(["ONCE_PER_EVENT", "ONCE_PER_LOAD", "UNLIMITED", "?"])
    let more =
      ids("firingTriggerId") + ids("blockingTriggerId") + ", \"tagFiringOption\": \"\(option)\""
      + (number(0...9) == 0 ? ", \"paused\": true" : "")
    return Make.tag(index, "T\(index)", pick(Self.tags), parameters(), more)
  }

  private mutating func variable(_ index: Int) -> String {
    let more = ids("enablingTriggerId") + ids("disablingTriggerId")
    let collection = number(0...1) == 0 ? [Make.text("collection", "{'k\(index)': '{{V1}}'}")] : []
    return Make.variable(
      index, "V\(number(0...5))", pick(Self.variables), collection + parameters(), more)
  }

  private mutating func trigger(_ index: Int) -> String {
    let filters = (0..<number(0...3)).map { _ in
      (
        pick(Self.conditions),
        [
          Make.text("arg0", pick(Self.texts)), Make.text("arg1", pick(Self.texts)),
          Make.flag("negate", number(0...1) == 0),
        ]
      )
    }
    return Make.trigger(index, "On \(index)", filters, type: pick(Self.triggers))
  }

  private mutating func parameters() -> [String] {
    (0..<number(0...5)).map { _ in
      let key = pick(Self.keys)
      switch number(0...5) {
      case 0: return Make.flag(key, number(0...1) == 0)
      case 1: return "{\"type\": \"INTEGER\", \"key\": \"\(key)\", \"value\": \"5\"}"
      case 2:
        let row = [Make.text(pick(Self.keys), pick(Self.texts)), Make.text("key", "k")]
        return Make.table(key, [row, []])
      default: return Make.text(key, pick(Self.texts))
      }
    }
  }
}
