import OrderedCollections
import TagRuntime

/// A log as JSON: what Android Studio exports, what `log stream --style json` or `ndjson` writes,
/// and lines of a log server. Its messages become lines of a console, each in one line.
///
/// Source: PhoneLines §1.
enum JSONLog {
  /// The number of bytes at the beginning that show what a file is.
  private static let headBytes = 4000
  private static let signs = ["\"logcatMessages\"", "\"eventMessage\"", "\"tag\""]

  /// Returns the lines of a console; nil for a file of any other kind.
  ///
  /// - Complexity: O(n) in the length of the file.
  static func text(of bytes: [UInt8]) -> [UInt8]? {
    let head = bytes.prefix(headBytes)
    let start = head.firstIndex { !ByteCursor.isBlank($0) && ![0x0A, 0x0D].contains($0) }
    guard let start, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(head[start]),
      signs.contains(where: { head.firstRange(of: Array($0.utf8)) != nil })
    else { return nil }
    var lines: [String] = []
    var offset = start
    while offset < bytes.count, let value = next(in: bytes, &offset) {
      let messages = value.members?["logcatMessages"]?.elements ?? value.elements ?? [value]
      for message in messages { lines.append(line(of: message) ?? "") }
    }
    // A file that is cut has its whole lines.
    return lines.contains { !$0.isEmpty } ? Array((lines.joined(separator: "\n") + "\n").utf8) : nil
  }

  private static func next(in bytes: [UInt8], _ offset: inout Int) -> Value? {
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
    var reader = JSONReader(bytes, from: offset)
    let value = try? reader.readValue()
    offset = reader.offset
    return value
  }

  private static func line(of message: Value) -> String? {
    guard let members = message.members else { return nil }
    let header = members["header"]?.members ?? members
    func text(_ names: String...) -> String? {
      let value = names.lazy.compactMap { header[$0] ?? members[$0] }.first
      if case .int(let number)? = value { return String(number) }
      return value?.text
    }
    guard let words = text("message", "eventMessage") else { return nil }
    let escaped = words.replacing("\n", with: "\\n")
    let pid = text("pid", "processID") ?? "0"
    if let tag = text("tag") {
      let level = text("logLevel", "level")?.first ?? "V"
      return "\(time(header["timestamp"])) \(pid) \(text("tid") ?? pid) \(level) \(tag): \(escaped)"
    }
    let path = text("process", "processImagePath") ?? "App"
    let process = path.split(separator: "/").last ?? "App"
    return "\(time(header["timestamp"])) \(process)[\(pid):1] \(escaped)"
  }

  /// The time of a message, or the seconds of a phone that is just switched on, which are no time.
  private static func time(_ value: Value?) -> String {
    if let text = value?.text { return text }
    guard case .int(let seconds)? = value?.members?["seconds"] else { return "0.000" }
    var nanoseconds: Int64 = 0
    if case .int(let number)? = value?.members?["nanos"] { nanoseconds = number }
    let milliseconds = NumberText.padded(Int(nanoseconds / 1_000_000), to: 3)
    return "\(seconds).\(milliseconds)"
  }
}
