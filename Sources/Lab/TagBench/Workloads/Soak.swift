import OrderedCollections
import TagRuntime
package import TagSimulation

/// Pushes for any length of time through the whole simulation with its history, with a data layer
/// that is nearly full.
///
/// An app with 20 tags pushes every five seconds; its thousand pushes repeat like those of a
/// repeated block. Every thousandth push writes one of 48 texts of 1 MB. As many other pushes would
/// exceed the data layer's limit, and are refused.
///
/// A history holds `Timeline.stepLimit` steps. When one is full, the world continues in a new
/// history, as a new run that begins where the old one ended.
package struct Soak: Sendable {
  /// The most bytes of memory that a run may take in total.
  package static let memoryLimit = 400 << 20
  /// The number of pushes between two checks of the memory.
  package static let pushesBetweenLooks = 100_000
  private static let period = Duration.seconds(5)
  private static let cycle = 1000
  private static let largeTexts = 48

  private let pushes: [DataMap]
  private let texts: [Value]
  private let tooMuch: DataMap
  private let size: HistorySize
  private var timeline: Timeline
  package private(set) var pushed = 0
  /// The number of pushes that the data layer refused.
  package private(set) var refused = 0
  package private(set) var histories = 1
  /// The number of steps in the finished histories.
  package private(set) var steps = 0

  /// Prepares a soak with a launched app.
  ///
  /// - Parameter size: the memory limit of a history.
  package init(size: HistorySize = HistorySize()) throws(WorkloadFailure) {
    self.size = size
    pushes = Pushes.session(Self.cycle)
    let texts = (0..<Self.largeTexts).map { number in
      Value.string(String(repeating: "text \(number % 10)  ", count: Limits.stringBytes / 8))
    }
    self.texts = texts
    let count = Limits.dataLayerBytes / Limits.stringBytes
    tooMuch = ["more": .list(Array(repeating: texts[0], count: count))]
    timeline = Timeline(try BenchWorld.history(.session()).live, size: size)
  }

  /// The number of bytes in the data layer.
  package var dataLayerBytes: Int { timeline.live.runtime?.dataLayer.bytes ?? 0 }

  /// Continues for a number of pushes.
  ///
  /// - Complexity: O(n) in the pushes.
  package mutating func go(on count: Int) throws(WorkloadFailure) {
    for _ in 0..<count {
      if timeline.isFull { beginHistory() }
      timeline.wait(Self.period)
      if timeline.isFull { beginHistory() }
      let before = timeline.refusals.count
      try timeline.act(.app(.push(next)))
      refused += timeline.refusals.count - before
      pushed += 1
    }
  }

  private mutating func beginHistory() {
    steps += timeline.stepCount
    timeline = Timeline(timeline.live, size: size)
    histories += 1
  }

  private var next: DataMap {
    let round = pushed / Self.cycle
    return switch pushed % Self.cycle {
    case 500: ["large.text\(round % Self.largeTexts)": texts[round % Self.largeTexts]]
    case 750: tooMuch
    default: pushes[pushed % Self.cycle]
    }
  }
}
