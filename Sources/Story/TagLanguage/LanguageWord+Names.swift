package import TagRuntime
package import TagWords

/// Names, keys and classes in lines that tagsim writes.
extension LanguageWord {
  /// A name as a word, or in quotes if it is not a valid word.
  package static func word(_ name: String) -> String { isPlain(name) ? name : name.quoted }

  /// Whether a text is a valid word.
  package static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first.isDigit else { return false }
    return text.utf8.allSatisfy { isLetter($0) || $0.isDigit || [0x2D, 0x2E].contains($0) }
  }

  package static func isLetter(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_")
  }

  /// A key as a push writes it; the data layer splits a quoted key at its dots, too.
  package static func key(_ path: String) -> String {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    let isBare =
      parts.count <= TokenCursor.keyDepthLimit && parts.allSatisfy { isPlain(String($0)) }
      && path.utf8.first.map(isLetter) == true
    return isBare ? path : path.quoted
  }

  /// The classes that a second-generation container calls, as an app describes them.
  package static func classes(of macros: [String], _ tags: [String]) -> [String] {
    // A class may be both; an app has it once.
    let others = tags.filter { !macros.contains($0) }
    return macros.flatMap { ["class " + word($0), "  echoes", "end"] }
      + others.map { "class \(word($0)) notes" }
  }

  /// The id of a container that has none.
  package static let unknownID = "GTM-TRIAL"

  /// The id of a container: from the container, from the name of its file, or invented.
  package static func id(of version: ContainerVersion, path: String) -> String {
    if let id = version.containerID, !id.isEmpty { return id }
    // A file's name may also contain the name of a project: the last id counts.
    var name = path.split(separator: "/").last ?? ""
    var id = unknownID
    while let start = name.firstRange(of: "GTM-") {
      name = name[start.upperBound...]
      let word = name.prefix { $0.isASCII && ($0.isNumber || $0.isLetter) }
      let plain = word.prefix { $0.isNumber || $0.isUppercase }
      // Google's ids are upper case, and a version may follow. Any other word is a name that people
      // chose for the file, and part of such a word is not an id.
      let after = word.dropFirst(plain.count)
      let isVersion = after.first == "v" && after.dropFirst().allSatisfy(\.isNumber)
      let chosen = after.isEmpty || isVersion ? plain : word
      if !chosen.isEmpty { id = "GTM-" + chosen }
    }
    return id
  }
}
