import OrderedCollections
import TagRuntime

/// Reads the lines of a phone's console as they arrive, in pieces of any size, and finds what apps
/// log and send. Any other text may surround it: the reader skips other lines.
///
/// The reader joins a dictionary of several lines, even if lines of other processes interrupt it.
/// Lines, fields and dictionaries have limits; anything beyond them is a ``PhoneFlaw``.
package struct PhoneLogReader: Sendable {
  /// The maximum number of bytes read from one line.
  package static let lineLimit = 65_536
  /// The maximum number of lines in a dictionary.
  package static let blockLimit = 2_000
  /// The maximum number of lines in an upload.
  package static let uploadLimit = 200_000
  /// The maximum number of dictionaries open at the same time.
  package static let openLimit = 8
  /// The maximum number of other lines between those of a dictionary.
  package static let interruptionLimit = 500
  /// The maximum number of bytes in the value of a field.
  package static let fieldLimit = 8_192
  /// The number of bytes at the beginning of a message that may name the SDK.
  private static let nameLimit = 40
  /// The maximum number of bytes of a line that are retained to show them.
  package static let shownLimit = 400

  package private(set) var lineCount = 0
  /// The number of lines with a message that occurs only in phone logs.
  package private(set) var messageCount = 0

  private let scanner = LineScanner.shared
  /// What ends a line: a carriage return where the first piece has nothing else.
  private var lineEnd = UInt8(ascii: "\n")
  /// Whether the high byte of a unit comes first; nil for a log that is not in UTF-16.
  private var isBigEndian: Bool?
  /// The day of the last time in days since New Year, as if all months had 31 days, and the number
  /// of New Years before it.
  private var last: (day: Int, newYears: Int)?
  private var line: [UInt8] = []
  private var lineIsCut = false
  private var saidApp: String?
  private var header: LinePrefix?
  private var blocks: OrderedDictionary<String, Block> = [:]
  private var found: [PhoneEntry] = []

  /// A dictionary that has begun and not ended.
  private struct Block: Sendable {
    var start: PhoneEntry
    var marker: PhoneMarker
    var head: String
    var lines: [String] = []
    var depth = 1
    var interruptions = 0
    /// The text of an upload; nil for a dictionary.
    var upload: UploadText?
  }

  /// Whether queries are left out, which can be in any file.
  private let isProbe: Bool

  /// - Parameter isProbe: whether it looks for messages alone.
  package init(isProbe: Bool = false) { self.isProbe = isProbe }

  /// The time of day of a line in milliseconds since midnight; nil for a line without a time.
  package static func clock(of line: String) -> Int? {
    LinePrefix(Array(line.utf8)[...]).time?.milliseconds
  }

  /// Reads a piece and returns its entries in the order of the lines.
  ///
  /// - Complexity: O(n) in the length of the piece.
  package mutating func read(_ bytes: ArraySlice<UInt8>) -> [PhoneEntry] {
    var rest = bytes
    if lineCount == 0, line.isEmpty, !bytes.contains(lineEnd),
      bytes.dropLast().contains(UInt8(ascii: "\r"))
    {
      lineEnd = UInt8(ascii: "\r")
    }
    while let end = rest.firstIndex(of: lineEnd) {
      take(rest[..<end])
      endLine()
      rest = rest[(end + 1)...]
    }
    take(rest)
    return takeFound()
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    let room = Self.lineLimit - line.count
    line += bytes.prefix(room)
    if bytes.count > room { lineIsCut = true }
  }

  /// Reads the remaining bytes at the end of the log.
  package mutating func finish() -> [PhoneEntry] {
    // Nothing is wrong where a log was saved in the middle: of a line, or of a dictionary.
    var cut: [Int] = []
    if !line.isEmpty {
      endLine()
      cut.append(lineCount)
    }
    for block in blocks.values {
      let last = block.start.line + block.lines.count + block.interruptions
      if last >= lineCount { cut.append(block.start.line) }
      end(block, isWhole: false)
    }
    blocks = [:]
    return takeFound().map { entry in
      guard case .flaw(var flaw) = entry.kind, flaw.kind == .brokenBody, cut.contains(entry.line)
      else { return entry }
      var entry = entry
      flaw.kind = .cutLog
      entry.kind = .flaw(flaw)
      return entry
    }
  }

  private mutating func takeFound() -> [PhoneEntry] {
    defer { found = [] }
    return found
  }

  // MARK: Lines

  private mutating func endLine() {
    lineCount += 1
    if lineCount == 1 {
      isBigEndian = line.starts(with: [0xFE, 0xFF]) ? true : nil
      if line.starts(with: [0xFF, 0xFE]) { isBigEndian = false }
    }
    if let isBigEndian { line = LineText.utf8(ofWide: line, isBigEndian) }
    if lineCount == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    readLine(LineText.plain(line[...]))
    line.removeAll(keepingCapacity: true)
    lineIsCut = false
  }

  private mutating func readLine(_ line: ArraySlice<UInt8>) {
    let marks = scanner.marks(in: line, of: header?.speakers ?? [])
    let mayBeHeader = line.last == UInt8(ascii: "]")
    if line.isEmpty { header = nil }
    let isSaid = marks.first != nil || marks.release != nil
    guard isSaid || mayBeHeader || !blocks.isEmpty || !marks.speakers.isEmpty else { return }
    var prefix = LinePrefix(line)
    if prefix.form == .logcatHeader {
      prefix.speakers = scanner.speakers(under: prefix.tag)
      header = prefix
      return
    }
    if let header, prefix.form == .plain, prefix.time == nil { prefix.take(header) }
    var start = PhoneEntry(
      line: lineCount, time: dated(prefix.time), text: "", form: prefix.form,
      process: String(prefix.process.prefix(while: \.isNumber)), device: prefix.device,
      kind: .fact(.container("")))
    if !lineIsCut, let line = LineText.utf8(ofLatin1: line) {
      let reason = "the line is not in UTF-8: it is read as Latin-1; save the log as UTF-8"
      add(start, .flaw(PhoneFlaw(.otherEncoding, reason)))
      return readLine(line[...])
    }
    func show() { start.text = String(decoding: line.prefix(Self.shownLimit), as: UTF8.self) }
    if isSaid { show() }
    if let release = marks.release, let marker = release.marker {
      read(marker, release, line, start, prefix.source)
    }
    if let marked = marks.first {
      if lineIsCut {
        let reason = "a line has more than \(Self.lineLimit) bytes; the rest is not read"
        add(start, .flaw(PhoneFlaw(.longLine, reason)))
      }
      if let marker = marked.marker, marker.isMessage || !isProbe {
        read(marker, marked, line, start, prefix.source)
      }
    }
    let warning = warning(of: marks, prefix, line)
    if let flaw = PhoneFlaw(of: line, marks.first, warning: warning, message: prefix.message) {
      messageCount += 1
      show()
      add(start, .flaw(flaw))
    }
    if marks.first?.marker == nil, marks.release == nil { goOn(prefix) }
    // The app is the same in all lines; report it once.
    if isSaid, let app = prefix.app, app != saidApp {
      saidApp = app
      add(start, .fact(.app(app)))
    }
  }

  /// Returns the place of the table's line for any warning or error, if a line is one of an SDK.
  private func warning(
    of marks: LineScanner.Marks, _ prefix: LinePrefix, _ line: ArraySlice<UInt8>
  ) -> Int? {
    if let warning = marks.warning {
      // The words of an SDK under the name of another program are that program's.
      let isNamed = prefix.form == .logcat && !prefix.tag.isEmpty
      return isNamed && scanner.speakers(under: prefix.tag).isEmpty ? nil : warning
    }
    guard !marks.speakers.isEmpty, let place = prefix.warning else { return nil }
    if prefix.form == .logcat { return place }
    // In Apple's consoles, a line is the SDK's whose name is before or at its beginning.
    let beginning = line.prefix(prefix.message.startIndex - line.startIndex + Self.nameLimit)
    return marks.first == nil && !scanner.marks(in: beginning).speakers.isEmpty ? place : nil
  }

  /// Returns a time with the New Years before it: where the date goes half a year back, there was
  /// one. Lines of two sources may be out of order around it.
  private mutating func dated(_ time: PhoneTime?) -> PhoneTime? {
    guard var time else { return nil }
    let day = (time.month - 1) * 31 + time.day
    let before = last ?? (day, 0)
    let halfYear = 6 * 31
    let isNew = before.day - day > halfYear
    let isOld = day - before.day > halfYear && before.newYears > 0
    time.newYears = before.newYears + (isNew ? 1 : 0) - (isOld ? 1 : 0)
    last = (day, time.newYears)
    return time
  }

  /// Reads a line without a marker, which may belong to a dictionary.
  private mutating func goOn(_ prefix: LinePrefix) {
    let source = prefix.source
    guard blocks[source] != nil else { return }
    if source.isEmpty, prefix.form != .plain || prefix.time != nil {
      blocks[source]?.interruptions += 1
      if blocks[source]?.interruptions ?? 0 > Self.interruptionLimit { breakBlock(source) }
      return
    }
    if blocks[source]?.upload != nil {
      return goOnUpload(String(decoding: prefix.message, as: UTF8.self), source)
    }
    goOn(String(decoding: prefix.message, as: UTF8.self).trimmingBlanks, source)
  }

  private mutating func goOn(_ text: String, _ source: String) {
    if blocks[source]?.marker == .brazeLogged {
      if text.hasPrefix("- data: "), var block = blocks.removeValue(forKey: source) {
        block.lines = [String(text.dropFirst(8))]
        end(block, isWhole: true)
      } else if !text.hasPrefix("- ") {
        blocks[source] = nil
      }
      return
    }
    // In place: with a copy of the block, each line would copy those before it.
    blocks[source]?.depth +=
      (PropertyText.opens(text) ? 1 : 0) - (PropertyText.closes(text) ? 1 : 0)
    blocks[source]?.lines.append(text)
    if blocks[source]?.depth == 0, let block = blocks.removeValue(forKey: source) {
      end(block, isWhole: true)
    } else if blocks[source]?.lines.count ?? 0 > Self.blockLimit {
      breakBlock(source)
    }
  }

  private mutating func goOnUpload(_ line: String, _ source: String) {
    blocks[source]?.depth += 1
    let isRead = blocks[source]?.upload?.read(line) ?? false
    let isAtEnd = blocks[source]?.upload?.isAtEnd ?? true
    let isTooLong = (blocks[source]?.depth ?? 0) > Self.uploadLimit
    guard !isRead || isAtEnd || isTooLong, let block = blocks.removeValue(forKey: source) else {
      return
    }
    end(block, isWhole: isAtEnd)
  }

  private mutating func breakBlock(_ source: String) {
    guard let block = blocks.removeValue(forKey: source) else { return }
    end(block, isWhole: false)
  }

  // MARK: Messages

  private mutating func read(
    _ marker: PhoneMarker, _ marked: LineScanner.Mark, _ line: ArraySlice<UInt8>,
    _ start: PhoneEntry, _ source: String
  ) {
    if marker.isMessage { messageCount += 1 }
    let payload = String(decoding: marked.payload, as: UTF8.self).trimmingBlanks
    switch marker {
    case .appleLogging, .appleLogged, .appleMarked, .appleRealTime, .processing, .universalHit,
      .savedHit:
      readDictionary(marker, payload, start, source)
    case .brazeLogged:
      breakBlock(source)
      open(Block(start: start, marker: marker, head: ""), source)
    case .uploading where line.firstRange(of: Array("uncompressed size".utf8)) != nil:
      breakBlock(source)
      open(Block(start: start, marker: marker, head: "", upload: UploadText()), source)
    case .uploading: break
    case .firstQuery where line.firstRange(of: Array(" ht=".utf8)) != nil:
      // Lines of Android that repeat a hit, in whatever words.
      break
    case .query, .firstQuery, .sendingHits, .requested:
      readQuery(line, from: marked.start, isWhole: marker.isMessage, start)
    case .hitsSent:
      let digits = line[..<marked.start].reversed().prefix { $0.isDigit }.reversed()
      let count = Int(String(decoding: Array(digits), as: UTF8.self))
      if let count { add(start, .dispatched(hits: count, status: nil)) }
    default:
      let message = PhoneMessage(marker, payload)
      for kind in message.kinds { add(start, kind) }
      if !message.isWhole {
        let reason = "a line cannot be read to its end, so it may be truncated: save the whole log"
        add(start, .flaw(PhoneFlaw(.brokenBody, reason)))
      }
    }
  }

  private mutating func readDictionary(
    _ marker: PhoneMarker, _ payload: String, _ start: PhoneEntry, _ source: String
  ) {
    // Another message of the same source: the open dictionary will not end.
    breakBlock(source)
    guard let brace = payload.utf8.firstIndex(of: UInt8(ascii: "{")) else {
      return finish(marker, head: payload, [], isWhole: true, start)
    }
    let head = String(payload[..<brace])
    var body = payload[payload.utf8.index(after: brace)...].trimmingBlanks
    if head.hasSuffix("Bundle["), body.hasSuffix("]") { body = body.dropLast() }
    if body.isEmpty || PropertyText.opens(body) {
      open(Block(start: start, marker: marker, head: head), source)
      if !body.isEmpty { goOn(String(body), source) }
    } else if body.hasPrefix("\\n") {
      // A copy has escaped the dictionary, as JSON does.
      open(Block(start: start, marker: marker, head: head), source)
      for line in PropertyText.unquoted("\"\(body)\"").split(separator: "\n") {
        // What encloses the copy follows the end.
        let isEnd = line.hasPrefix("}") && blocks[source]?.depth == 1
        goOn(isEnd ? "}" : String(line.trimmingBlanks), source)
      }
      breakBlock(source)
    } else {
      let isWhole = body.hasSuffix("}")
      finish(
        marker, head: head, [isWhole ? String(body.dropLast()) : String(body)],
        isWhole: isWhole, start)
    }
  }

  private mutating func open(_ block: Block, _ source: String) {
    if blocks.count >= Self.openLimit, let oldest = blocks.keys.first { breakBlock(oldest) }
    blocks[source] = block
  }

  private mutating func end(_ block: Block, isWhole: Bool) {
    if var upload = block.upload {
      let reason = isWhole ? nil : "the log ends inside an upload, as logcat cuts long ones"
      var entries: [(PhoneEntry.Kind, PhoneTime?)] = upload.strange.map {
        (.unknown($0.name, .string($0.value)), nil)
      }
      UploadReader.read(upload.finish(), line: block.start.line, nil, because: reason) {
        entries.append(($0, $1))
      }
      for (kind, time) in entries {
        var start = block.start
        start.time = time ?? start.time
        add(start, kind)
      }
      return
    }
    finish(block.marker, head: block.head, block.lines, isWhole: isWhole, block.start)
  }

  private mutating func finish(
    _ marker: PhoneMarker, head: String, _ lines: [String], isWhole: Bool, _ start: PhoneEntry
  ) {
    let message = PhoneMessage(marker, head: head, lines, isCut: !isWhole)
    for kind in message.kinds { add(start, kind) }
    if !isWhole || !message.isWhole {
      let reason =
        isWhole
        ? "a dictionary cannot be read to its end" : "a dictionary does not end: save the whole log"
      add(start, .flaw(PhoneFlaw(.brokenBody, reason)))
    }
  }

  /// Reads a query, up to a character that may enclose one.
  private mutating func readQuery(
    _ line: ArraySlice<UInt8>, from place: Int, isWhole: Bool, _ start: PhoneEntry
  ) {
    func ends(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x22 || byte == 0x27 }
    var first = place
    if isWhole {
      // "Sending hit(s) GET https://…?…"; a body is on the lines that follow.
      guard let mark = line[place...].firstIndex(of: UInt8(ascii: "?")) else { return }
      first = mark + 1
    } else {
      while first > line.startIndex, !ends(line[first - 1]), line[first - 1] != UInt8(ascii: "?") {
        first -= 1
      }
    }
    // Damaged line ends are inside the text: only a quote or a field without a sign ends it.
    let text = String(decoding: line[first...].prefix { $0 != 0x22 && $0 != 0x27 }, as: UTF8.self)
    let isJSON = line.first { !ByteCursor.isBlank($0) } == UInt8(ascii: "{")
    let read = HitText(isJSON ? Self.unescaped(text) : text)
    for fields in read.hits where fields.contains(where: { $0.name == "tid" }) {
      add(start, .hit(PhoneHit(fields: fields, stage: .sent)))
    }
    if read.damagedCount > 0 {
      let reason =
        "the separators before \(read.damagedCount) hits are damaged: they were read as separate "
        + "hits"
      add(start, .flaw(PhoneFlaw(.damagedSeparators, reason)))
    }
  }

  /// Undoes the escapes of a JSON text that occur in a query or in the body of a batch.
  private static func unescaped(_ text: String) -> String {
    let escapes = [("\\r", ""), ("\\n", "\n"), ("\\/", "/"), ("\\u0026", "&"), ("\\u003d", "=")]
    return escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private mutating func add(_ start: PhoneEntry, _ kind: PhoneEntry.Kind) {
    var entry = start
    var flaws = FieldFlaws()
    entry.kind = flaws.checked(kind)
    found.append(entry)
    for flaw in flaws.found {
      entry.kind = .flaw(flaw)
      found.append(entry)
    }
  }
}
