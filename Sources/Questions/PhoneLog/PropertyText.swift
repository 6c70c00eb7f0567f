import OrderedCollections
import TagRuntime

/// The text of a property list, as iOS describes a dictionary in a log: `{ key = value; }`, with
/// lists in parentheses. Firebase writes both names of a key, `ga_screen (_sn) = Home;`, and omits
/// the quotes.
///
/// Source: PhoneLines §4.
package struct PropertyText {
  /// The members by their long names.
  private(set) var members: OrderedDictionary<String, Value> = [:]
  /// The short names of members, by their long names.
  private(set) var shortNames: [String: String] = [:]
  /// Whether all of it was understood.
  private(set) var isWhole = true

  /// The maximum nesting of maps and lists.
  static let depthLimit = 16

  private var lines: ArraySlice<String>

  /// Reads the lines of a dictionary, starting after the `{`, or one line with all of it.
  ///
  /// With `orBundle`, one line may also have the form of Android; with `isCut`, the last line is
  /// left out where it does not end.
  ///
  /// - Complexity: O(n) in the length of the text.
  init(_ lines: [String], orBundle: Bool = false, isCut: Bool = false) {
    if orBundle, lines.count == 1, !lines[0].hasBytes(of: " = "), lines[0].contains("=") {
      let bundle = BundleText(lines[0][...], isCut: isCut)
      (members, shortNames) = (bundle.members, bundle.shortNames)
      self.lines = []
      return
    }
    self.lines = (lines.count == 1 ? Self.parted(lines[0]) : lines)[...]
    while isCut, let last = self.lines.last, !last.hasSuffix(";"), !Self.opens(last) {
      self.lines.removeLast()
    }
    members = readMap(depth: 0)
  }

  /// Whether a line leaves a map or a list open.
  static func opens(_ line: some StringProtocol) -> Bool {
    line.hasSuffix("{") || line.hasSuffix("(")
  }

  /// Whether a line ends a map or a list.
  static func closes(_ line: some StringProtocol) -> Bool {
    ["}", "};", "},", ")", ");", "),"].contains { $0 == line }
  }

  // MARK: Maps

  private mutating func readMap(depth: Int) -> OrderedDictionary<String, Value> {
    var members: OrderedDictionary<String, Value> = [:]
    var open: String?
    while let line = lines.popFirst()?.trimmingBlanks, !Self.closes(line) {
      if line.isEmpty || line == "{" { continue }
      guard let sign = line.firstBytes(of: " = "), open == nil else {
        // A text continues after the end of a line.
        if let key = open ?? members.keys.last, case .string(let text)? = members[key] {
          members[key] = .string(text + "\n" + Self.withoutEnd(line))
          open = line.hasSuffix(";") ? nil : key
        } else {
          isWhole = false
        }
        continue
      }
      let (key, short) = Self.names(line[..<sign.lowerBound])
      if depth == 0, let short { shortNames[key] = short }
      let rest = line[sign.upperBound...].trimmingBlanks
      members[key] = read(rest, depth: depth)
      open = rest.hasSuffix(";") || Self.opens(rest) ? nil : key
    }
    return members
  }

  private mutating func read(_ text: Substring, depth: Int) -> Value {
    guard depth < Self.depthLimit else {
      isWhole = false
      return .string(Self.text(text))
    }
    if text == "{" { return .map(readMap(depth: depth + 1)) }
    if text == "(" { return .list(readList(depth: depth + 1)) }
    return .string(Self.text(text))
  }

  private mutating func readList(depth: Int) -> [Value] {
    var elements: [Value] = []
    while let line = lines.popFirst()?.trimmingBlanks, !Self.closes(line) {
      if line.isEmpty { continue }
      elements.append(read(line[...], depth: depth))
    }
    return elements
  }

  // MARK: Texts

  /// Splits a key into its names: `ga_screen (_sn)`, `"&cd"`.
  static func names(_ text: Substring) -> (long: String, short: String?) {
    let text = text.trimmingBlanks
    guard text.hasSuffix(")"), let start = text.lastIndex(of: "("), text[..<start].hasSuffix(" ")
    else { return (unquoted(text), nil) }
    let long = text[..<start].trimmingBlanks
    return (unquoted(long), String(text[text.index(after: start)...].dropLast()))
  }

  private static func withoutEnd(_ text: String) -> String {
    text.hasSuffix(";") || text.hasSuffix(",") ? String(text.dropLast()) : text
  }

  private static func text(_ text: Substring) -> String {
    unquoted(withoutEnd(String(text))[...])
  }

  /// Returns a text without surrounding blanks, quotes and escapes.
  package static func unquoted(_ text: Substring) -> String {
    let text = text.trimmingBlanks
    guard text.utf8.count > 1, text.first == "\"", text.last == "\"" else { return String(text) }
    var rest = text.dropFirst().dropLast()
    guard rest.utf8.contains(UInt8(ascii: "\\")) else { return String(rest) }
    var units: [UInt16] = []
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        units += String(character).utf16
        continue
      }
      let digits = rest.prefix(4)
      if escaped == "U" || escaped == "u", digits.count == 4, let unit = UInt16(digits, radix: 16) {
        units.append(unit)
        rest = rest.dropFirst(4)
      } else {
        let meant: [Character: Character] = ["n": "\n", "t": "\t", "r": "\r"]
        units += String(meant[escaped] ?? escaped).utf16
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Splits a dictionary on one line into the lines that it could have had.
  private static func parted(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        line.append(character)
        continue
      }
      if character == "\\" { isEscaped = true }
      if character == "\"" { isQuoted.toggle() }
      line.append(character)
      guard !isQuoted, "{(;,".contains(character) || "})".contains(character) else { continue }
      let whole = line.trimmingBlanks
      // The parentheses of a short name belong to its key.
      if whole.hasSuffix("(_") || isShortName(whole, character) { continue }
      if ";,".contains(character), whole.count == 1, let last = lines.last, closes(last) {
        lines[lines.count - 1] = last + whole
      } else if "})".contains(character), whole.count > 1 {
        lines += [String(whole.dropLast()), String(character)]
      } else {
        lines.append(whole)
      }
      line = ""
    }
    return lines + (line.trimmingBlanks.isEmpty ? [] : [line])
  }

  /// Whether a parenthesis encloses a short name: `ga_screen (_sn)`, with ` = ` still ahead.
  private static func isShortName(_ line: String, _ character: Character) -> Bool {
    "()".contains(character) && !line.contains("=") && !line.hasPrefix("(") && line.count > 1
      && line.dropLast().contains { $0.isLetter }
  }
}
