import OrderedCollections
import TagRuntime
package import TagSimulation

/// Pushes for as long as one likes, through the whole simulation with its history, with a data
/// layer that is nearly full.
///
/// An app with 20 tags pushes every five seconds; its thousand pushes come again and again, as
/// those of a block that is repeated. Every thousandth writes one of 48 texts of 1 MB. As
/// many would need more than the data layer may hold, and are refused.
///
/// A history holds `Timeline.stepLimit` steps. Where one is full, the world goes on in a new one:
/// that is a new run which begins where the old one ended.
package struct Soak: Sendable {
  /// How many bytes of memory a run may take in all.
  package static let memoryLimit = 400 << 20
  /// How many pushes lie between two looks at the memory.
  package static let pushesBetweenLooks = 100_000
  private static let period = Duration.seconds(5)
  private static let cycle = 1000
  private static let largeTexts = 48

  private let pushes: [DataMap]
  private let texts: [Value]
  private let tooMuch: DataMap
  private let size: HistorySize
  private var timeline: Timeline
  /// How many pushes were made.
  package private(set) var pushed = 0
  /// How many of them the data layer refused.
  package private(set) var refused = 0
  /// How many histories were begun.
  package private(set) var histories = 1
  /// How many steps the histories that are over held.
  package private(set) var steps = 0

  /// Prepares one, whose app is launched.
  ///
  /// - Parameter size: how much memory a history may take.
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

  /// How many bytes the data layer holds.
  package var dataLayerBytes: Int { timeline.live.runtime?.dataLayer.bytes ?? 0 }

  /// Goes on for so many pushes.
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
