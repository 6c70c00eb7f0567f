import OrderedCollections
import TagRuntime

/// The parameters of an event as Android writes a Bundle: `Bundle[{a=1, items=[Bundle[{b=2}]]}]`,
/// and fields of a hit: `ht=1, t=screenview, cd=Home`.
///
/// Nothing is quoted, so a text may contain field separators: a field begins where a comma is
/// followed by a possible name and an equals sign.
///
/// Source: PhoneLines §5.
struct BundleText {
  private(set) var members: OrderedDictionary<String, Value> = [:]
  /// The short names of members, by their long names.
  private(set) var shortNames: [String: String] = [:]
  /// The name of the last parameter of a bundle that is cut, whose value is not all there.
  private(set) var cutName: String?

  /// The maximum nesting of bundles and lists.
  static let depthLimit = 16

  /// Reads a bundle, or the text inside its brackets.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isCut: whether it does not end, so that its last parameter is left out.
  /// - Complexity: O(n) in the length of the text, for each level.
  init(_ text: Substring, isCut: Bool = false) {
    self.init(text, isCut: isCut, depth: 0)
  }

  private init(_ text: Substring, isCut: Bool = false, depth: Int) {
    let cut = text.hasPrefix("Bundle[{") ? text.dropFirst(8) : text
    var pairs = Self.pairs(isCut ? cut : Self.inside(text), isCut: isCut)
    if isCut { cutName = pairs.popLast().map { Self.names($0.key).long } }
    for (key, value) in pairs {
      let (long, short) = Self.names(key)
      if let short { shortNames[long] = short }
      members[long] = Self.value(value, depth: depth)
    }
  }

  /// Removes `Bundle[{ }]`, `Bundle[[ ]]` or `{ }`.
  private static func inside(_ text: Substring) -> Substring {
    var text = text.trimmingBlanks
    if text.hasPrefix("Bundle["), text.hasSuffix("]") { text = text.dropFirst(7).dropLast() }
    text = text.trimmingBlanks
    if let first = text.first, let last = text.last, text.count > 1,
      first == "{" && last == "}" || first == "[" && last == "]"
    {
      text = text.dropFirst().dropLast()
    }
    return text.trimmingBlanks
  }

  /// Splits a text into pairs at the commas outside brackets.
  static func pairs(
    _ text: Substring, isCut: Bool = false
  ) -> [(key: Substring, value: Substring)] {
    parts(text, fieldsOnly: true, isCut: isCut).compactMap { part in
      guard let sign = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      return (part[..<sign].trimmingBlanks, part[part.utf8.index(after: sign)...])
    }
  }

  /// Splits a text at the commas outside brackets: at all of them, or only where a field begins.
  private static func parts(
    _ text: Substring, fieldsOnly: Bool, isCut: Bool = false, minding: Bool = true
  ) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var open: [UInt8] = []
    var isEven = true
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "[") where minding: open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{") where minding: open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "]") where minding, UInt8(ascii: "}") where minding:
        if open.popLast() != bytes[index] { isEven = false }
      case UInt8(ascii: ",") where open.isEmpty:
        let next = bytes.index(after: index)
        if !fieldsOnly || beginsField(text[next...]) {
          parts.append(text[start..<index])
          start = next
        }
      default: break
      }
      index = bytes.index(after: index)
    }
    parts.append(text[start...])
    // A text contains brackets itself, so brackets say nothing here.
    if !isCut, !open.isEmpty || !isEven {
      return self.parts(text, fieldsOnly: fieldsOnly, minding: false)
    }
    return parts.map(\.trimmingBlanks).filter { !$0.isEmpty }
  }

  /// Whether a text begins with a blank, a name and an equals sign.
  private static func beginsField(_ text: Substring) -> Bool {
    var bytes = text.utf8
    guard bytes.popFirst() == 0x20 else { return false }
    let name = bytes.prefix { byte in
      byte.isLetter || byte.isDigit || "_.&".utf8.contains(byte)
    }
    guard !name.isEmpty else { return false }
    var rest = bytes[name.endIndex...]
    if rest.first == UInt8(ascii: "("), let end = rest.prefix(16).firstIndex(of: UInt8(ascii: ")"))
    {
      rest = rest[end...].dropFirst()
    }
    return rest.first == UInt8(ascii: "=")
  }

  /// Splits `screen_view(_vs)` into its parts.
  static func names(_ text: Substring) -> (long: String, short: String?) {
    let text = text.trimmingBlanks
    guard text.hasSuffix(")"), let start = text.lastIndex(of: "("), start > text.startIndex else {
      return (String(text), nil)
    }
    let short = text[text.index(after: start)...].dropLast()
    return (String(text[..<start].trimmingBlanks), String(short))
  }

  private static func value(_ text: Substring, depth: Int) -> Value {
    let text = text.trimmingBlanks
    guard depth < depthLimit else { return .string(String(text)) }
    if text.hasPrefix("Bundle[") || text.hasPrefix("{") && text.hasSuffix("}") {
      return .map(BundleText(text, depth: depth + 1).members)
    }
    if text.hasPrefix("["), text.hasSuffix("]") {
      return .list(
        parts(inside(text), fieldsOnly: false).map { value($0, depth: depth + 1) })
    }
    // Some releases write the type around a value.
    for type in ["String(", "Long(", "Double(", "Boolean("]
    where text.hasPrefix(type) && text.hasSuffix(")") {
      return .string(String(text.dropFirst(type.count).dropLast()))
    }
    return .string(String(text))
  }
}
