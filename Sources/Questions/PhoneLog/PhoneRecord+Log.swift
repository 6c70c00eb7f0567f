import TagRuntime

extension PhoneRecord {
  /// The number of bytes of a log that are read at a time.
  private static let pieceBytes = 65_536

  /// Reads a whole log; nil for a file without any line that occurs only in phone logs.
  ///
  /// - Complexity: O(n) in the length of the file.
  package init?(logOf bytes: [UInt8]) {
    // Queries can be in any file: without a message their hits need not be read to know that.
    guard !Self.isOther(bytes), MarkerScanner().hasMessage(in: bytes) else { return nil }
    var reader = PhoneLogReader()
    self.init()
    var rest = bytes[...]
    while !rest.isEmpty {
      for entry in reader.read(rest.prefix(Self.pieceBytes)) { _ = take(entry) }
      rest = rest.dropFirst(Self.pieceBytes)
    }
    for entry in reader.finish() { _ = take(entry) }
    if reader.messageCount == 0 { return nil }
  }

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
    let times = (events.map(\.time) + hits.map(\.time)).compactMap { $0 }
    if let time = times.first(where: { $0.year != nil }), let year = time.year {
      return year - time.newYears
    }
    for hit in hits {
      guard let stamp = hit["ht"].flatMap({ Int64($0) }), Self.stamps.contains(stamp) else {
        continue
      }
      let year = CivilDate(dayNumber: Int(stamp / WallTime.millisecondsPerDay)).year
      guard let time = hit.time else { return year }
      // At New Year the phone and Greenwich may be in different years.
      let first = (year - 1...year + 1).map { $0 - time.newYears }
      return first.min {
        abs(time.wall(inYear: $0).milliseconds - stamp)
          < abs(time.wall(inYear: $1).milliseconds - stamp)
      } ?? year
    }
    return present - (times.map(\.newYears).max() ?? 0)
  }

  /// The times of hits that can be dates, in milliseconds.
  private static let stamps: Range<Int64> = 0..<253_402_300_800_000

  /// Whether the log is from Android; nil if nothing says so.
  package var isOfAndroid: Bool? {
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
