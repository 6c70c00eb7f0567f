/// The dispatchers of both queues.
struct Dispatchers: Sendable {
  private var analytics: Dispatcher
  private var pixels: Dispatcher

  init(_ settings: Settings) {
    analytics = Dispatcher(.analytics(settings), interval: settings.dispatchInterval)
    pixels = Dispatcher(.pixels(settings), interval: settings.dispatchInterval)
  }

  subscript(queue: HitQueue) -> Dispatcher {
    get {
      switch queue {
      case .analytics: analytics
      case .pixels: pixels
      }
    }
    set {
      switch queue {
      case .analytics: analytics = newValue
      case .pixels: pixels = newValue
      }
    }
  }
}
