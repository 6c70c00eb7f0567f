/// The dispatchers of all queues.
struct Dispatchers: Sendable {
  private var analytics: Dispatcher
  private var pixels: Dispatcher
  private var firebase: Dispatcher

  init(_ settings: Settings) {
    analytics = Dispatcher(.analytics(settings), interval: settings.dispatchInterval)
    pixels = Dispatcher(.pixels(settings), interval: settings.dispatchInterval)
    // Firebase has its own time for uploads, and no period.
    firebase = Dispatcher(.firebase(settings), interval: nil)
  }

  subscript(queue: HitQueue) -> Dispatcher {
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
