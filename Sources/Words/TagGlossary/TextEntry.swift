/// An entry of a text: lines `key: text`, up to an empty line. An indented line continues the one
/// above.
package struct TextEntry {
  /// What is wrong in a text, and where.
  package struct Mistake: Error, CustomStringConvertible {
    package let description: String
  }

  private let line: Int
  private var parts: [(key: String, text: String)] = []

  static func all(in text: String) throws(Mistake) -> [TextEntry] {
    var entries: [TextEntry] = []
    var isOpen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if !isOpen, !line.isEmpty { entries.append(TextEntry(line: index + 1)) }
      isOpen = !line.isEmpty
      if isOpen { try entries[entries.count - 1].read(line, number: index + 1) }
    }
    return entries
  }

  private init(line: Int) { self.line = line }

  private mutating func read(_ line: Substring, number: Int) throws(Mistake) {
    if line.hasPrefix("  "), !parts.isEmpty {
      parts[parts.count - 1].text += "\n" + line.dropFirst(2)
      return
    }
    let words = line.split(separator: ":", maxSplits: 1)
    guard words.count == 2, words[1].count > 1, words[1].first == " ", line.first != " " else {
      throw Mistake(description: "line \(number): '\(line)' must be 'key: text'")
    }
    parts.append((String(words[0]), String(words[1].dropFirst())))
  }

  func mistake(_ words: String) -> Mistake {
    Mistake(description: "line \(line): the entry \(words)")
  }

  func has(_ key: String) -> Bool { parts.contains { $0.key == key } }

  /// Takes out the sentences, or the words, of a key.
  mutating func take(_ key: String) throws(Mistake) -> String {
    guard let index = parts.firstIndex(where: { $0.key == key }) else {
      throw mistake("has no line '\(key): …'")
    }
    return parts.remove(at: index).text.replacing("\n", with: " ")
  }

  /// Takes out the words between the commas of a key.
  mutating func takeList(_ key: String) throws(Mistake) -> [String] {
    let words = try take(key).split(separator: ", ").map { String($0) }
    guard words.allSatisfy({ $0.contains { $0 != "," } }) else {
      throw mistake("has no words in '\(key)'")
    }
    return words
  }

  /// Takes out the first line with one of several keys, and those that continue it.
  mutating func take<Key: RawRepresentable<String> & CaseIterable>(
    _ keys: Key.Type
  ) throws(Mistake) -> (key: Key, text: String) {
    for (index, part) in parts.enumerated() {
      guard let key = Key(rawValue: part.key) else { continue }
      parts.remove(at: index)
      return (key, part.text)
    }
    throw mistake("must have one of " + Key.allCases.map(\.rawValue).joined(separator: ", "))
  }

  /// Requires that every line was taken out.
  func end() throws(Mistake) {
    if let part = parts.first { throw mistake("has '\(part.key)' twice, or no such line exists") }
  }
}

/// The files of `Texts/`, which the plug-in EmbedScenarios writes here with every build.
enum GlossaryTexts {
  /// Reads a file when its values are first asked for. Tests read each file, so a mistake does not
  /// get here.
  static func read<Value>(
    _ file: String, _ reader: (String) throws(TextEntry.Mistake) -> Value
  ) -> Value {
    do {
      return try reader(all.first { $0.path == file }?.text ?? "")
    } catch {
      preconditionFailure("\(file): \(error)")
    }
  }
}
