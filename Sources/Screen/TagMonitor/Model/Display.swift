import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
package import TerminalKit

/// How the monitor looks, and what its keys are.
package struct Display: Sendable {
  /// The characters for borders and signs.
  package var borders: Borders
  /// The colours of the roles, on a screen with colours.
  package var theme = Theme.standard
  /// Whether the screen has colours and the user wants them.
  package var hasColors = true
  /// Whether the monitor handles the mouse; otherwise the mouse selects text in the terminal.
  package var wantsMouse = true
  /// The size of the screen as last drawn; it limits scrolling.
  var size = Size(columns: 120, rows: 40)
  var preset = Layout.Preset.auto
  /// The pane sizes as last decided; nil if they must be decided again.
  @Boxed var sizes: DecidedSizes?
  /// The visible tab in the tabbed half of a small screen.
  var tab = Pane.tags
  var isZoomed = false
  /// Whether the display suits a screen reader: one pane, no lines, words for signs.
  var isReader = false
  /// Whether the last input scrolled a pane by wheel, so that its selected row may be out of sight.
  var isScrolledByWheel = false
  /// The key bindings, and the lines that are typed.
  @Boxed var keyboard = Keyboard()

  init(borders: Borders) { self.borders = borders }
}

/// The sizes of the panes, as last decided.
///
/// They are decided when the focus, the chapter, the size of the window, or the open parts change;
/// in between a pane only grows into blank rows of its column, so that nothing jumps.
struct DecidedSizes: Sendable {
  /// The circumstances of the decision.
  struct Occasion: Sendable, Hashable {
    var size: Size
    var state: LayoutState
    var chapter: String?
    var opened: Explained?
  }

  var occasion: Occasion
  /// The rows that the panes needed last.
  var needs: [Pane: Int]
  /// The rows that the panes got.
  var rows: [Pane: Int]
}
