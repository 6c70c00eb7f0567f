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
  public static let all: [HitField] = [
    HitField(code: "&v", name: "protocol version"), HitField(code: "&_v", name: "SDK version"),
    HitField(code: "&t", name: "hit type"), HitField(code: "&tid", name: "tracking id"),
    HitField(code: "&cid", name: "client id"), HitField(code: "&uid", name: "user id"),
    HitField(code: "&ds", name: "data source"), HitField(code: "&aip", name: "anonymize IP"),
    HitField(code: "&sc", name: "session control"), HitField(code: "&sf", name: "sample rate"),
    HitField(code: "&ni", name: "non-interaction"), HitField(code: "&cd", name: "screen name"),
    HitField(code: "&an", name: "app name"), HitField(code: "&av", name: "app version"),
    HitField(code: "&aid", name: "app id"), HitField(code: "&aiid", name: "app installer id"),
    HitField(code: "&sr", name: "screen resolution"),
    HitField(code: "&vp", name: "viewport size"), HitField(code: "&de", name: "encoding"),
    HitField(code: "&sd", name: "screen colors"), HitField(code: "&ul", name: "language"),
    HitField(code: "&je", name: "Java enabled"), HitField(code: "&fl", name: "Flash version"),
    HitField(code: "&dr", name: "referrer"), HitField(code: "&dl", name: "location"),
    HitField(code: "&dh", name: "host name"), HitField(code: "&dp", name: "page"),
    HitField(code: "&dt", name: "title"), HitField(code: "&a", name: "AdMob hit id"),
    HitField(code: "&ec", name: "event category"), HitField(code: "&ea", name: "event action"),
    HitField(code: "&el", name: "event label"), HitField(code: "&ev", name: "event value"),
    HitField(code: "&sn", name: "social network"), HitField(code: "&sa", name: "social action"),
    HitField(code: "&st", name: "social target"), HitField(code: "&ti", name: "transaction id"),
    HitField(code: "&ta", name: "affiliation"), HitField(code: "&tr", name: "revenue"),
    HitField(code: "&ts", name: "shipping"), HitField(code: "&tt", name: "tax"),
    HitField(code: "&tcc", name: "coupon"), HitField(code: "&cu", name: "currency code"),
    HitField(code: "&ip", name: "item price"), HitField(code: "&iq", name: "item quantity"),
    HitField(code: "&ic", name: "item SKU"), HitField(code: "&in", name: "item name"),
    HitField(code: "&iv", name: "item category"), HitField(code: "&cs", name: "campaign source"),
    HitField(code: "&cm", name: "campaign medium"), HitField(code: "&cn", name: "campaign name"),
    HitField(code: "&ck", name: "campaign keyword"),
    HitField(code: "&cc", name: "campaign content"), HitField(code: "&ci", name: "campaign id"),
    HitField(code: "&gclid", name: "Google Ads click id"),
    HitField(code: "&dclid", name: "display ads click id"),
    HitField(code: "&aclid", name: "ad network click id"),
    HitField(code: "&anid", name: "ad network id"), HitField(code: "&gmob_t", name: "AdMob target"),
    HitField(code: "&utc", name: "timing category"),
    HitField(code: "&utv", name: "timing variable"),
    HitField(code: "&utt", name: "timing value"), HitField(code: "&utl", name: "timing label"),
    HitField(code: "&exd", name: "exception description"),
    HitField(code: "&exf", name: "exception is fatal"),
    HitField(code: "&idfa", name: "advertising id"),
    HitField(code: "&ate", name: "ad targeting enabled"),
    HitField(code: "&pa", name: "product action"), HitField(code: "&pal", name: "product list"),
    HitField(code: "&pls", name: "product list source"),
    HitField(code: "&cos", name: "checkout step"), HitField(code: "&col", name: "checkout option"),
    HitField(code: "&promoa", name: "promotion action"),
    HitField(code: "&_u", name: "SDK calls"), HitField(code: "&_s", name: "hit number"),
    HitField(code: "&_crc", name: "advertising id changes"),
    HitField(code: "&dm", name: "device model"),
    HitField(code: "&qt", name: "queue time"), HitField(code: "&ht", name: "hit time"),
    HitField(code: "&z", name: "cache buster"),
  ]

  private static let names = Dictionary(
    all.map { ($0.code, $0.name) }, uniquingKeysWith: { first, _ in first })

  /// Returns the code of a custom dimension, from 1.
  public static func customDimension(_ index: Int) -> String { "&cd\(index)" }

  /// Returns the code of a custom metric, from 1.
  public static func customMetric(_ index: Int) -> String { "&cm\(index)" }

  /// Returns the code of a content group, from 1.
  public static func contentGroup(_ index: Int) -> String { "&cg\(index)" }

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
      let digits = rest.dropFirst(part.code.count).prefix(while: \.isASCIIDigit)
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

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
