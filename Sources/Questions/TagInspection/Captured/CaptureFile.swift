import OrderedCollections
import PhoneLog
import TagRuntime

/// The file formats of captures.
package enum CaptureForm: String, Sendable, Hashable {
  /// HTTP Archive 1.2, the format that Charles, Proxyman, mitmproxy and browsers save.
  case har
  /// A session of Charles as JSON.
  case charles
  /// Lines with queries, addresses or batches.
  case lines
  /// The console of a phone.
  case log
  /// The body of an upload of Firebase, or its text.
  case upload

  package var words: String {
    switch self {
    case .har: "HAR"
    case .charles: "a JSON session of Charles"
    case .lines: "lines of hits"
    case .log: "a phone's log"
    case .upload: "an upload of Firebase"
    }
  }
}

/// Reads the entries of a capture from its file one after the other, so that its answers are never
/// in memory together.
///
/// The forms are those of HAR 1.2, and of the sessions of Charles as other programs read them.
struct CaptureFile {
  /// An entry, or the reason why it cannot be read.
  typealias Entry = Result<CaptureRequest, CaptureError>

  let form: CaptureForm
  private let bytes: [UInt8]
  private let start: Int

  /// Determines the form of a file.
  ///
  /// - Throws: a sentence for a file of another kind.
  init(_ bytes: [UInt8]) throws(CaptureError) {
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let bytes = isWide ? LineText.utf8(ofWide: bytes, bytes[0] == 0xFE) : bytes
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw CaptureError("is compressed by gzip: unpack it first (gunzip)")
    }
    switch first {
    case UInt8(ascii: "{")?: form = .har
    case UInt8(ascii: "[")?: form = .charles
    case nil: throw CaptureError("is empty: save the capture again")
    default:
      guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
        throw CaptureError(
          "is not a readable capture: export it from the proxy as HAR (HTTP Archive)")
      }
      form = .lines
    }
  }

  /// Whether a file begins like a HAR, or like a session of Charles.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    let signs = bytes.prefix(1000).drop { [0xEF, 0xBB, 0xBF].contains($0) }
      .filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    // A line of logcat may also begin with a bracket.
    return signs.starts(with: "{\"log\":".utf8) || signs.starts(with: "[{".utf8)
  }

  /// Reads the lines of a file of lines, one after the other; empty ones are left out.
  func forEachLine(_ body: (Substring) -> Void) {
    var rest = bytes[start...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      // The line ends beyond ASCII.
      for line in String(decoding: line, as: UTF8.self).split(whereSeparator: \.isNewline) {
        body(line)
      }
      rest = rest[line.endIndex...].dropFirst()
    }
  }

  /// Reads all entries and retains nothing of them beyond what `body` does.
  ///
  /// - Throws: a sentence if the text is broken, or has another form.
  func forEachEntry(_ body: (Entry) -> Void) throws(CaptureError) {
    var count = 0
    var hasEntries = form != .har
    do throws(JSONError) {
      var walk = JSONWalk(bytes, from: start)
      switch form {
      case .lines, .log, .upload: return
      case .charles:
        try walk.forEachElement { value in
          count += 1
          body(Self.charlesEntry(value, count))
        }
      case .har:
        try walk.forEachMember { (key, walk) throws(JSONError) in
          guard key == "log", walk.isAtMap else { return try walk.skip() }
          try walk.forEachMember { (key, walk) throws(JSONError) in
            guard key == "entries", walk.isAtList else { return try walk.skip() }
            hasEntries = true
            try walk.forEachElement { value in
              count += 1
              body(Self.harEntry(value, count))
            }
          }
        }
      }
      try walk.expectEnd()
    } catch {
      let place = count > 0 ? ", after entry \(count)" : ""
      throw CaptureError("is not complete JSON\(place): \(error): save the capture again")
    }
    if !hasEntries {
      throw CaptureError(
        "is JSON without log.entries, so not HAR: export the capture as HAR (HTTP Archive)")
    }
  }

  // MARK: HAR

  private static func harEntry(_ value: Value, _ number: Int) -> Entry {
    guard let request = value.members?["request"]?.members else {
      return .failure(CaptureError("has no request"))
    }
    var captured = CaptureRequest(entry: number)
    guard let url = request["url"]?.text, captured.setAddress(url) else {
      return .failure(CaptureError("has no URL in request.url"))
    }
    captured.sent = value.members?["startedDateTime"]?.text.flatMap { CaptureTime($0) }
    if case .int(let status)? = value.members?["response"]?.members?["status"] {
      captured.status = Int(clamping: status)
    }
    guard let data = request["postData"]?.members else { return .success(captured) }
    if let text = data["text"]?.text, !text.isEmpty {
      let encoding = (data["encoding"] ?? data["_encoding"])?.text
      captured.body = body(text, isBase64: encoding == "base64", captured)
    } else if let parameters = data["params"]?.elements, !parameters.isEmpty {
      captured.body = .text(query(of: parameters))
    }
    return .success(captured)
  }

  /// Rebuilds the sent text of a form from its parameters, which the saving program may have
  /// decoded.
  private static func query(of parameters: [Value]) -> String {
    let pairs = parameters.compactMap { parameter -> String? in
      guard let name = parameter.members?["name"]?.text else { return nil }
      guard let value = parameter.members?["value"]?.text, !value.isEmpty else { return name }
      // Sent text contains no blanks and signs; a line end is that of a batch.
      let isDecoded = value.contains { $0 == " " || ($0 == "&" && !value.contains("=")) }
      return name + "=" + (isDecoded ? PercentEncoding.encodeHit(value) : value)
    }
    return pairs.joined(separator: "&")
  }

  private static func body(
    _ text: String, isBase64: Bool, _ request: CaptureRequest
  ) -> CaptureRequest.Body {
    if request.receiver == .firebase { return .upload(text, isBase64: isBase64) }
    var text = text
    if isBase64 {
      guard let bytes = BaseEncoding.base64.bytes(of: text),
        let decoded = String(validating: bytes, as: UTF8.self)
      else { return .binary }
      text = decoded
    }
    let isBinary = text.unicodeScalars.contains {
      $0 == "\u{FFFD}" || ($0.value < 0x20 && ![0x09, 0x0A, 0x0D].contains($0.value))
    }
    return isBinary ? .binary : .text(text)
  }

  // MARK: Charles

  private static func charlesEntry(_ value: Value, _ number: Int) -> Entry {
    guard let members = value.members, let host = members["host"]?.text, !host.isEmpty else {
      return .failure(CaptureError("has no host"))
    }
    var captured = CaptureRequest(entry: number)
    captured.setAddress(
      host: host, path: members["path"]?.text ?? "", query: members["query"]?.text ?? "")
    captured.sent = members["times"]?.members?["start"]?.text.flatMap { CaptureTime($0) }
    if case .int(let status)? = members["response"]?.members?["status"] {
      captured.status = Int(clamping: status)
    } else if members["status"]?.text == "FAILED" {
      captured.status = 0
    }
    let body = members["request"]?.members?["body"]?.members
    if let text = body?["text"]?.text, !text.isEmpty {
      captured.body = Self.body(text, isBase64: false, captured)
    } else if let encoded = body?["encoded"]?.text, !encoded.isEmpty {
      captured.body = Self.body(encoded, isBase64: true, captured)
    }
    return .success(captured)
  }
}

/// Walks through JSON and reads only the values that are needed.
private struct JSONWalk {
  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
    skipBlank()
  }

  var isAtMap: Bool { peek == UInt8(ascii: "{") }
  var isAtList: Bool { peek == UInt8(ascii: "[") }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlank() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func expect(_ sign: String, _ expected: String) throws(JSONError) -> UInt8 {
    skipBlank()
    guard let byte = peek, sign.utf8.contains(byte) else { throw failure(expected) }
    offset += 1
    skipBlank()
    return byte
  }

  private func failure(_ expected: String) -> JSONError {
    bytes.withUnsafeBufferPointer {
      JSONError(
        peek == nil ? .unexpectedEnd : .unexpectedCharacter, expected, at: offset, in: $0)
    }
  }

  private mutating func read() throws(JSONError) -> Value {
    var reader = JSONReader(bytes, from: offset)
    let value = try reader.readValue()
    offset = reader.offset
    skipBlank()
    return value
  }

  mutating func skip() throws(JSONError) { _ = try read() }

  mutating func expectEnd() throws(JSONError) {
    if peek != nil { throw failure("the end of the text") }
  }

  mutating func forEachMember(
    _ body: (String, inout JSONWalk) throws(JSONError) -> Void
  ) throws(JSONError) {
    _ = try expect("{", "'{'")
    if peek == UInt8(ascii: "}") {
      offset += 1
    } else {
      repeat {
        guard case .string(let key) = try read() else { throw failure("a key in quotes") }
        _ = try expect(":", "':'")
        try body(key, &self)
      } while try expect(",}", "',' or '}'") == UInt8(ascii: ",")
    }
    skipBlank()
  }

  mutating func forEachElement(_ body: (Value) -> Void) throws(JSONError) {
    _ = try expect("[", "'['")
    if peek == UInt8(ascii: "]") {
      offset += 1
    } else {
      repeat { body(try read()) } while try expect(",]", "',' or ']'") == UInt8(ascii: ",")
    }
    skipBlank()
  }
}
