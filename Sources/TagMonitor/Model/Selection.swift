import TagSimulation

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
