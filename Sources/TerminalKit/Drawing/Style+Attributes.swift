extension Style {
  /// The attributes that every terminal can show, with or without colour.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// Brighter or heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter.
    public static let dim = Attributes(rawValue: 2)
    /// Underlined.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)

    /// The bits, as above.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }
}
