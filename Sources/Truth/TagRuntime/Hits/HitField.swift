import OrderedCollections

/// A field of an Analytics hit: its code on the wire with the `&` of the SDK's constants, and its
/// common name.
///
/// Source: Dispatch §4.2; GAIFields, and the parameter reference of the Measurement Protocol for
/// the names of e-commerce. The codes of three constants (device model version, ad network click
/// id, ad network id) are not established; the last two are taken from the campaign parameters
/// `aclid` and `anid`, and the first is left out.
///
/// Legacy name: GAIFields
public struct HitField: Sendable, Hashable {
  /// The code, such as `&cd`.
  public let code: String
  /// The name in words, such as "screen name".
  public let name: String

  /// All fields without a number in their code.
  public static let all = names.elements.map { HitField(code: $0, name: $1) }

  private static let names: OrderedDictionary<String, String> = [
    "&v": "protocol version", "&_v": "SDK version", "&t": "hit type", "&tid": "tracking id",
    "&cid": "client id", "&uid": "user id", "&ds": "data source", "&aip": "anonymize IP",
    "&sc": "session control", "&sf": "sample rate", "&ni": "non-interaction", "&cd": "screen name",
    "&an": "app name", "&av": "app version", "&aid": "app id", "&aiid": "app installer id",
    "&sr": "screen resolution", "&vp": "viewport size", "&de": "encoding", "&sd": "screen colors",
    "&ul": "language", "&je": "Java enabled", "&fl": "Flash version", "&dr": "referrer",
    "&dl": "location", "&dh": "host name", "&dp": "page", "&dt": "title", "&a": "AdMob hit id",
    "&ec": "event category", "&ea": "event action", "&el": "event label", "&ev": "event value",
    "&sn": "social network", "&sa": "social action", "&st": "social target",
    "&ti": "transaction id", "&ta": "affiliation", "&tr": "revenue", "&ts": "shipping",
    "&tt": "tax", "&tcc": "coupon", "&cu": "currency code", "&ip": "item price",
    "&iq": "item quantity", "&ic": "item SKU", "&in": "item name", "&iv": "item category",
    "&cs": "campaign source", "&cm": "campaign medium", "&cn": "campaign name",
    "&ck": "campaign keyword", "&cc": "campaign content", "&ci": "campaign id",
    "&gclid": "Google Ads click id", "&dclid": "display ads click id",
    "&aclid": "ad network click id", "&anid": "ad network id", "&gmob_t": "AdMob target",
    "&utc": "timing category", "&utv": "timing variable", "&utt": "timing value",
    "&utl": "timing label", "&exd": "exception description", "&exf": "exception is fatal",
    "&idfa": "advertising id", "&ate": "ad targeting enabled", "&pa": "product action",
    "&pal": "product list", "&pls": "product list source", "&cos": "checkout step",
    "&col": "checkout option", "&promoa": "promotion action", "&_u": "SDK calls",
    "&_s": "hit number", "&_crc": "advertising id changes", "&dm": "device model",
    "&qt": "queue time", "&ht": "hit time", "&z": "cache buster",
  ]

  /// Returns the code of a custom dimension, from 1.
  public static func customDimension(_ index: Int) -> String { "&cd\(index)" }

  /// Returns the code of a custom metric, from 1.
  public static func customMetric(_ index: Int) -> String { "&cm\(index)" }

  /// Returns the code of a content group, from 1.
  public static func contentGroup(_ index: Int) -> String { "&cg\(index)" }

  /// Says that a value is the text of a map or a list, since no hit can hold one; nil if it is not.
  ///
  /// Source: LegacySDK §13; the forms are `{k=v}` and `[a, b]`.
  package static func compositeRemark(_ code: String, _ value: String) -> String? {
    let isMap = value.hasPrefix("{") && value.hasSuffix("}") && value.contains("=")
    guard isMap || value.hasPrefix("[") && value.hasSuffix("]") && value.contains(", ") else {
      return nil
    }
    return
      "a \(isMap ? "map" : "list") as the \(name(of: code) ?? "field") (\(code)) travels as its "
      + "text, and the report has that: send one of its members"
  }

  /// Returns the name of a code, or nil for one that the SDK has no constant for.
  ///
  /// Codes with numbers are split: `&cd5` is "custom dimension 5", `&pr1nm` "product 1 name",
  /// `&il1pi2id` "impression list 1 product 2 id".
  public static func name(of code: String) -> String? {
    if let name = names[code] { return name }
    var words: [String] = []
    var rest = code.dropFirst()
    guard code.hasPrefix("&") else { return nil }
    for part in numberedParts {
      guard rest.hasPrefix(part.code) else { continue }
      let digits = rest.dropFirst(part.code.count).prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty else { continue }
      words.append("\(part.name) \(digits)")
      rest = rest.dropFirst(part.code.count + digits.count)
    }
    if words.isEmpty { return nil }
    if rest.isEmpty { return words.joined(separator: " ") }
    guard let last = partNames[String(rest)] else { return nil }
    return (words + [last]).joined(separator: " ")
  }

  /// The parts that may be numbered, from the outside in.
  private static let numberedParts: [(code: String, name: String)] = [
    ("promo", "promotion"), ("pr", "product"), ("il", "impression list"), ("pi", "product"),
    ("cd", "custom dimension"), ("cm", "custom metric"), ("cg", "content group"),
  ]
  private static let partNames = [
    "id": "id", "nm": "name", "br": "brand", "ca": "category", "va": "variant", "ps": "position",
    "pr": "price", "qt": "quantity", "cc": "coupon", "cr": "creative",
  ]
}
