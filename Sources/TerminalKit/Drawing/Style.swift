/// How a cell looks: two colours and a set of attributes.
package struct Style: Sendable, Hashable {
  /// The terminal's own colours and no attribute.
  package static let plain = Style()
  /// Plain and bold.
  package static let bold = Style(attributes: .bold)
  /// Plain and dim.
  package static let dim = Style(attributes: .dim)
  /// Plain and underlined.
  package static let underline = Style(attributes: .underline)
  /// Plain with foreground and background exchanged.
  package static let reverse = Style(attributes: .reverse)

  /// The colour of the text.
  package var foreground: Color
  /// The colour behind the text.
  package var background: Color
  /// Bold, dim, underline, reverse.
  package var attributes: Attributes

  /// Creates a style; what is left out is plain.
  package init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// This style with another colour of the text.
  package func colored(_ foreground: Color) -> Style {
    Style(foreground: foreground, background: background, attributes: attributes)
  }

  /// This style laid over `below`: colours that are not standard win, attributes are united.
  package func over(_ below: Style) -> Style {
    Style(
      foreground: foreground == .standard ? below.foreground : foreground,
      background: background == .standard ? below.background : background,
      attributes: attributes.union(below.attributes))
  }
}

/// A colour of the terminal's own palette.
package enum Color: UInt8, Sendable, Hashable, CaseIterable {
  /// What the user has chosen for text or background.
  case standard
  /// ANSI colour 0.
  case black
  /// ANSI colour 1.
  case red
  /// ANSI colour 2.
  case green
  /// ANSI colour 3.
  case yellow
  /// ANSI colour 4.
  case blue
  /// ANSI colour 5.
  case magenta
  /// ANSI colour 6.
  case cyan
  /// ANSI colour 7.
  case white
}

// MARK: - Attributes

extension Style {
  /// The attributes that every terminal can show, with or without colour.
  package struct Attributes: OptionSet, Sendable, Hashable {
    /// Brighter or heavier.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter.
    package static let dim = Attributes(rawValue: 2)
    /// Underlined.
    package static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 8)

    /// The bits, as above.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }
}

// MARK: - Description

extension Style: CustomStringConvertible {
  /// The style in words, as golden files show it: `yellow on blue bold`, or `plain`.
  package var description: String {
    var words: [String] = []
    if foreground != .standard { words.append("\(foreground)") }
    if background != .standard { words.append("on \(background)") }
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    words += names.filter { attributes.contains($0.0) }.map(\.1)
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
