import OrderedCollections
import TagRuntime

/// The macros that make texts of others.
extension ReferenceContainer {
  /// Source: Platforms §3.
  func queryEncoded(_ text: String) -> String {
    ReferenceText.percentEncoded(text, sparing: scene.isAndroid ? "-_.*" : "-_.~")
  }

  /// A parameter as a text; nil where it has no value.
  private func text(_ key: String, _ arguments: OrderedDictionary<String, Outcome>) -> String? {
    if case .value(let value)? = arguments[key] { text(value) } else { nil }
  }

  private func isKnown(_ arguments: OrderedDictionary<String, Outcome>) -> Bool {
    arguments.values.allSatisfy { outcome in
      if case .value(let value) = outcome { isPlain(value) } else { true }
    }
  }

  /// The bytes of an input in text or base 16; nil where they are not written so.
  private func bytes(of input: String, in format: String) -> [UInt8]? {
    if format == "text" { return Array(input.utf8) }
    var bytes: [UInt8] = []
    var rest = Array(input.utf8)[...]
    while let high = rest.popFirst() {
      guard let low = rest.popFirst() else { return nil }
      let digits = [high, low].compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2, high < 128, low < 128 else { return nil }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
    }
    return bytes
  }

  /// Source: LegacySDK §10.8.
  func digest(_ arguments: OrderedDictionary<String, Outcome>) -> Outcome {
    guard let source = arguments["arg0"] else { return .failed }
    guard isKnown(arguments) else { return .unknown }
    guard source.isValue, let input = text("arg0", arguments) else { return .nothing }
    let algorithm = (text("algorithm", arguments) ?? "MD5").uppercased()
    if ["SHA-384", "SHA-512"].contains(algorithm) { return .unknown }
    let format = text("input_format", arguments) ?? "text"
    guard ["text", "base16"].contains(format), let bytes = bytes(of: input, in: format),
      let digest = ReferenceDigest.text(of: bytes, by: algorithm)
    else { return .nothing }
    return .value(.string(digest))
  }

  /// Source: LegacySDK §10.7.
  func encoded(_ arguments: OrderedDictionary<String, Outcome>) -> Outcome {
    guard let source = arguments["arg0"] else { return .failed }
    guard isKnown(arguments) else { return .unknown }
    guard source.isValue, let input = text("arg0", arguments) else { return .nothing }
    let formats = ["text", "base16", "base64", "base64url"]
    let from = text("input_format", arguments) ?? "text"
    let to = text("output_format", arguments) ?? "base16"
    guard formats.contains(from), formats.contains(to) else { return .nothing }
    if from.hasPrefix("base64") || to == "text" { return .unknown }
    guard let bytes = bytes(of: input, in: from) else { return .nothing }
    if to == "base16" {
      let digits = bytes.map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
      return .value(.string(digits.joined()))
    }
    let isPadded = text("no_padding", arguments) != "true"
    return .value(.string(Self.base64(bytes, isPadded, to == "base64" ? "+/" : "-_")))
  }

  private static func base64(_ bytes: [UInt8], _ isPadded: Bool, _ last: String) -> String {
    let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last)
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let three = bytes[start..<min(start + 3, bytes.count)]
      var bits = three.reduce(0) { $0 << 8 | Int($1) }
      bits <<= 8 * (3 - three.count)
      for place in 0...three.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
      if isPadded { text += String(repeating: "=", count: 3 - three.count) }
    }
    return text
  }

  /// Source: LegacySDK §10.5.
  func joined(_ arguments: OrderedDictionary<String, Outcome>) -> Outcome {
    guard let source = arguments["arg0"] else { return .failed }
    guard isKnown(arguments) else { return .unknown }
    guard case .value(let value) = source else { return .nothing }
    let item = text("item_separator", arguments) ?? ""
    let pair = text("key_value_separator", arguments) ?? "="
    func escaped(_ text: String) -> String {
      switch self.text("escape", arguments) {
      case "url": return queryEncoded(text)
      case "backslash":
        let signs = (item + pair + "\\").unicodeScalars
        return text.unicodeScalars.map { signs.contains($0) ? "\\\($0)" : "\($0)" }.joined()
      default: return text
      }
    }
    if let escape = text("escape", arguments), !["url", "backslash"].contains(escape) {
      return .nothing
    }
    let parts: [String] =
      switch value {
      case .list(let elements): elements.map { escaped(text($0)) }
      case .map(let members): members.map { escaped($0) + pair + escaped(text($1)) }
      case .null, .absent, .bool, .int, .double, .string: [escaped(text(value))]
      }
    return .value(.string(parts.joined(separator: item)))
  }
}

extension ReferenceContainer.Outcome {
  var isValue: Bool {
    if case .value = self { true } else { false }
  }
}
