import TagRuntime

/// The text before the message of a line: a time, a process, a tag.
///
/// Source: PhoneLines §1.
struct LinePrefix {
  /// The consoles that write lines differently.
  enum Form: Sendable, Hashable {
    /// No prefix, or only a time.
    case plain
    /// `adb logcat`, in any of its formats, and the window of Android Studio.
    case logcat
    /// The header of logcat's long format; the message is on the next lines.
    case logcatHeader
    /// Xcode's console, which shows the output of `NSLog`.
    case xcode
    /// syslog and `idevicesyslog`.
    case syslog
    /// `log stream` and the Console app.
    case unified
    /// No line, but a request or a file of its own.
    case request
  }

  private(set) var form = Form.plain
  private(set) var time: PhoneTime?
  /// The tag of logcat.
  private(set) var tag = ""
  /// The process and the thread, as the console writes them.
  private(set) var process = ""
  /// The name of the phone, where syslog's prefix has it.
  private(set) var device: String?
  /// The app's package name, if the line has it.
  private(set) var app: String?
  /// The bytes after the prefix.
  private(set) var message: ArraySlice<UInt8>
  /// The letter of its level; nil where none is written, or where it is not the SDK's.
  private var level: UInt8?
  /// Those who speak in the messages below a header.
  var speakers: LineScanner.Speakers = []

  /// The place of the table's line for any warning or error, if its level is one of them.
  var warning: Int? {
    switch level {
    case UInt8(ascii: "W")?: ConsoleLine.places["any-log-warning"]
    case UInt8(ascii: "E")?, UInt8(ascii: "F")?: ConsoleLine.places["any-log-error"]
    case _: nil
    }
  }

  /// The source of a line, to find the lines that belong together: in logcat, one tag of one
  /// thread.
  var source: String { form == .logcat ? tag + " " + process : "" }

  /// The maximum length of a tag or a process name, in bytes.
  static let nameLimit = 128

  /// Reads the prefix of a line.
  ///
  /// - Complexity: O(1): a prefix is short.
  init(_ line: ArraySlice<UInt8>) {
    var cursor = ByteCursor(line)
    cursor.skipColours()
    message = cursor.rest
    var start = cursor
    start.skipBlanks()
    start.skipRunner()
    if let header = start.longHeader() {
      time = header.time
      take(header.head, start)
      form = .logcatHeader
      message = []
      return
    }
    if let time = start.time() {
      self.time = time
      start.skipBlanks()
      message = start.rest
      readAfterTime(start)
    } else if start.takeSeconds(&time) {
      readAfterTime(start)
    } else if let head = start.brief() ?? start.thread() {
      take(head, start)
    }
  }

  private mutating func take(_ head: ByteCursor.Head, _ cursor: ByteCursor) {
    (level, tag, process) = (head.level, head.tag, head.process)
    form = .logcat
    message = cursor.rest
  }

  /// Copies the fields of a header that was on a separate line.
  mutating func take(_ header: LinePrefix) {
    form = .logcat
    (time, level, tag, process) = (header.time, header.level, header.tag, header.process)
  }

  private mutating func readAfterTime(_ start: ByteCursor) {
    var cursor = start
    if let head = cursor.threadTime() ?? cursor.studio() ?? cursor.brief() {
      take(head, cursor)
      // Play services log for all apps.
      if let name = head.app, name.contains("."), name.allSatisfy(PhoneFact.isOfApp),
        name != "com.google.android.gms"
      {
        app = name
      }
    } else if let name = cursor.appleProcess() {
      (process, level, device) = (name.process, name.level, name.device)
      form = name.isUnified ? .unified : name.hasThread ? .xcode : .syslog
      message = cursor.rest
    }
  }
}

extension ByteCursor {
  /// What logcat writes before a message.
  fileprivate typealias Head = (level: UInt8, tag: String, process: String, app: String?)

  private static let levels = Set("VDIWEFA".utf8)

  /// Returns a line of logcat's process form, `V( 5678) text  (FA)`, in the brief one.
  static func brief(ofProcess line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var cursor = ByteCursor(line)
    cursor.skipColours()
    guard let level = cursor.first, levels.contains(level) else { return nil }
    cursor.skip()
    guard cursor.take("("), let process = cursor.word(until: UInt8(ascii: ")"), within: 24),
      cursor.take(" "), let start = cursor.rest.lastIndex(of: UInt8(ascii: "(")),
      cursor.rest[..<start].suffix(2).elementsEqual("  ".utf8)
    else { return nil }
    let tag = cursor.rest[start...].dropFirst().dropLast()
    let head = [level] + "/".utf8 + tag + "(".utf8 + process + "): ".utf8
    return (head + cursor.rest[..<(start - 2)])[...]
  }

  /// Skips the prefixes of `flutter run` and other runners: `[  +12 ms] `, `[INFO]  `.
  fileprivate mutating func skipRunner() {
    var cursor = self
    if cursor.take("[INFO]") || cursor.take("[DEBUG]") || cursor.take("[VERBOSE]") {
      cursor.skipBlanks()
      self = cursor
      return
    }
    guard cursor.take("[") else { return }
    cursor.skipBlanks()
    guard cursor.take("+"), let word = cursor.word(until: UInt8(ascii: "]"), within: 24),
      word.elementsEqual(word.prefix { $0.isDigit } + Array(" ms".utf8))
    else { return }
    cursor.skipBlanks()
    self = cursor
  }

  /// Reads `[ 05-02 12:18:29.017 16262:16447 I/GAv4     ]`.
  fileprivate mutating func longHeader() -> (time: PhoneTime, head: Head)? {
    var cursor = self
    guard cursor.take("[ "), let time = cursor.time() else { return nil }
    cursor.skipBlanks()
    guard let process = cursor.number(1...10), cursor.take(":") else { return nil }
    cursor.skipBlanks()
    // Some releases write the thread in hexadecimal digits.
    guard let thread = cursor.word(until: 0x20, within: 24), let level = cursor.level(),
      cursor.rest.last == UInt8(ascii: "]")
    else { return nil }
    let tag = String(decoding: cursor.rest.filter { $0 != UInt8(ascii: "]") }, as: UTF8.self)
    self = cursor
    let source = "\(process) " + String(decoding: thread, as: UTF8.self)
    return (time, (level, tag.trimmingBlanks, source, nil))
  }

  /// Reads `D/`.
  private mutating func level() -> UInt8? {
    guard let level = first, Self.levels.contains(level) else { return nil }
    skip()
    return take("/") ? level : nil
  }

  /// Reads `D/FA-SVC  ( 5678): ` or `D/FA: `.
  fileprivate mutating func brief() -> Head? {
    var cursor = self
    guard let level = cursor.level(),
      var tag = cursor.word(until: UInt8(ascii: ":"), within: LinePrefix.nameLimit)
    else { return nil }
    var process = ""
    if tag.last == UInt8(ascii: ")"), let start = tag.lastIndex(of: UInt8(ascii: "(")) {
      process = String(decoding: tag[(start + 1)...].dropLast(), as: UTF8.self).trimmingBlanks
      tag = tag[..<start]
    }
    _ = cursor.take(" ")
    self = cursor
    return (level, String(decoding: tag, as: UTF8.self).trimmingBlanks, process, nil)
  }

  /// Reads `D( 5678: 5690) `, which does not name who speaks: its level may be of anybody.
  fileprivate mutating func thread() -> Head? {
    var cursor = self
    guard let level = cursor.first, Self.levels.contains(level) else { return nil }
    cursor.skip()
    guard cursor.take("("), let process = cursor.word(until: UInt8(ascii: ")"), within: 24),
      cursor.take(" ")
    else { return nil }
    self = cursor
    return (UInt8(ascii: "V"), "", String(decoding: process, as: UTF8.self), nil)
  }

  /// Reads `16262 16447 I GAv4    : `, with a user's number or name before it in some builds.
  fileprivate mutating func threadTime() -> Head? {
    var cursor = self
    if cursor.first?.isDigit == false {
      _ = cursor.word(until: 0x20, within: 24)
      cursor.skipBlanks()
    }
    var numbers: [Int] = []
    while numbers.count < 3, let number = cursor.number(1...10), cursor.take(" ") {
      numbers.append(number)
      cursor.skipBlanks()
    }
    guard numbers.count >= 2, let level = cursor.first, Self.levels.contains(level) else {
      return nil
    }
    cursor.skip()
    guard cursor.take(" "),
      let tag = cursor.word(until: UInt8(ascii: ":"), within: LinePrefix.nameLimit)
    else { return nil }
    _ = cursor.take(" ")
    self = cursor
    let process = numbers.suffix(2).map(String.init).joined(separator: " ")
    return (level, String(decoding: tag, as: UTF8.self).trimmingBlanks, process, nil)
  }

  /// Reads the prefix of Android Studio: `16262-16447/com.example.app D/FA: `, and since 2022
  /// `16262-16447 FA   com.example.app   D  `.
  fileprivate mutating func studio() -> Head? {
    var cursor = self
    guard let process = cursor.number(1...10), cursor.take("-"),
      let thread = cursor.number(1...10)
    else { return nil }
    let source = "\(process) \(thread)"
    if cursor.take("/") {
      guard let app = cursor.word(until: 0x20, within: 256), let brief = cursor.brief() else {
        return nil
      }
      self = cursor
      return (brief.level, brief.tag, source, String(decoding: app, as: UTF8.self))
    }
    cursor.skipBlanks()
    guard let tag = cursor.word(until: 0x20, within: LinePrefix.nameLimit) else { return nil }
    cursor.skipBlanks()
    guard let app = cursor.word(until: 0x20, within: 256) else { return nil }
    cursor.skipBlanks()
    guard let level = cursor.first, Self.levels.contains(level) else { return nil }
    cursor.skip()
    cursor.skipBlanks()
    self = cursor
    return (
      level, String(decoding: tag, as: UTF8.self), source, String(decoding: app, as: UTF8.self)
    )
  }

  /// Reads the process in `Shop[1796:898990] `, `phone Shop(FirebaseAnalytics)[278] <Debug>: `,
  /// `0x1a2b Default 0x0 278 0 Shop: (FirebaseAnalytics) ` or `Df Shop[278:1a2b] `.
  fileprivate mutating func appleProcess() -> (
    process: String, level: UInt8?, device: String?, hasThread: Bool, isUnified: Bool
  )? {
    var cursor = self
    if cursor.take("0x") {
      guard let word = cursor.word(until: UInt8(ascii: ":"), within: LinePrefix.nameLimit) else {
        return nil
      }
      cursor.skipBlanks()
      cursor.skipSubsystem()
      self = cursor
      let level = word.drop { $0 != 0x20 }.first { $0 != 0x20 }
      return (String(decoding: word, as: UTF8.self), level, nil, true, true)
    }
    guard let name = cursor.word(until: UInt8(ascii: "["), within: LinePrefix.nameLimit),
      !name.isEmpty, name.last != 0x20,
      let numbers = cursor.word(until: UInt8(ascii: "]"), within: 24),
      numbers.first.map(\.isDigit) == true
    else { return nil }
    let isCompact = name.prefix(3).last == 0x20 && name.count > 3
    var level = isCompact && name.prefix(2).last == 0x20 ? name.first : nil
    cursor.skipBlanks()
    if cursor.take("<") { level = cursor.word(until: UInt8(ascii: ">"), within: 24)?.first }
    // Older systems write `<Warning>` for whatever an app prints.
    if level == UInt8(ascii: "W") { level = nil }
    _ = cursor.take(":")
    cursor.skipBlanks()
    if isCompact { cursor.skipSubsystem() }
    self = cursor
    let hasThread = numbers.contains(UInt8(ascii: ":"))
    let names = name.split(separator: 0x20, maxSplits: 1)
    let device =
      names.count > 1 && !hasThread ? String(decoding: names[0], as: UTF8.self) : nil
    return (
      String(decoding: numbers, as: UTF8.self), level, device, hasThread, isCompact && hasThread
    )
  }

  /// Skips `(FirebaseAnalytics) [com.google:log] `.
  private mutating func skipSubsystem() {
    if take("(") { _ = word(until: UInt8(ascii: ")"), within: LinePrefix.nameLimit) }
    skipBlanks()
  }
}

extension String {
  /// The text without leading and trailing blanks.
  var trimmingBlanks: String { String(self[...].trimmingBlanks) }
}

extension Substring {
  /// The text without leading and trailing blanks.
  var trimmingBlanks: Substring {
    var text = self
    while let first = text.utf8.first, ByteCursor.isBlank(first) { text = text.dropFirst() }
    while let last = text.utf8.last, ByteCursor.isBlank(last) { text = text.dropLast() }
    return text
  }
}
