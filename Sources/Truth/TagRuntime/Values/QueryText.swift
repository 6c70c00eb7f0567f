/// Reads the parameters of a query, the text after the `?` of a URL.
enum QueryText {
  /// Returns the decoded value of a parameter of a URL, or nil if it has none of that name.
  ///
  /// - Complexity: O(n) in the length of the URL.
  static func value(of name: String, inURL url: String) -> String? {
    query(ofURL: url).flatMap { value(of: name, in: $0) }
  }

  /// Returns the text after the `?` of a URL; nil if it has none.
  static func query(ofURL url: String) -> Substring.UTF8View? {
    let bytes = url.utf8.prefix { $0 != UInt8(ascii: "#") }
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    return bytes[bytes.index(after: mark)...]
  }

  /// Returns all parameters of a query, in their order; in the query of a hit a plus sign is a
  /// space.
  static func parameters(
    in query: Substring.UTF8View, isHit: Bool = false
  ) -> [QueryParameter] {
    query.split(separator: UInt8(ascii: "&")).map { pair in
      let key = pair.prefix { $0 != UInt8(ascii: "=") }
      return QueryParameter(
        name: decoded(key, isHit), value: decoded(pair[key.endIndex...].dropFirst(), isHit),
        raw: String(Substring(pair)))
    }
  }

  /// Returns the decoded value of a parameter of a query.
  ///
  /// - Complexity: O(n) in the length of the query.
  static func value(of name: String, inQuery query: String) -> String? {
    value(of: name, in: query.utf8[...])
  }

  /// Returns the value of the first parameter of a name; empty for one without `=`.
  private static func value(of name: String, in query: Substring.UTF8View) -> String? {
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let key = pair.prefix { $0 != UInt8(ascii: "=") }
      guard ByteText.isSame(decoded(key), name) else { continue }
      return decoded(pair[key.endIndex...].dropFirst())
    }
    return nil
  }

  /// Decodes percent-encoded UTF-8. A percent sign without two digits stays, and so does a plus
  /// sign unless it represents a space.
  private static func decoded(_ text: Substring.UTF8View, _ plusIsSpace: Bool = false) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first?.hexDigit,
        let low = rest.dropFirst().first?.hexDigit
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A parameter of a query: decoded, and as it travels.
public struct QueryParameter: Sendable, Hashable {
  /// The decoded name.
  public var name: String
  /// The decoded value; empty for one without `=`.
  public var value: String
  /// The text of both as it travels, such as `label=a%20b`.
  package var raw: String

  /// Creates a parameter from its decoded parts and its raw text.
  package init(name: String, value: String, raw: String) {
    self.name = name
    self.value = value
    self.raw = raw
  }

  /// Returns the parameters of a URL, in their order; empty if it has no query.
  ///
  /// - Complexity: O(n) in the length of the URL.
  package static func all(inURL url: String) -> [QueryParameter] {
    QueryText.query(ofURL: url).map { QueryText.parameters(in: $0) } ?? []
  }

  /// Returns the parameters of a query, in their order.
  ///
  /// - Complexity: O(n) in the length of the query.
  package static func all(inQuery query: String) -> [QueryParameter] {
    QueryText.parameters(in: query.utf8[...])
  }

  /// Returns the parameters of a hit as it travels, in their order: a plus sign is a space.
  ///
  /// - Complexity: O(n) in the length of the hit.
  package static func all(inHit query: some StringProtocol) -> [QueryParameter] {
    QueryText.parameters(in: String(query).utf8[...], isHit: true)
  }
}

/// Percent-encoding of UTF-8 for queries: everything but letters, digits and `-._~`; a space is
/// `%20` (the escaping ESCAPE_URI of containers and the payload of hits).
package enum PercentEncoding {
  private static let hex = Array("0123456789ABCDEF".utf8)

  /// Encodes a text.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func encode(_ text: String) -> String {
    encode(text, unless: isUnreserved)
  }

  /// Encodes a text as a hit carries it: a space is `+`, and an apostrophe stays.
  ///
  /// Source: Wire §4.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func encodeHit(_ text: String) -> String {
    // A plus sign of the text is encoded, so that each one in the result is a space.
    let kept = [UInt8(ascii: "'"), UInt8(ascii: " ")]
    return withPluses(encode(text) { isUnreserved($0) || kept.contains($0) })
  }

  /// Replaces each space of a text by a plus sign.
  private static func withPluses(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: " ")) else { return text }
    let bytes = text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Encodes a text as Java's `URLEncoder` does: `~` is encoded, `*` stays, and a space is `+`.
  ///
  /// Source: Platforms §8.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func encodeForm(_ text: String) -> String {
    withPluses(encode(text) { isJavaUnreserved($0) || $0 == UInt8(ascii: " ") })
  }

  /// Encodes a text as containers of Android do: Java's `URLEncoder`, but a space is `%20`.
  ///
  /// Source: Platforms §3.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func encodeJava(_ text: String) -> String { encode(text, unless: isJavaUnreserved) }

  private static func isJavaUnreserved(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte != UInt8(ascii: "~") && isUnreserved(byte)
  }

  /// Encodes the characters that a URL cannot contain; those with a meaning there stay (`encodeURI`
  /// of JavaScript).
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
    byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
  }
}
