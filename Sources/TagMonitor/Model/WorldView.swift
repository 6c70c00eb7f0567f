import TagRuntime
import TagSimulation

/// The world as of the event that is looked at.
struct WorldView: Sendable {
  /// The row that is looked at; nil before the first.
  var row: Timeline.Row?
  /// Whether this is the present.
  var isLive: Bool
  /// The world.
  var simulation: Simulation
  /// The steps after which this is the world; log lines up to it are shown.
  var step: Int
  /// The nearest row with an event, at or before the row.
  var eventRow: Timeline.Row?
  /// The update of that row with its explanation.
  var update: UpdateRecord?
  /// The data layer right after the row.
  var dataLayer: DataLayer

  /// The race of an opener that waits, or that has just handed out its container.
  var race: OpenRace?

  /// The clock of the phone.
  var clock: CivilTime { simulation.world.zone.civil(at: simulation.now.wall) }

  /// The time of a row, such as "23:58:40".
  func time(of wall: WallTime) -> String { simulation.world.zone.civil(at: wall).timeText }
}
