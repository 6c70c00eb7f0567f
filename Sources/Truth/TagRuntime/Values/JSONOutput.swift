import OrderedCollections

/// The bytes of a JSON text while it is written.
///
/// It owns its memory and checks once per string whether there is room. An array, which checks for
/// every byte whether it is shared and has room, takes three and a half times as long for the same
/// text.
struct JSONOutput: ~Copyable {
  private var bytes: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  /// Creates an output with room for some bytes.
  init(capacity: Int = 512) { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  private var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[..<count]) }

  /// The text written so far.
  ///
  /// - Complexity: O(n) in the number of bytes.
  var text: String { String(decoding: written, as: UTF8.self) }

  /// Appends the written bytes to an array.
  ///
  /// - Complexity: O(n) in the number of bytes.
  func append(to array: inout [UInt8]) { array.append(contentsOf: written) }

  // MARK: Values

  /// Writes a value.
  ///
  /// - Complexity: O(n) in the length of the text.
  mutating func write(_ value: borrowing Value) {
    switch value {
    case .null: write("null" as StaticString)
    case .absent: write("absent" as StaticString)
    case .bool(let flag): write(flag ? "true" : "false" as StaticString)
    case .int(let integer): write(integer)
    case .double(let double): write(plain: NumberText.json(double))
    case .string(let text): write(quoted: text)
    case .list(let elements):
      write("[" as StaticString)
      for position in elements.indices {
        if position > 0 { write(", " as StaticString) }
        write(elements[position])
      }
      write("]" as StaticString)
    case .map(let members):
      write("{" as StaticString)
      members.values.withUnsafeBufferPointer { values in
        for position in values.indices {
          if position > 0 { write(", " as StaticString) }
          write(quoted: members.keys[position])
          write(": " as StaticString)
          write(values[position])
        }
      }
      write("}" as StaticString)
    }
  }

  private mutating func write(_ integer: Int64) {
    reserve(20)
    if integer < 0 { put(UInt8(ascii: "-")) }
    let first = count
    var rest = integer.magnitude
    repeat {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first..<count].reverse()
  }

  private mutating func write(plain text: String) {
    var text = text
    text.withUTF8 { utf8 in
      reserve(utf8.count)
      for byte in utf8 { put(byte) }
    }
  }

  /// Writes a string in quotes, with control characters escaped.
  ///
  /// - Complexity: O(n) in the length of the text.
  mutating func write(quoted text: String) {
    var text = text
    text.withUTF8 { utf8 in
      // The size of a string in which every byte is escaped.
      reserve(6 * utf8.count + 2)
      put(UInt8(ascii: "\""))
      var index = 0
      while index + 8 <= utf8.count {
        let word = UnsafeRawBufferPointer(utf8).loadUnaligned(
          fromByteOffset: index, as: UInt64.self)
        if JSONBytes.escaped(in: word) != 0 { break }
        UnsafeMutableRawBufferPointer(bytes).storeBytes(
          of: word, toByteOffset: count, as: UInt64.self)
        count += 8
        index += 8
      }
      for byte in utf8[index...] {
        let isEscaped =
          byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
        if isEscaped { put(escaped: byte) } else { put(byte) }
      }
      put(UInt8(ascii: "\""))
    }
  }

  // MARK: Bytes

  @inline(__always)
  private mutating func write(_ word: StaticString) {
    reserve(word.utf8CodeUnitCount)
    for offset in 0..<word.utf8CodeUnitCount { put(word.utf8Start[offset]) }
  }

  private mutating func put(escaped byte: UInt8) {
    put(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0D: put(UInt8(ascii: "r"))
    case 0x09: put(UInt8(ascii: "t"))
    default:
      put(UInt8(ascii: "u"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0"))
      put(hexDigit: byte >> 4)
      put(hexDigit: byte & 15)
    }
  }

  private mutating func put(hexDigit digit: UInt8) {
    put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
  }

  /// Writes a byte; the caller must have made room for it.
  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count &+= 1
  }

  /// Makes room for the given number of additional bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if bytes.count - count < more { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(count + more, 2 * bytes.count))
    _ = larger.initialize(from: written)
    bytes.deallocate()
    bytes = larger
  }
}
