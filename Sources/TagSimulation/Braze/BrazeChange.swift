import TagRuntime

/// Something that Braze takes otherwise than it was given.
public enum BrazeChange: Sendable, Hashable {
  /// A name, a key or a text was cut from so many characters.
  case cut(String, characters: Int)
  /// A list was cut from so many elements.
  case shortened(elements: Int)
  /// A property was left out.
  case leftOut(key: String, BrazeRefusal)

  /// What was changed, and why.
  public var sentence: String {
    switch self {
    case .cut(let what, let characters):
      "\(what) is cut from \(characters) to \(BrazeLimits.characters) characters"
    case .shortened(let elements):
      "the list is cut from \(elements) to \(BrazeLimits.arrayElements) elements"
    case .leftOut(let key, let refusal):
      "the property \(JSONWriter.write(.string(key))) is left out: \(refusal.sentence)"
    }
  }
}
