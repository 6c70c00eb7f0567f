import TagRuntime

/// The acts of a run in order, packed: a run may have a million of them, and most are short lines
/// that a program typed.
package struct TracedActs: Sendable, RandomAccessCollection {
  /// An act without its texts.
  private struct Entry: Sendable, Equatable {
    enum Kind: UInt8, Sendable {
      case told, began, passed, ended, line, due, cut, teardown
    }

    /// The instant of its moment, in milliseconds.
    var at: Int64 = 0
    /// The milliseconds that passed, the row, or the start of the line in the texts.
    var number: Int64 = 0
    /// The length of the line in bytes.
    var length: UInt32 = 0
    /// The number of rows of its moment; negative if it has none.
    var rows: Int32 = -1
    /// The place of the name of a line's source among the sources.
    var source: UInt32 = 0
    var kind: Kind
  }

  private var entries: [Entry] = []
  /// The typed lines, one after the other.
  private var texts: [UInt8] = []
  private var lineCount = 0
  /// The names of the sources of lines; lines from one source in a row share its name.
  private var sources: [String] = []

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(place: Int) -> TracedAct {
    let entry = entries[place]
    return TracedAct(
      action: action(of: entry),
      moment: entry.rows < 0
        ? nil
        : TracedAct.Moment(at: Instant(milliseconds: entry.at), rows: Int(entry.rows)))
  }

  /// The memory that the typed lines take, in bytes; there is no other bound on these.
  var typedBytes: Int {
    lineCount * MemoryLayout<Entry>.stride + texts.count
      + sources.count * MemoryLayout<String>.stride
  }

  private func action(of entry: Entry) -> TracedAct.Action {
    switch entry.kind {
    case .told: return .told
    case .began: return .began
    case .passed: return .passed(entry.number)
    case .ended: return .ended
    case .line:
      let bytes = texts[Int(entry.number)...].prefix(Int(entry.length))
      return .line(String(decoding: bytes, as: UTF8.self), from: sources[Int(entry.source)])
    case .due: return .due
    case .cut: return .cut(row: Int(entry.number))
    case .teardown: return .teardown
    }
  }

  mutating func append(_ act: TracedAct) {
    var entry: Entry
    switch act.action {
    case .told: entry = Entry(kind: .told)
    case .began: entry = Entry(kind: .began)
    case .passed(let milliseconds): entry = Entry(number: milliseconds, kind: .passed)
    case .ended: entry = Entry(kind: .ended)
    case .line(let line, let source):
      entry = Entry(
        number: Int64(texts.count), length: UInt32(line.utf8.count), source: place(of: source),
        kind: .line)
      texts.append(contentsOf: line.utf8)
      lineCount += 1
    case .due: entry = Entry(kind: .due)
    case .cut(let row): entry = Entry(number: Int64(row), kind: .cut)
    case .teardown: entry = Entry(kind: .teardown)
    }
    if let moment = act.moment {
      (entry.at, entry.rows) = (moment.at.milliseconds, Int32(moment.rows))
    }
    entries.append(entry)
  }

  mutating func append(contentsOf acts: some Sequence<TracedAct>) {
    for act in acts { append(act) }
  }

  /// Returns the number of first acts that are equal.
  func sharedCount(with other: TracedActs) -> Int {
    let count = Swift.min(count, other.count)
    return (0..<count).first { place in
      let isPlain = entries[place].kind != .line && entries[place] == other.entries[place]
      return !isPlain && self[place] != other[place]
    } ?? count
  }

  /// Removes the acts after the first ones.
  ///
  /// - Parameter count: the number of acts to keep.
  mutating func cut(to count: Int) {
    guard count < entries.count else { return }
    if let line = entries[count...].first(where: { $0.kind == .line }) {
      texts.removeSubrange(Int(line.number)...)
      lineCount -= entries[count...].count { $0.kind == .line }
    }
    entries.removeSubrange(count...)
  }

  /// Replaces the last act.
  mutating func replaceLast(with act: TracedAct) {
    cut(to: count - 1)
    append(act)
  }

  private mutating func place(of source: String) -> UInt32 {
    if sources.last != source { sources.append(source) }
    return UInt32(sources.count - 1)
  }
}
