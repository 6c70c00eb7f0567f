import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The detailed explanation of the selection in the focused pane: a popup, and on a wide screen a
/// pane that is always open.
struct ExplainPane: PaneView {
  static let pane = Pane.explain

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func hints(_ hints: PaneHints) -> [KeyHint] {
    [.enter("follow"), .escape("back")] + hints.tries + hints.alter(hints.monitor.context.explained)
      + hints.copy
  }

  let title = "Explain"

  /// The width from which there is a blank at the right.
  private static let roomyColumns = 50

  /// Returns the columns of the text: those of the pane without the one for the sign of the
  /// selection, and without a blank at the right where there is room.
  static func textColumns(of columns: Int) -> Int { columns - (columns < roomyColumns ? 1 : 2) }

  func lines(columns: Int) -> [Line] {
    context.page(of: context.explained, columns: Self.textColumns(of: columns)).lines
      .map { Line(" ") + $0.line }
  }

  func note(columns: Int) -> String { context.explained.title(in: view) }

  /// The subject of the selected row in the pane that had the focus before.
  var explained: Explained {
    let pane = context.explainedPane
    return pane == .explain ? view.explained : pane.view(in: context).explained
  }
}
