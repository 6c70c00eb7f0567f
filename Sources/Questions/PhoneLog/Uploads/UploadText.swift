import TagRuntime

/// An upload as text, written again as the bytes that it was: the log of Android's FA-SVC, the
/// output of `protoc --decode_raw`, and the views of mitmproxy. Where it ends too early, so do the
/// bytes.
struct UploadText {
  private enum Form {
    /// FA-SVC's: names, and braces.
    case names
    /// Of `protoc --decode_raw`, and of mitmproxy until 11: numbers, and braces.
    case braces
    /// Of mitmproxy 8 to 11: `[string]  1.2.2  _vs`.
    case table
    /// Of mitmproxy since 12: YAML.
    case indented
  }

  /// A message that has not ended.
  private struct Open {
    let number: UInt64
    /// Its kind; nil for a text that is shown as a message.
    let message: UploadMessage?
    let column: Int
    var bytes: [UInt8] = []
    /// Whether an element of a list has begun in it.
    var isElement = false
  }

  /// The maximum number of bytes before an upload, such as the head of a request.
  private static let headLimit = 4096
  /// The maximum nesting of messages.
  private static let depthLimit = 32
  /// The beginnings of the first lines.
  private static let starts: [(start: String, form: Form)] = [
    ("batch {", .names), ("1 {", .braces), ("[message] ", .table), ("1:", .indented),
  ]

  private let form: Form
  private var stack = [Open(number: 1, message: .batch, column: -1)]
  /// A text that the next lines may continue; those of a block have a larger column.
  private var text: (number: UInt64, lines: [Substring], column: Int?)?
  /// The fields that FA-SVC writes by a name that is not known.
  private(set) var strange: [(name: String, value: String)] = []
  private var isTooDeep = false
  /// Whether the batch has ended that FA-SVC writes.
  private(set) var isAtEnd = false

  /// Starts reading the log of FA-SVC.
  init() { form = .names }

  private init(_ form: Form) { self.form = form }

  /// Returns the bytes of an upload in a text; nil for any other text.
  static func bytes(in text: [UInt8]) -> [UInt8]? {
    let head = String(decoding: text.prefix(headLimit), as: UTF8.self)
    let lines = head.split(whereSeparator: \.isNewline)
    guard let place = lines.firstIndex(where: { begins($0) != nil }),
      let form = begins(lines[place])
    else { return nil }
    var read = UploadText(form)
    var isInside = false
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let line = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      isInside = isInside || line == lines[place]
      if isInside { _ = read.read(line) }
    }
    return read.finish()
  }

  private static func begins(_ line: Substring) -> Form? {
    starts.first { line == $0.start || $0.form == .table && line.hasPrefix($0.start) }?.form
  }

  /// Reads a line; false if it is not a part of the upload.
  mutating func read(_ whole: String) -> Bool {
    let line = whole.drop { $0 == " " }
    let column = whole.utf8.count - line.utf8.count
    if let block = text?.column, column > block || line.isEmpty {
      text?.lines.append(line)
      return true
    }
    if line.isEmpty || line == "batch {" { return true }
    let isRead =
      switch form {
      case .names, .braces: readBraces(line.trimmingBlanks, column)
      case .table: readRow(line)
      case .indented: readIndented(line, column)
      }
    if !isRead, text?.column == nil { text?.lines.append(whole[...]) }
    return isRead || text != nil
  }

  /// Ends the upload and returns its bytes.
  mutating func finish() -> [UInt8] {
    let isCut = form == .names || form == .braces
    while stack.count > 1 { close(isCut: isCut) }
    // A number that does not end.
    return stack[0].bytes + (isTooDeep ? [0x80] : [])
  }

  // MARK: Forms

  private mutating func readBraces(_ line: Substring, _ column: Int) -> Bool {
    let top = stack[stack.count - 1]
    if line.first == "}" {
      if form == .braces, top.message == nil, column > top.column {
        // The end of a group, whose number is lost.
        stack[stack.count - 1].bytes += "\u{FFFD}".utf8
      } else if stack.count > 1 {
        close()
      } else {
        isAtEnd = true
      }
      return true
    }
    let key = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = line[key.endIndex...]
    let number = UInt64(key) ?? top.message?.field(named: key)?.number ?? 0
    guard !key.isEmpty, form == .names || number > 0, rest.first == ":" || rest == " {" else {
      return false
    }
    if number == 0, top.message != .other {
      strange.append((String(key), String(rest.dropFirst(2))))
    }
    if rest == " {" {
      open(number, column)
    } else {
      var value = rest.dropFirst(2)
      // Both names: `ga_screen_class(_sc)`.
      if key == "name", value.hasSuffix(")"), let start = value.firstRange(of: "(_") {
        value = value[start.lowerBound...].dropFirst().dropLast()
      }
      put(number, value, "")
    }
    return true
  }

  private mutating func readRow(_ line: Substring) -> Bool {
    guard line.first == "[", let end = line.firstIndex(of: "]") else { return false }
    let rest = line[end...].dropFirst().trimmingBlanks
    let path = rest.prefix { $0.isNumber || $0 == "." }
    let numbers = path.split(separator: ".").compactMap { UInt64($0) }
    guard let number = numbers.last else { return false }
    while stack.count > numbers.count { close() }
    let type = line[..<end].dropFirst()
    if type == "message" {
      open(number, 0)
    } else {
      put(number, rest[path.endIndex...].trimmingBlanks, type)
    }
    return true
  }

  private mutating func readIndented(_ line: Substring, _ column: Int) -> Bool {
    var (line, column) = (line, column)
    while line.hasPrefix("- ") {
      while stack[stack.count - 1].column > column { close() }
      let list = stack[stack.count - 1]
      if list.isElement {
        close()
        open(list.number, list.column)
      }
      stack[stack.count - 1].isElement = true
      line = line.dropFirst(2)
      column += 2
    }
    let key = line.prefix { $0.isNumber }
    guard let number = UInt64(key), line[key.endIndex...].first == ":" else { return false }
    while stack.count > 1, stack[stack.count - 1].column >= column { close() }
    var value = line[key.endIndex...].dropFirst()
    if let note = value.firstRange(of: "  # ") { value = value[..<note.lowerBound] }
    value = value.trimmingBlanks
    let type = value.first == "!" ? value.dropFirst().prefix { $0 != " " } : ""
    if !type.isEmpty { value = value.dropFirst(type.count + 1).trimmingBlanks }
    let isQuoted = value.first == "'" && value.count > 1
    if isQuoted { value = value.dropFirst().dropLast().replacing("''", with: "'")[...] }
    if value.isEmpty, !isQuoted {
      open(number, column)
    } else if value.first == "|", !isQuoted {
      endText()
      text = (number, [], column)
    } else if type == "binary" {
      endText()
      add(number, BaseEncoding.base16.bytes(of: String(value)) ?? [])
    } else {
      put(number, value, isQuoted ? "string" : type)
    }
    return true
  }

  // MARK: Bytes

  private mutating func open(_ number: UInt64, _ column: Int) {
    endText()
    guard stack.count < Self.depthLimit else { return isTooDeep = true }
    let field = stack[stack.count - 1].message?.field(number)
    let message = field?.content == "t" ? nil : field?.message ?? .other
    stack.append(Open(number: number, message: message, column: column))
  }

  private mutating func close(isCut: Bool = false) {
    endText()
    guard stack.count > 1, let last = stack.popLast() else { return }
    add(last.number, last.bytes, missing: isCut ? 1 : 0)
  }

  private mutating func endText() {
    guard let ended = text else { return }
    text = nil
    add(ended.number, Array(ended.lines.joined(separator: "\n").utf8))
  }

  private mutating func add(_ number: UInt64, _ content: [UInt8], missing: Int = 0) {
    guard number > 0 else { return }
    add(varint: number << 3 | 2)
    add(varint: UInt64(content.count + missing))
    stack[stack.count - 1].bytes += content
  }

  private mutating func add(varint number: UInt64) {
    var rest = number
    while rest > 0x7F {
      stack[stack.count - 1].bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    stack[stack.count - 1].bytes.append(UInt8(rest))
  }

  private mutating func add(_ number: UInt64, bits: UInt64, count: UInt64) {
    add(varint: number << 3 | (count == 8 ? 1 : 5))
    for place in 0..<count {
      stack[stack.count - 1].bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * place)))
    }
  }

  /// Writes a field by the type that the text says, or else by its known content.
  private mutating func put(_ number: UInt64, _ value: Substring, _ type: Substring) {
    endText()
    guard number > 0 else { return }
    if form != .names, type != "string", value.first == "\"", value.count > 1, value.last == "\"" {
      return add(number, Self.unescaped(value.dropFirst().dropLast()))
    }
    let message = stack[stack.count - 1].message
    let content = message?.field(number)?.content
    let hex = value.hasPrefix("0x") ? UInt64(value.dropFirst(2), radix: 16) : nil
    let bits = hex ?? UInt64(value) ?? Int64(value).map { UInt64(bitPattern: $0) }
    // FA-SVC writes the number, the others its bits.
    let raw = form == .names ? nil : bits
    switch (type, hex == nil ? content : value.utf8.count > 10 ? "d" : "f") {
    case ("fixed64", _), ("", "d"):
      let double = Double(value == "inf.0" ? "inf" : value == "-inf.0" ? "-inf" : value)
      if let bits = raw ?? double?.bitPattern { add(number, bits: bits, count: 8) }
    case ("fixed32", _), ("", "f"):
      if let bits = raw.map({ $0 & 0xFFFF_FFFF }) ?? Float(value).map({ UInt64($0.bitPattern) }) {
        add(number, bits: bits, count: 4)
      }
    case ("", _) where message == nil && bits != nil: putInText(number, bits ?? 0)
    default:
      let flags: [Substring: UInt64] = ["true": 1, "false": 0]
      if content != "t", type != "string", type != "bytes", let bits = bits ?? flags[value] {
        add(varint: number << 3)
        add(varint: bits)
      } else {
        text = (number, [value], nil)
      }
    }
  }

  /// Writes a number of a text that is shown as a message, without its wire type: as that of a text
  /// that can be read.
  private mutating func putInText(_ number: UInt64, _ bits: UInt64) {
    for count in [4, 8] as [UInt64] where count == 8 || bits >> 32 == 0 {
      let signs = (0..<count).map { bits >> (8 * $0) & 0xFF }
      if signs.allSatisfy({ (0x20...0x7E).contains($0) }) {
        return add(number, bits: bits, count: count)
      }
    }
    add(varint: number << 3)
    add(varint: bits)
  }

  /// Undoes the escapes of `protoc`.
  private static func unescaped(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte != UInt8(ascii: "\\") {
        bytes.append(byte)
      } else if let octal = UInt16(String(Substring(digits)), radix: 8) {
        bytes.append(UInt8(truncatingIfNeeded: octal))
        rest = rest.dropFirst(3)
      } else if let sign = rest.popFirst() {
        let meant: [UInt8: UInt8] = [0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09]
        bytes.append(meant[sign] ?? sign)
      }
    }
    return bytes
  }
}
