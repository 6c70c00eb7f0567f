/// Why Braze does not take a call, or a property of one.
public enum BrazeRefusal: Sendable, Hashable {
  /// A name, a key or an id is empty.
  case empty
  /// It begins with a `$`.
  case reservedPrefix
  /// The key is one of `BrazeLimits.reservedKeys`.
  case reservedKey
  /// The value is of no type that a property can have.
  case noSuchType(String)
  /// The user id has so many bytes.
  case longUserID(bytes: Int)
  /// The properties have so many bytes.
  case manyProperties(bytes: Int)
  /// The simulated phone keeps no more calls.
  case full

  /// What is wrong, and what would be right.
  public var sentence: String {
    switch self {
    case .empty: "it is empty; give it at least one character"
    case .reservedPrefix: "it begins with $, which Braze keeps for itself; use another first letter"
    case .reservedKey:
      "the key is reserved (\(BrazeLimits.reservedKeys.joined(separator: ", "))); rename it"
    case .noSuchType(let kind): "no property is of type \(kind); leave it out or send a text"
    case .longUserID(let bytes):
      "it has \(bytes) bytes, and a user id at most \(BrazeLimits.userIDBytes); shorten it"
    case .manyProperties(let bytes):
      "its properties have \(bytes) bytes, and at most \(BrazeLimits.propertyBytes) are allowed; "
        + "send less"
    case .full:
      "tagsim keeps \(BrazeLimits.calls) calls at most on one phone; reinstall to begin anew"
    }
  }
}
