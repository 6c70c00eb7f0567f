/// What the sources declare and never name again, by their words: what only tests name is dead too.
enum DeadNames {
  /// What is used without being named.
  static let spared: Set<Substring> = [
    // By ArgumentParser, SwiftPM and the compiler.
    "EmbedScenarios", "allValueStrings", "callAsFunction", "configuration", "createBuildCommands",
    "defaultValueDescription", "validate",
    // By the programs that use a library of this package.
    "Scenarios", "contentGroup", "customDimension", "customMetric",
  ]

  /// The declarations that nothing in the files names, and the files with nothing that another one
  /// names.
  static func found(in files: [Repository.File]) -> [String] {
    let sources = files.map(Source.init)
    // By the place where they can be named: everywhere, in a target, in a file.
    var named: [String: [Substring: Int]] = [:]
    var declared: [String: [Substring: Int]] = [:]
    var (namers, declarers): ([Substring: Int], [Substring: Int]) = ([:], [:])
    for source in sources {
      for place in ["", source.file.target, source.file.path] {
        named[place, default: [:]].merge(source.counts, uniquingKeysWith: +)
        for one in source.declarations {
          declared[place, default: [:]][one.name, default: 0] += 1
        }
      }
      for word in source.counts.keys { namers[word, default: 0] += 1 }
      for name in Set(source.declarations.map(\.name)) { declarers[name, default: 0] += 1 }
    }
    let required = sources.reduce(into: spared) { $0.formUnion($1.required) }
    return sources.flatMap { source -> [String] in
      let dead = source.declarations.filter { one in
        let place = required.contains(one.name) ? "" : one.place
        return !spared.contains(one.name)
          && declared[place]?[one.name] == named[place]?[one.name]
      }
      let seen = source.declarations.filter(\.isSeen).map(\.name)
      let isDead =
        !seen.isEmpty && seen.allSatisfy { namers[$0] == declarers[$0] && !spared.contains($0) }
      return dead.map { "\(source.file.path):\($0.line): nothing names \($0.name)" }
        + (isDead ? ["\(source.file.path): no other file names anything of it"] : [])
    }
  }

  private struct Declaration {
    var name: Substring
    var line: Int
    var place: String
    /// Whether other files can name it: it is neither private nor inside a function.
    var isSeen: Bool
  }

  private struct Source {
    let file: Repository.File
    var counts: [Substring: Int] = [:]
    var declarations: [Declaration] = []
    /// What protocols require: whoever knows only the protocol names it.
    var required: Set<Substring> = []

    init(_ file: Repository.File) {
      self.file = file
      var (isRequired, isIterable) = (false, false)
      for (number, line) in SourceScanner.code(of: file.text).numberedLines {
        let words = line.words
        for word in words { counts[word, default: 0] += 1 }
        if let first = line.first, first != " " { isRequired = words.contains("protocol") }
        if words.contains("enum") { isIterable = words.contains("CaseIterable") }
        let cases = Self.cases(in: line)
        let names = zip(words, words.dropFirst()).filter { Self.kinds.contains($0.0) }.map(\.1)
        if isRequired { required.formUnion(names) }
        let isPrivate = zip(words, words.dropFirst()).contains {
          ["private", "fileprivate"].contains($0) && $1 != "set"
        }
        let isWide = words.contains("public") || words.contains("package") || !cases.isEmpty
        let place = isPrivate ? file.path : isWide ? "" : file.target
        // `allCases` reaches the others.
        declarations += (names + (isIterable ? [] : cases)).map { name in
          Declaration(
            name: name, line: number, place: place,
            isSeen: !isPrivate && !line.hasPrefix("    "))
        }
      }
    }

    private static let kinds: Set<Substring> = [
      "func", "var", "let", "struct", "class", "enum", "protocol", "typealias",
    ]

    /// The cases of an enumeration that a line declares; those of a `switch` end with a colon.
    private static func cases(in line: Substring) -> [Substring] {
      let words = line.words
      guard words.first == "case" || words.contains("enum"),
        let start = line.firstRange(of: "case ")?.upperBound, line.words.contains("case")
      else { return [] }
      var depth = 0
      var parts: [Substring] = [""]
      for character in line[start...] {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        if depth > 0 || character == ")" { continue }
        if character == ":" { return [] }
        if character == "," { parts.append("") } else { parts[parts.count - 1].append(character) }
      }
      return parts.compactMap { part in
        part.drop { $0 == " " || $0 == "`" }.first?.isLetter == true ? part.words.first : nil
      }.filter { !kinds.contains($0) }
    }
  }
}
