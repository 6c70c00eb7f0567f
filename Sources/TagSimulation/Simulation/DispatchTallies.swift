import TagRuntime

/// What dispatches have come to so far, for each queue.
struct DispatchTallies: Sendable {
  struct Tally: Sendable, Hashable {
    var sent = 0
    var lost = 0
  }

  private var analytics = Tally()
  private var pixels = Tally()

  subscript(queue: HitQueue) -> Tally {
    get { queue == .pixels ? pixels : analytics }
    set { if queue == .pixels { pixels = newValue } else { analytics = newValue } }
  }
}
