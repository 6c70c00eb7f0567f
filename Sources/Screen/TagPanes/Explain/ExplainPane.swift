import TagRuntime
import TagSimulation
package import TagWords
import TerminalKit

/// The detailed explanation of the selection in the focused pane: always open where there is room.
package struct ExplainPane: PaneView {
  package static let pane = Pane.explain

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package let title = "Explain"

  /// The width from which there is a blank at the right.
  private static let roomyColumns = 50

  /// Returns the columns of the text: those of the pane without the one for the sign of the
  /// selection, and without a blank at the right where there is room.
  package static func textColumns(of columns: Int) -> Int {
    columns - (columns < roomyColumns ? 1 : 2)
  }

  package func lines(columns: Int) -> [Line] {
    context.page(
      of: explained, columns: Self.textColumns(of: columns), isWhole: !context.seesTags
    ).lines
      .map { Line(" ") + $0.line }
  }

  package func note(columns: Int) -> String { explained.heading(in: view) }

  /// The subject of the selected row in the pane with the focus.
  package var explained: Explained {
    context.focus == .explain
      ? context.view.explained : context.focus.view(in: context).explained
  }
}
