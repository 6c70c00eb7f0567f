import TagRuntime

/// An effect of a tag in the world that is played beside the phone.
struct PhoneExpectation: Sendable {
  /// The effect that the phone must show.
  enum Kind: Sendable {
    /// A Universal Analytics hit with the tag's fields.
    case hit(ComparedFields)
    /// An event that a tag logs, or the name under which it passes one on.
    case event(name: String)
    /// A hit of a push that makes another hit of the phone, and fields that are not compared.
    case pushed(Hit, unchecked: [String])
  }

  let kind: Kind
  let what: String
  let tag: String
  /// The number of the phone's event, or of its hit, that caused it.
  let event: Int
  let time: WallTime
  /// Whether the lines of that event are cut, so that parameters may be missing.
  var isCut = false
  /// The hit's number in that world; nil for an event.
  var hit: Int64?
}

extension PhoneExpectation {
  /// The keys under which what shows it is found.
  var keys: [Int] {
    switch kind {
    case .hit(let fields): [fields.whole, fields.name, fields.kind, ComparedFields.any]
    case .event(let name): [Self.key(ofEvent: name)]
    case .pushed: []
    }
  }

  static func key(ofEvent name: String) -> Int {
    var hasher = Hasher()
    hasher.combine(name)
    return hasher.finalize()
  }

  /// The fields of its hit; nil for an event.
  var fields: ComparedFields? { if case .hit(let fields) = kind { fields } else { nil } }
}
