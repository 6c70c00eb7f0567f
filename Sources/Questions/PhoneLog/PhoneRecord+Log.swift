import OrderedCollections
import TagRuntime

extension PhoneRecord {
  /// The number of bytes of a log that are read at a time.
  private static let pieceBytes = 65_536

  /// Reads a whole log; nil for a file without any line that occurs only in phone logs.
  ///
  /// - Complexity: O(n) in the length of the file.
  package init?(logOf bytes: [UInt8]) {
    // Queries can be in any file: without a message their hits need not be read to know that.
    guard !Self.isOther(bytes), LineScanner.shared.hasMessage(in: bytes) else { return nil }
    self.init(reading: bytes)
    if messageCount == 0 { return nil }
  }

  /// Reads a whole log, in pieces.
  package init(reading bytes: [UInt8]) {
    var reader = PhoneLogReader()
    self.init()
    var rest = bytes[...]
    while !rest.isEmpty {
      for entry in reader.read(rest.prefix(Self.pieceBytes)) { _ = take(entry) }
      rest = rest.dropFirst(Self.pieceBytes)
    }
    for entry in reader.finish() { _ = take(entry) }
    (lineCount, messageCount) = (reader.lineCount, reader.messageCount)
  }

  /// Whether a line of an SDK names a fault.
  package var namesFaults: Bool { flaws.contains { $0.kind == .sdkFault } }

  /// Whether a file begins like JSON or like an archive.
  private static func isOther(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x1F, 0x8B]) { return true }
    let signs = bytes.prefix(1000).drop { [0xEF, 0xBB, 0xBF].contains($0) }
      .filter { !ByteCursor.isBlank($0) && $0 != 0x0A && $0 != 0x0D }
    guard let first = signs.first else { return true }
    // A line of logcat may begin with a bracket, too.
    let second = signs.dropFirst().first
    return first == UInt8(ascii: "{")
      || first == UInt8(ascii: "[") && (second == UInt8(ascii: "{") || second == UInt8(ascii: "]"))
  }

  /// Returns the year of the log's first line, by what a line or a hit says of it; a log that says
  /// nothing ends in the present year.
  package func firstYear(present: Int) -> Int {
    saidYear ?? present
      - ((events.map(\.time) + hits.map(\.time)).compactMap(\.?.newYears).max() ?? 0)
  }

  /// The year of the log's first line; nil if nothing says it.
  package var saidYear: Int? {
    let times = events.lazy.map(\.time) + hits.lazy.map(\.time)
    if let time = times.first(where: { $0?.year != nil }), let year = time?.year {
      return year - (time?.newYears ?? 0)
    }
    guard let hit = hits.first(where: { $0.stamp != nil }), let stamp = hit.stamp else {
      return nil
    }
    let year = CivilDate(dayNumber: stamp.dayAndTime.dayNumber).year
    guard let time = hit.time else { return year }
    // At New Year the phone and Greenwich may be in different years.
    return (year - 1...year + 1).map { $0 - time.newYears }.min {
      abs((time.wall(inYear: $0) - stamp).wholeMilliseconds)
        < abs((time.wall(inYear: $1) - stamp).wholeMilliseconds)
    }
  }

  /// Whether the log is from Android; nil if nothing says so.
  package var isOfAndroid: Bool? {
    if let platform = uploads.lazy.compactMap({ $0.fields["platform"]?.text }).first {
      return platform == "android"
    }
    for fact in facts {
      switch fact {
      case .firebaseForAndroid: return true
      case .firebaseForIOS, .analyticsForIOS: return false
      case .container, .app: continue
      }
    }
    if let form = events.first?.form, form != .plain { return form == .logcat }
    return hits.lazy.compactMap { $0["_v"] }.first.map { $0.hasPrefix("ma") }
  }
}
