import ScenarioEngine
import TagRuntime
import TagSimulation

/// What the user has chosen and scrolled to, pane by pane; no part of the world.
struct Selection: Sendable {
  /// The place of the selected tag among those of the event.
  var tag = 0
  /// The selected hit of the queue.
  var hit = SelectedHit()
  /// What is chosen and typed on the phone.
  var phone = Phone()
  /// The least serious level that the log shows.
  var logLevel = LogLevel.verbose
  /// How many lines a pane was scrolled by; those of the log count from its end.
  var scrolls: [Pane: Int] = [:]

  /// Finds its place again in a world that has changed.
  mutating func follow(in view: WorldView) {
    tag = min(tag, max(0, view.tags.count - 1))
    hit.follow(in: view.hits)
  }
}

/// Which hit of the queue is selected.
///
/// It is followed by its number, so that it stays selected while it goes from the phone to the
/// collector and others come and go.
struct SelectedHit: Sendable, Hashable {
  /// Its place among the hits that are shown.
  private(set) var index = 0
  private var id: Int64?

  /// Selects another; one beyond the ends is the last or the first.
  mutating func select(_ index: Int, of hits: [HitStory]) {
    self.index = min(max(0, index), max(0, hits.count - 1))
    id = hits.indices.contains(self.index) ? hits[self.index].id : nil
  }

  /// Finds its place again; where it is not among the hits, another one is selected until it is.
  mutating func follow(in hits: [HitStory]) {
    let place = id.flatMap { id in hits.firstIndex { $0.id == id } }
    index = min(place ?? index, max(0, hits.count - 1))
  }
}
