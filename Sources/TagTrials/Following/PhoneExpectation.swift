import OrderedCollections
import PhoneLog
import TagInspection
import TagRuntime

/// What a phone did, held against what the container says that it should do.
package struct PhoneMatch: Sendable, Hashable {
  /// How the two stand to each other.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// A tag must do it, and the phone did.
    case seen
    /// A tag must do it, and the log does not have it.
    case missing
    /// The log has it, and no tag does it.
    case surplus
    /// A tag must do it, and a log cannot show it.
    case hidden

    /// In words.
    package var words: String {
      switch self {
      case .seen: "seen on the phone"
      case .missing: "expected, not seen"
      case .surplus: "seen, not expected"
      case .hidden: "cannot be seen in this log"
      }
    }

    /// A sign for it that needs no colour.
    package var sign: String {
      switch self {
      case .seen: "+"
      case .missing: "!"
      case .surplus: "?"
      case .hidden: "·"
      }
    }
  }

  /// How they stand to each other.
  package let state: State
  /// What it is: "hit screen Home", "event listening", "pixel", "function Log".
  package let what: String
  /// The tag that does it; nil where none does.
  package let tag: String?
  /// The number of the phone's event at which the tag fires; nil where that is not known.
  package let event: Int?
  /// The line of the log that shows it; nil where none does.
  package let line: Int?
  /// Fields in which the phone and the container differ: "cd is Home, expected Start".
  package internal(set) var differences: [String] = []
  /// Why it is so, and what to look at; nil where nothing is to be said.
  package internal(set) var reason: String?
}

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
