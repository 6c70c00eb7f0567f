import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// The outcome of a tag at the event, in signs and words; for the tags pane, the journey of an
/// event and the explanation.
package struct TagText: ScreenPart {
  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  func sign(of fate: TagFate) -> Line {
    if fate.isTrouble { return signs.attention }
    return fate.kind.didFire ? signs.yes : signs.no
  }
}
