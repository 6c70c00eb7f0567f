import OrderedCollections
import TagRuntime
package import TagSimulation
import TagWords
import TextKit

/// A hash of the content of all rows of a run, the same on every machine and however a wait was
/// split into steps.
///
/// It is the 64-bit hash FNV-1a of the texts of the rows, each followed by a zero byte.
package struct TraceDigest: Sendable, Hashable {
  /// The number of rows between two digests of a trace.
  package static let spacing = 64

  fileprivate(set) var rows = 0
  fileprivate var digest = TextDigest()

  /// Creates the digest of no rows.
  package init() {}

  /// The digest as text: 16 digits.
  package var text: String { digest.text }

  /// Adds the rows of a history up to a number.
  ///
  /// - Complexity: O(1) if the history has the digests of its rows, else O(n) in the added rows.
  package mutating func takeIn(_ timeline: Timeline, upTo count: Int) {
    let count = min(count, timeline.rowCount)
    if rows < count, let known = timeline.reader(RowDigests.self) { self = known[count] }
    while rows < count { takeIn(timeline.row(at: rows + 1).event) }
  }

  fileprivate mutating func takeIn(_ event: EventRow) {
    rows += 1
    takeIn(String(event.wall.milliseconds))
    takeIn(event.act)
    takeIn(event.name)
    takeIn(event.detail ?? "")
    takeIn(String(event.late))
    for hit in event.hits { takeIn(hit.map { String($0) } ?? "") }
    guard !event.hits.isEmpty || event.update != nil else { return }
    for hit in event.madeHits() {
      takeIn(hit.maker.container)
      takeIn(hit.maker.tag)
      for (name, text) in hit.fields.elements {
        takeIn(name)
        takeIn(text)
      }
    }
    guard let update = event.update else { return }
    takeIn(JSONWriter.write(.map(update.update)))
    for (tag, words) in update.firedTags().elements {
      takeIn(tag.container)
      takeIn(tag.tag)
      takeIn(words)
    }
  }

  private mutating func takeIn(_ text: String) {
    digest.add(text)
    digest.add(0)
  }
}

/// The digest after every row of a run, taken when the row is made.
package struct RowDigests: RowReader {
  private var last = TraceDigest()
  private var digests: [TextDigest] = []

  package init() {}

  subscript(rows: Int) -> TraceDigest {
    var digest = TraceDigest()
    if rows > 0 { (digest.rows, digest.digest) = (rows, digests[rows - 1]) }
    return digest
  }

  package mutating func read(_ row: EventRow, number: Int) {
    last.takeIn(row)
    digests.append(last.digest)
  }

  package mutating func forget(after number: Int) {
    digests.removeSubrange(number...)
    last = self[number]
  }
}
