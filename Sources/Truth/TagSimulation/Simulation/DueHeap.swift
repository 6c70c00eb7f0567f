import TagRuntime

/// The order of due events: a heap in which each entry has up to four children, none of which
/// precedes it.
///
/// An entry is three words that can be copied as they are, and an entry that sinks or rises is
/// written once, at its final place. A heap of whole events takes two and a half times as long.
struct DueHeap: Sendable {
  /// The due time of an event, and its slot.
  struct Entry: Sendable {
    let due: Instant
    let sequence: Int
    let launch: Int32
    let slot: Int32

    @inline(__always)
    func precedes(_ other: Entry) -> Bool {
      due < other.due || (due == other.due && sequence < other.sequence)
    }
  }

  /// All entries; the first one precedes all others.
  private(set) var entries: [Entry] = []

  /// Inserts an entry in its place.
  ///
  /// - Complexity: O(log n).
  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    entries.withUnsafeMutableBufferPointer { heap in
      var hole = heap.count - 1
      while hole > 0 {
        let above = (hole - 1) / 4
        if !entry.precedes(heap[above]) { break }
        heap[hole] = heap[above]
        hole = above
      }
      heap[hole] = entry
    }
  }

  /// Removes the first entry, which must exist.
  ///
  /// - Complexity: O(log n).
  mutating func removeFirst() {
    let last = entries.removeLast()
    if entries.isEmpty { return }
    entries.withUnsafeMutableBufferPointer { heap in
      var hole = 0
      while true {
        var least = 4 * hole + 1
        if least >= heap.count { break }
        for below in least..<min(least + 4, heap.count) where heap[below].precedes(heap[least]) {
          least = below
        }
        if !heap[least].precedes(last) { break }
        heap[hole] = heap[least]
        hole = least
      }
      heap[hole] = last
    }
  }
}
