/// The meaning of a cell's text, and its attributes.
///
/// A style names no colour. A ``Theme`` decides which colours a role has when the terminal or a
/// picture is drawn.
package struct Style: Sendable, Hashable {
  /// The terminal's own colours and no attribute.
  package static let plain = Style()
  /// Plain and bold.
  package static let bold = Style(attributes: .bold)
  /// Plain and underlined.
  package static let underline = Style(attributes: .underline)
  /// Fired, sent, held, true.
  package static let fired = Style(role: .fired)
  /// Something that needs attention.
  package static let attention = Style(role: .attention)
  /// Lost, failed, an error.
  package static let lost = Style(role: .lost)
  package static let past = Style(role: .past, attributes: .chip)
  /// A container that only this phone has.
  package static let preview = Style(role: .preview, attributes: .chip)
  /// Focus and keys.
  package static let accent = Style(role: .accent)
  /// The selected row of the focused pane.
  package static let selection = Style(role: .selection, attributes: .chip)
  /// Times, numbers, secondary text.
  package static let dim = Style(role: .dim)

  /// The meaning of the text; nil for plain text.
  package var role: Role?
  /// Bold, underlined, a chip.
  package var attributes: Attributes = []

  package var strong: Style { Style(role: role, attributes: attributes.union(.bold)) }

  /// This style as a chip: a run of cells with a background colour.
  package var chip: Style { Style(role: role, attributes: attributes.union(.chip)) }

  /// This style on top of `below`: its role takes precedence, and attributes are combined.
  ///
  /// In a selected row, the selection overrides the roles of state; signs and words still show
  /// them.
  package func over(_ below: Style) -> Style {
    if below.role == .selection { return below }
    return Style(role: role ?? below.role, attributes: attributes.union(below.attributes))
  }
}

/// The meaning of a text. Colour shows state, and only state.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// Fired, sent, held, true.
  case fired
  /// Fired without effect, no key, stale, offline, late, the condition that failed.
  case attention
  /// Lost, failed, an error.
  case lost
  /// Looking back: the chip and the place on the strip.
  case past
  /// A container that only this phone has.
  case preview
  /// Focus, keys in the key line.
  case accent
  /// The selected row of the focused pane.
  case selection
  /// Times, numbers, folded rows, secondary text.
  case dim
}

// MARK: - Attributes

extension Style {
  /// The attributes that a style adds to its role.
  package struct Attributes: OptionSet, Sendable, Hashable {
    /// Brighter or heavier.
    package static let bold = Attributes(rawValue: 1)
    package static let underline = Attributes(rawValue: 2)
    /// With a background colour, which the theme defines for the role.
    package static let chip = Attributes(rawValue: 4)

    /// The bits of the set.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }
}
