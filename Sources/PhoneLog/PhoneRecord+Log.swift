import TagRuntime

extension PhoneRecord {
  /// The number of bytes of a log that are read at a time.
  private static let pieceBytes = 65_536

  /// Reads a whole log; nil for a file without any line that occurs only in phone logs.
  ///
  /// - Complexity: O(n) in the length of the file.
  package init?(logOf bytes: [UInt8]) {
    guard !Self.isOther(bytes) else { return nil }
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

  /// The year in which the log was written, if a line or a hit says so.
  package var year: Int? {
    let times = (events.lazy.map(\.time) + hits.lazy.map(\.time)).compactMap { $0?.year }
    if let year = times.first { return year }
    let stamps = hits.lazy.compactMap { $0["ht"].flatMap { Int64($0) } }
    return stamps.first { (0..<253_402_300_800_000).contains($0) }.map {
      CivilDate(dayNumber: Int($0 / WallTime.millisecondsPerDay)).year
    }
  }

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
