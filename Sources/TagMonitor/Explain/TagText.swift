import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What became of a tag of the event, in signs and words; for the tags, the way of an event and the
/// explanation.
struct TagText: ScreenPart {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func sign(of fate: TagFate) -> Line {
    if fate.isTrouble { return signs.attention }
    return fate.kind.didFire ? signs.yes : signs.no
  }
}
