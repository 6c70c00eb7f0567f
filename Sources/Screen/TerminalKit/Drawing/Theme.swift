/// The looks of the roles: eight lines, and nothing more.
///
/// Words and signs accompany every colour, so that ``mono`` loses nothing.
package enum Theme: String, Sendable, Hashable, CaseIterable {
  /// For light text on a dark ground, with the terminal's own palette.
  case standard = "default"
  /// For dark text on a light ground.
  case light
  /// Bright and bold.
  case highContrast = "high-contrast"
  /// Without green; uses blue and orange on terminals that have them.
  case colourBlind = "colour-blind"
  /// No colours at all.
  case mono

  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The names from an earlier version, and alternatives that users try.
  private static let otherNames: [String: Theme] = [
    "dark": .standard, "color-blind": .colourBlind, "monochrome": .mono,
  ]

  /// The theme with a name; nil if there is none.
  package init?(name: String) {
    guard let theme = Theme(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = theme
  }

  /// The looks of a role: as text, and as a chip.
  struct Looks: Sendable {
    var text: Look
    var chip: Look

    init(_ text: Look, chip: Look? = nil) {
      self.text = text
      self.chip = chip ?? text
    }
  }

  /// Returns the look of a style on a screen with a number of colours: 0 has none, 8 is the
  /// terminal's own palette, and 256 adds finer shades.
  ///
  /// - Complexity: O(1)
  package func look(of style: Style, colors: Int = 8) -> Look {
    let theme = colors < 8 ? .mono : self
    var look = Look.plain
    if let role = style.role {
      let looks = theme.looks(of: role)
      look = style.attributes.contains(.chip) ? looks.chip : looks.text
      if colors >= 256 { look.refine() }
    }
    if style.attributes.contains(.bold) { look.attributes.insert(.bold) }
    if style.attributes.contains(.underline) { look.attributes.insert(.underline) }
    return look
  }

  // MARK: The table

  private func looks(of role: Role) -> Looks {
    switch self {
    case .standard: Self.standardLooks(role)
    case .light: Self.lightLooks(role)
    case .highContrast: Self.highContrastLooks(role)
    case .colourBlind: Self.colourBlindLooks(role)
    case .mono: Self.monoLooks(role)
    }
  }

  private static func standardLooks(_ role: Role) -> Looks {
    switch role {
    case .fired: Looks(Look(.green, shade: 114), chip: Look(.black, on: .green))
    case .attention: Looks(Look(.yellow, shade: 221), chip: Look(.black, on: .yellow))
    case .lost: Looks(Look(.red, shade: 203), chip: Look(.white, on: .red))
    case .past: Looks(Look(.black, on: .magenta))
    case .preview: Looks(Look(.white, on: .blue))
    case .accent: Looks(Look(.cyan, .bold))
    case .selection: Looks(Look(.black, on: .cyan))
    case .dim: Looks(Look(.dim))
    }
  }

  private static func lightLooks(_ role: Role) -> Looks {
    switch role {
    case .fired: Looks(Look(.green, shade: 28), chip: Look(.white, on: .green))
    case .attention: Looks(Look(.magenta, shade: 127), chip: Look(.white, on: .magenta))
    case .lost: Looks(Look(.red, .bold), chip: Look(.white, on: .red, .bold))
    case .past: Looks(Look(.black, on: .cyan))
    case .preview: Looks(Look(.white, on: .blue))
    case .accent: Looks(Look(.blue, .bold))
    case .selection: Looks(Look(.white, on: .black))
    case .dim: Looks(Look(.dim))
    }
  }

  private static func highContrastLooks(_ role: Role) -> Looks {
    switch role {
    case .fired: Looks(Look(.green, .bold), chip: Look(.black, on: .green, .bold))
    case .attention: Looks(Look(.yellow, .bold), chip: Look(.black, on: .yellow, .bold))
    case .lost: Looks(Look(.white, on: .red, .bold))
    case .past: Looks(Look(.black, on: .cyan))
    case .preview: Looks(Look(.white, on: .blue, .bold))
    case .accent: Looks(Look(.white, .bold))
    case .selection: Looks(Look(.black, on: .white))
    case .dim: Looks(.plain)
    }
  }

  private static func colourBlindLooks(_ role: Role) -> Looks {
    switch role {
    case .fired: Looks(Look(.cyan, shade: 39), chip: Look(.black, on: .cyan))
    case .attention: Looks(Look(.yellow, shade: 214), chip: Look(.black, on: .yellow))
    case .lost: Looks(Look(.white, on: .red, .bold))
    case .past: Looks(Look(.black, on: .magenta))
    case .preview: Looks(Look(.white, on: .blue))
    case .accent: Looks(Look(.white, .bold))
    case .selection: Looks(Look(.black, on: .white))
    case .dim: Looks(Look(.dim))
    }
  }

  private static func monoLooks(_ role: Role) -> Looks {
    switch role {
    case .fired: Looks(.plain)
    case .attention: Looks(Look(.bold))
    case .lost: Looks(Look([.bold, .reverse]))
    case .past, .preview, .selection: Looks(Look(.reverse))
    case .accent: Looks(Look(.bold))
    case .dim: Looks(Look(.dim))
    }
  }
}

/// The look of a cell on a terminal or in a picture.
package struct Look: Sendable, Hashable {
  /// The terminal's own colours and no attribute.
  package static let plain = Look([])

  package var foreground: Color
  /// The colour behind the text.
  package var background: Color
  /// Bold, dim, underline, reverse.
  package var attributes: Attributes
  /// The finer shade of the text, for terminals with 256 colours.
  private var shade: Color?

  init(
    _ foreground: Color, on background: Color = .standard, _ attributes: Attributes = [],
    shade: UInt8? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.shade = shade.map(Color.init(number:))
  }

  init(_ attributes: Attributes) { self.init(.standard, attributes) }

  fileprivate mutating func refine() {
    if let shade { foreground = shade }
  }

  /// The attributes that every terminal can show, with or without colour.
  package struct Attributes: OptionSet, Sendable, Hashable {
    /// Brighter or heavier.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter.
    package static let dim = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 8)

    /// The bits of the set.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }
}

/// A colour of a terminal.
package struct Color: Sendable, Hashable {
  /// The user's own colour for text or background.
  package static let standard = Color(rawValue: 0)
  /// ANSI colour 0.
  package static let black = Color(number: 0)
  /// ANSI colour 1.
  package static let red = Color(number: 1)
  /// ANSI colour 2.
  package static let green = Color(number: 2)
  /// ANSI colour 3.
  package static let yellow = Color(number: 3)
  /// ANSI colour 4.
  package static let blue = Color(number: 4)
  /// ANSI colour 5.
  package static let magenta = Color(number: 5)
  /// ANSI colour 6.
  package static let cyan = Color(number: 6)
  /// ANSI colour 7.
  package static let white = Color(number: 7)

  /// 0 for the user's own colour, otherwise one more than the number in the palette.
  package let rawValue: UInt16

  private init(rawValue: UInt16) { self.rawValue = rawValue }

  init(number: UInt8) { self.init(rawValue: UInt16(number) + 1) }

  /// The number in the palette; nil for the user's own colour.
  var number: Int? { rawValue == 0 ? nil : Int(rawValue) - 1 }
}
