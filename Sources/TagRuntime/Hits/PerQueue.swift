/// One value for each queue of hits.
public struct PerQueue<Element: Sendable>: Sendable {
  private var analytics: Element
  private var pixels: Element
  private var firebase: Element

  /// Creates the values, queue by queue.
  public init(_ make: (HitQueue) -> Element) {
    analytics = make(.analytics)
    pixels = make(.pixels)
    firebase = make(.firebase)
  }

  /// The value of a queue.
  public subscript(queue: HitQueue) -> Element {
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
