import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The long answer to what the pane with the keys shows: a popup, and on a wide screen a pane that
/// is always open.
struct ExplainPane: PaneView {
  static let pane = Pane.explain

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  let title = "Explain"

  /// One column is kept for the sign of the selection.
  func lines(columns: Int) -> [Line] {
    context.page(of: context.explained, columns: columns - 1).lines.map { Line(" ") + $0.line }
  }

  func note(columns: Int) -> String { context.explained.title(in: view) }

  /// With the keys it goes on explaining the tag that is selected.
  var explained: Explained {
    view.tags.isEmpty ? view.explained : view.explained(tag: context.selection.tag)
  }
}
