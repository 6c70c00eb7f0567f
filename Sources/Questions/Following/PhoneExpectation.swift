import OrderedCollections
import PhoneLog
import TagInspection
import TagRuntime

/// An effect of a tag in the world that is played beside the phone.
struct PhoneExpectation: Sendable {
  /// The effect that the phone must show.
  enum Kind: Sendable {
    /// A Universal Analytics hit with the tag's fields.
    case hit(OrderedDictionary<String, String>)
    /// An event that a tag logs, or the name under which it passes one on.
    case event(name: String)
  }

  let kind: Kind
  let what: String
  let tag: String
  /// The number of the phone's event that caused it.
  let event: Int
  let time: WallTime
  /// The hit's number in that world; nil for an event.
  var hit: Int64?
}

extension PhoneExpectation {
  /// The fields in which a hit of the phone differs; nil if it is a different hit.
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
    // The name of a hit may be wrong, but not if much else differs too.
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

  /// The most characters of a value that a difference shows.
  static let textLimit = 60
}
