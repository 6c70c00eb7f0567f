import OrderedCollections
import TagRuntime

extension PhoneRecord {
  /// The number of bytes of a log that are read at a time.
  private static let pieceBytes = 65_536

  /// Reads a whole log; nil for a file without any line that occurs only in phone logs.
  ///
  /// - Complexity: O(n) in the length of the file.
  package init?(logOf bytes: [UInt8]) {
    guard Self.isLog(bytes) else { return nil }
    self.init(reading: bytes)
  }

  /// Whether a file has a line that occurs only in phone logs.
  ///
  /// - Complexity: O(n) in the length of the file, up to that line.
  package static func isLog(_ bytes: [UInt8]) -> Bool {
    // Without a message, the hits of queries need not be read to know that.
    let lines = JSONLog.text(of: bytes)
    return (lines != nil || !isOther(bytes))
      && read(lines ?? bytes, isProbe: true, { _ in }).messageCount > 0
  }

  /// Reads a whole log.
  package init(reading bytes: [UInt8]) {
    var record = PhoneRecord()
    let reader = Self.read(bytes, isProbe: false) { _ = record.take($0) }
    self = record
    lineCount = reader.lineCount
  }

  /// Returns what a whole log has, and the number of its lines.
  static func entries(of bytes: [UInt8]) -> ([PhoneEntry], lineCount: Int) {
    var entries: [PhoneEntry] = []
    let reader = read(bytes, isProbe: false) { entries.append($0) }
    return (entries, reader.lineCount)
  }

  /// Reads a log in pieces, as a probe up to a message.
  private static func read(
    _ bytes: [UInt8], isProbe: Bool, _ body: (PhoneEntry) -> Void
  ) -> PhoneLogReader {
    var reader = PhoneLogReader(isProbe: isProbe)
    var rest = (JSONLog.text(of: bytes) ?? bytes)[...]
    while !rest.isEmpty, !isProbe || reader.messageCount == 0 {
      reader.read(rest.prefix(pieceBytes)).forEach(body)
      rest = rest.dropFirst(pieceBytes)
    }
    reader.finish().forEach(body)
    return reader
  }

  /// Whether it shows how the app started.
  package var showsStart: Bool {
    facts.contains { fact in
      if case .app = fact { false } else { true }
    }
  }

  /// Why no line shows what a tag must do, and what to do.
  package var silence: String {
    if namesFaults { return "the log names a fault instead: see what is wrong in it" }
    return facts.contains(.noTagManager)
      ? "the app is built without Tag Manager, so its tags did not run: add its library"
      : "the log has no line of the tag manager: turn on its log"
  }

  /// Whether a file begins like JSON or like an archive.
  private static func isOther(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x1F, 0x8B]) { return true }
    let signs = bytes.prefix(1000).drop { [0xEF, 0xBB, 0xBF, 0xFF, 0xFE].contains($0) }
      .filter { !ByteCursor.isBlank($0) && ![0, 0x0A, 0x0D].contains($0) }
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
      case .container, .noTagManager, .app: continue
      }
    }
    if let form = events.first?.form, ![.plain, .request].contains(form) { return form == .logcat }
    return hits.lazy.compactMap { $0["_v"] }.first.map { $0.hasPrefix("ma") }
  }
}
