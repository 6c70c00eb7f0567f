import TagRuntime
import TagSimulation
package import TagWords
import TerminalKit

/// The detailed explanation of the selection in the focused pane: a popup, and on a wide screen a
/// pane that is always open.
package struct ExplainPane: PaneView {
  package static let pane = Pane.explain

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package func hints(_ hints: PaneHints) -> [KeyHint] {
    [.enter("follow"), .escape("back")] + hints.tries + hints.alter(hints.context.explained)
      + hints.copy
  }

  package let title = "Explain"

  /// The width from which there is a blank at the right.
  private static let roomyColumns = 50

  /// Returns the columns of the text: those of the pane without the one for the sign of the
  /// selection, and without a blank at the right where there is room.
  package static func textColumns(of columns: Int) -> Int {
    columns - (columns < roomyColumns ? 1 : 2)
  }

  package func lines(columns: Int) -> [Line] {
    context.page(of: context.explained, columns: Self.textColumns(of: columns)).lines
      .map { Line(" ") + $0.line }
  }

  package func note(columns: Int) -> String { context.explained.title(in: view) }

  /// The subject of the selected row in the pane that had the focus before.
  package var explained: Explained {
    let pane = context.explainedPane
    return pane == .explain ? view.explained : pane.view(in: context).explained
  }
}
