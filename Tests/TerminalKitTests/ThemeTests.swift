import Testing

@testable import TerminalKit

/// The colours that stand for a role, theme by theme.
struct ThemeTests {
  private static let styles = Role.allCases.flatMap { role in
    [Style(role: role), Style(role: role, attributes: .chip)]
  }

  @Test(arguments: Theme.allCases) func aThemeNeedsFewPairsOfColours(_ theme: Theme) {
    for colors in [8, 16, 256] {
      let looks = Self.styles.map { theme.look(of: $0, colors: colors) }
      let pairs = Set(looks.map { [$0.foreground, $0.background] })
      #expect(pairs.count <= 16, "of the 64 that a terminal of eight colours has")
    }
  }

  @Test func withoutColoursOnlyAttributesAreLeft() {
    for theme in Theme.allCases {
      for style in Self.styles {
        let look = theme.look(of: style, colors: 0)
        #expect(look.foreground == .standard && look.background == .standard)
        #expect(look == Theme.mono.look(of: style))
      }
    }
  }

  /// Text sets the foreground alone, so that it stands on the user's own ground; a chip sets both.
  @Test(arguments: [Theme.standard, .light]) func aChipSetsBothColours(_ theme: Theme) {
    for role in [Role.fired, .attention, .lost] {
      #expect(theme.look(of: Style(role: role)).background == .standard)
      let chip = theme.look(of: Style(role: role).chip)
      #expect(chip.foreground != .standard && chip.background != .standard)
    }
  }

  /// No black made bright, which vanishes on some terminals, and no role by hue alone: where
  /// fired and attention stand in one column they differ from plain text and from each other.
  @Test(arguments: Theme.allCases) func firedAndAttentionAreToldApart(_ theme: Theme) {
    let looks = [Style.fired, .attention, .lost].map { theme.look(of: $0) }
    #expect(Set(looks).count == 3)
  }

  @Test func colourBlindHasNoGreen() {
    for style in Self.styles {
      let look = Theme.colourBlind.look(of: style)
      #expect(look.foreground != .green && look.background != .green)
    }
    let blue = Theme.colourBlind.look(of: .fired, colors: 256)
    let orange = Theme.colourBlind.look(of: .attention, colors: 256)
    #expect([blue.foreground.number, orange.foreground.number] == [39, 214])
  }

  @Test(arguments: [
    ("default", Theme.standard), ("light", .light), ("high-contrast", .highContrast),
    ("colour-blind", .colourBlind), ("color-blind", .colourBlind), ("mono", .mono),
    ("dark", .standard),
  ])
  func everyThemeHasItsName(_ name: String, _ theme: Theme) {
    #expect(Theme(name: name) == theme)
  }

  @Test func whatIsSelectedHasOneLook() {
    #expect(Style.attention.strong.over(.selection) == .selection)
    #expect(Style.fired.over(.bold) == .fired.strong)
    #expect(Style.plain.over(.dim) == .dim)
  }
}
