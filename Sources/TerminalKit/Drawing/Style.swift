/// How a cell is meant: what its text stands for, and attributes.
///
/// A style names no colour. Which colours a role has is the business of a ``Theme``, which the
/// terminal and the pictures ask when they draw.
package struct Style: Sendable, Hashable {
  /// The terminal's own colours and no attribute.
  package static let plain = Style()
  /// Plain and bold.
  package static let bold = Style(attributes: .bold)
  /// Plain and underlined.
  package static let underline = Style(attributes: .underline)
  /// Fired, sent, held, true.
  package static let fired = Style(role: .fired)
  /// Something that wants to be looked at.
  package static let attention = Style(role: .attention)
  /// Lost, failed, an error.
  package static let lost = Style(role: .lost)
  /// Where the past is looked at.
  package static let past = Style(role: .past, attributes: .chip)
  /// A container that only this phone has.
  package static let preview = Style(role: .preview, attributes: .chip)
  /// Focus and keys.
  package static let accent = Style(role: .accent)
  /// The selected row of the focused pane.
  package static let selection = Style(role: .selection, attributes: .chip)
  /// Times, numbers, secondary text.
  package static let dim = Style(role: .dim)

  /// What the text stands for; nil for text that stands for itself.
  package var role: Role?
  /// Bold, underlined, a chip.
  package var attributes: Attributes

  /// Creates a style; what is left out is plain.
  package init(role: Role? = nil, attributes: Attributes = []) {
    self.role = role
    self.attributes = attributes
  }

  /// This style, bold.
  package var strong: Style { Style(role: role, attributes: attributes.union(.bold)) }

  /// This style as a chip: a run of cells with a ground of its own.
  package var chip: Style { Style(role: role, attributes: attributes.union(.chip)) }

  /// This style laid over `below`: a role wins over one below it, attributes are united.
  ///
  /// Inside a selected row the roles of state give way: one look, the signs and words remain.
  package func over(_ below: Style) -> Style {
    if below.role == .selection { return below }
    return Style(role: role ?? below.role, attributes: attributes.union(below.attributes))
  }
}

/// What a text stands for. Colour means state, and only state.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// Fired, sent, held, true.
  case fired
  /// Fired and nothing ran, no key, stale, offline, late, the condition that failed.
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
  /// What a style adds to its role.
  package struct Attributes: OptionSet, Sendable, Hashable {
    /// Brighter or heavier.
    package static let bold = Attributes(rawValue: 1)
    /// Underlined.
    package static let underline = Attributes(rawValue: 2)
    /// On a ground of its own, as the theme has it for the role.
    package static let chip = Attributes(rawValue: 4)

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
  /// The style in words, as golden files show it: `attention chip bold`, or `plain`.
  package var description: String {
    var words = role.map { [$0.rawValue] } ?? []
    let names: [(Attributes, String)] = [
      (.chip, "chip"), (.bold, "bold"), (.underline, "underline"),
    ]
    words += names.filter { attributes.contains($0.0) }.map(\.1)
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
