import OrderedCollections
import TagRuntime
package import TagSimulation

/// A number that stands for everything that the rows of a run say, the same on every machine and
/// however a wait was cut into steps.
///
/// It is the 64-bit hash FNV-1a of the texts of the rows, each with a zero byte behind it.
package struct TraceDigest: Sendable, Hashable {
  /// After how many rows a trace has one.
  package static let spacing = 64
  private static let prime: UInt64 = 0x100_0000_01B3

  /// How many rows are in it.
  private(set) var rows = 0
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// That of no rows.
  package init() {}

  /// As it is written: 16 digits.
  package var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Takes in the rows of a history up to a number of them.
  ///
  /// - Complexity: O(n) in the rows that are taken in.
  package mutating func takeIn(_ timeline: Timeline, upTo count: Int) {
    let all = timeline.rows
    while rows < min(count, all.count) {
      takeIn(all[rows].event)
      rows += 1
    }
  }

  private mutating func takeIn(_ event: EventRow) {
    takeIn(String(event.wall.milliseconds))
    takeIn(event.act)
    takeIn(event.name)
    takeIn(event.detail ?? "")
    takeIn(String(event.late))
    for hit in event.hits { takeIn(hit.map { String($0) } ?? "") }
    guard !event.hits.isEmpty || event.update != nil else { return }
    for hit in event.madeHits {
      takeIn(hit.maker.container)
      takeIn(hit.maker.tag)
      for (name, text) in hit.fields.elements {
        takeIn(name)
        takeIn(text)
      }
    }
    guard let update = event.update else { return }
    takeIn(JSONWriter.write(.map(update.update)))
    for (tag, words) in update.firedTags.elements {
      takeIn(tag.container)
      takeIn(tag.tag)
      takeIn(words)
    }
  }

  private mutating func takeIn(_ text: String) {
    for byte in text.utf8 { takeIn(byte) }
    takeIn(0)
  }

  private mutating func takeIn(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* Self.prime
  }
}
