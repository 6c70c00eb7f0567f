import TagRuntime

/// What dispatches have come to so far, for each queue.
struct DispatchTallies: Sendable {
  struct Tally: Sendable, Hashable {
    var sent = 0
    var lost = 0
  }

  private var analytics = Tally()
  private var pixels = Tally()
  private var firebase = Tally()

  subscript(queue: HitQueue) -> Tally {
    get {
      switch queue {
      case .analytics: analytics
      case .pixels: pixels
      case .firebase: firebase
      }
    }
    set {
      switch queue {
      case .analytics: analytics = newValue
      case .pixels: pixels = newValue
      case .firebase: firebase = newValue
      }
    }
  }
}
