/// How a cell looks: two colours and a set of attributes.
public struct Style: Sendable, Hashable {
  /// The terminal's own colours and no attribute.
  public static let plain = Style()
  /// Plain and bold.
  public static let bold = Style(attributes: .bold)
  /// Plain and dim.
  public static let dim = Style(attributes: .dim)
  /// Plain and underlined.
  public static let underline = Style(attributes: .underline)
  /// Plain with foreground and background exchanged.
  public static let reverse = Style(attributes: .reverse)

  /// The colour of the text.
  public var foreground: Color
  /// The colour behind the text.
  public var background: Color
  /// Bold, dim, underline, reverse.
  public var attributes: Attributes

  /// Creates a style; what is left out is plain.
  public init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// This style with further attributes.
  public func adding(_ attributes: Attributes) -> Style {
    Style(
      foreground: foreground, background: background,
      attributes: self.attributes.union(attributes))
  }

  /// This style with another colour of the text.
  public func colored(_ foreground: Color) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes)
  }

  /// This style laid over `below`: colours that are not standard win, attributes are united.
  public func over(_ below: Style) -> Style {
    Style(
      foreground: foreground == .standard ? below.foreground : foreground,
      background: background == .standard ? below.background : background,
      attributes: attributes.union(below.attributes))
  }
}
