import CommandKit
import Foundation

/// Reads lines from a stream as they arrive, so that a coprocess receives an answer to each.
///
/// It holds one line and the bytes that arrived with its end, however long the stream is.
struct StreamReader {
  /// The result of reading the next line.
  enum Next: Sendable, Hashable {
    case line(String)
    /// A line that is left out, and why.
    case refused(String)
    case end
  }

  /// The most bytes of a line.
  static let lineLimit = 1_000_000
  /// The number of bytes to read at once.
  private static let chunk = 65_536

  private let file: Int32
  /// The bytes that were read but not returned yet, from `start` on.
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var isFirst = true

  /// - Parameter file: the stream's file descriptor.
  init(_ file: Int32) { self.file = file }

  /// Returns the next line, without its end.
  ///
  /// - Throws: why the stream cannot be read.
  mutating func next() throws(CommandFailure) -> Next {
    var isTooLong = false
    // The bytes before this index contain no line end.
    var looked = start
    while true {
      if let end = bytes[looked...].firstIndex(of: 0x0A) {
        let line = bytes[start..<end]
        start = end + 1
        return isTooLong ? Self.tooLong : take(line)
      }
      looked = bytes.count
      if bytes.count - start > Self.lineLimit {
        isTooLong = true
        (bytes, start, looked) = ([], 0, 0)
      }
      if isAtEnd {
        let rest = bytes[start...]
        (bytes, start) = ([], 0)
        if isTooLong { return Self.tooLong }
        return rest.isEmpty ? .end : take(rest)
      }
      looked -= start
      bytes.removeSubrange(..<start)
      start = 0
      try readMore()
    }
  }

  private mutating func readMore() throws(CommandFailure) {
    let held = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.chunk))
    while true {
      let count = bytes[held...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      let error = errno
      bytes.removeSubrange((held + max(0, count))...)
      isAtEnd = count <= 0
      guard count < 0 else { return }
      let reason = String(cString: strerror(error))
      throw CommandFailure(
        "standard input cannot be read (\(reason)): check where it comes from", code: .badInput)
    }
  }

  /// Returns a line as text, without a byte order mark at the start or a carriage return at the
  /// end.
  private mutating func take(_ line: ArraySlice<UInt8>) -> Next {
    defer { isFirst = false }
    guard line.count <= Self.lineLimit else { return Self.tooLong }
    var line = line
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    if line.last == 0x0D { line = line.dropLast() }
    return String(validating: line, as: UTF8.self).map { .line($0) }
      ?? .refused("the line is not UTF-8 text and is ignored: save it as UTF-8")
  }

  private static var tooLong: Next {
    .refused("the line has more than \(lineLimit) bytes and is ignored: make it shorter")
  }
}
