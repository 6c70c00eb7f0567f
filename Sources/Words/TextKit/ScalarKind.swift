/// The kinds of scalars, for code that must draw them without obeying them.
enum ScalarKind {
  /// A C0 control or DEL, with its picture.
  case control(Unicode.Scalar)
  /// C1, private use or unassigned: it cannot be drawn.
  case unusable
  /// Invisible, or a change of direction: it must be spelled out.
  case hidden
  /// U+200D, harmless only between two emoji.
  case joiner
  /// U+FE0E and U+FE0F, harmless only on an emoji.
  case selector
  /// A mark without a column of its own.
  case mark
  /// A pictograph that selectors, joiners and skin tones can apply to.
  case emoji
  /// Colours the emoji before it; meaningless alone.
  case skinTone
  /// `0`-`9`, `#` and `*`, which can be the base of a keycap.
  case keycapBase
  /// Anything that takes one or two columns.
  case other

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x23, 0x2A, 0x30...0x39: self = .keycapBase
    case 0x20..<0x7F: self = .other
    case 0..<0x20: self = Unicode.Scalar(0x2400 + scalar.value).map(Self.control) ?? .unusable
    case 0x7F: self = .control("\u{2421}")
    case 0x80..<0xA0: self = .unusable
    case 0x200D: self = .joiner
    // The lines of borders, which are on every row of a screen.
    case 0x2500...0x257F: self = .other
    case 0xFE0E, 0xFE0F: self = .selector
    default: self = Self.beyondLatin(scalar)
    }
  }

  private static func beyondLatin(_ scalar: Unicode.Scalar) -> ScalarKind {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .unassigned where properties.isDefaultIgnorableCodePoint: return .hidden
    case .unassigned, .privateUse, .surrogate, .control: return .unusable
    case .format, .lineSeparator, .paragraphSeparator: return .hidden
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return .hidden }
    if TextWidth.ofScalar(scalar) == 0 { return .mark }
    // Regional indicators pair up and are drawn letter by letter.
    if scalar.isRegionalIndicator { return .other }
    if properties.isEmojiModifier { return .skinTone }
    return properties.isEmoji ? .emoji : .other
  }
}
