/// Percent-encoding of UTF-8 for queries: everything but letters, digits and `-._~`; a space is
/// `%20` (the escaping ESCAPE_URI of containers and the payload of hits).
public enum PercentEncoding {
  private static let hex = Array("0123456789ABCDEF".utf8)

  /// The encoded text.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func encode(_ text: String) -> String {
    encode(text, unless: isUnreserved)
  }

  /// The text with what may stand nowhere in an address encoded; what has a meaning there stays
  /// (`encodeURI` of JavaScript).
  ///
  /// - Complexity: O(n) in the length of the text.
  static func encodeAddress(_ text: String) -> String {
    encode(text) { isUnreserved($0) || meaningful.contains($0) }
  }

  private static let meaningful = Array(";/?:@&=+$,#!*'()".utf8)

  private static func encode(_ text: String, unless isKept: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
