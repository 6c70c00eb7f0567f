import OrderedCollections
import PhoneLog
import TagInspection
import TagRuntime

/// Something that a tag did in the world that is played beside the phone.
struct PhoneExpectation: Sendable {
  /// What the phone must show.
  enum Kind: Sendable {
    /// A hit of Universal Analytics, with the fields of the tag.
    case hit(OrderedDictionary<String, String>)
    /// An event that a tag logs, or under whose name it passes one on.
    case event(name: String)
  }

  let kind: Kind
  let what: String
  let tag: String
  /// The number of the phone's event.
  let event: Int
  let time: WallTime
  /// The number of the hit in that world; nil for an event.
  var hit: Int64?
}

extension PhoneExpectation {
  /// How near a hit of the phone is: the fields that differ; nil where it is another hit.
  func differences(from hit: PhoneRecord.Hit) -> [String]? {
    guard case .hit(let fields) = kind else { return nil }
    var phone: OrderedDictionary<String, String> = [:]
    for field in hit.fields { phone["&" + field.name] = field.value }
    func isSame(_ code: String) -> Bool {
      HitInversion.type(code, fields[code] ?? "") == HitInversion.type(code, phone[code] ?? "")
    }
    guard isSame("&t"), isSame("&tid") else { return nil }
    let codes = OrderedSet(Array(fields.keys) + Array(phone.keys)).filter {
      $0.hasPrefix("&") && !HitInversion.added.contains($0)
    }
    let other = codes.filter { !isSame($0) }
    let isKnown = ["&cd", "&ec", "&ea"].allSatisfy(isSame)
    // What people call a hit by may itself be wrong, but not together with much else.
    guard isKnown || other.count == 1 else { return nil }
    return other.map { code in
      let name = String(code.dropFirst())
      return "\(name) is \(Self.shown(phone[code])), expected \(Self.shown(fields[code]))"
    }
  }

  private static func shown(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "empty" }
    return "\"" + String(text.prefix(textLimit)) + (text.count > textLimit ? "…" : "") + "\""
  }

  /// Characters of a value that a difference shows.
  static let textLimit = 60
}
