import Foundation

/// The rules of the house, as checks of a source text. Each gives one sentence per violation.
enum TidyRules {
  // MARK: Arrows

  private static let pure: Set<String> = [
    "TagRuntime", "TagInspection", "TagSimulation", "TagWords", "TagLanguage", "ScenarioEngine",
    "TagGlossary", "Publishing", "Following",
    "TextKit", "TerminalKit", "TagPanes", "RunPage", "TagMonitor", "TagBench", "TagReference",
    "TagFuzz",
    "TagForecast", "PhoneLog", "MeasurementPlan", "PlanChecking",
  ]
  private static let collections: Set<String> = [
    "Collections", "OrderedCollections", "HeapModule", "DequeModule", "BitCollections",
  ]

  /// What each target may import; a target that is not here may not exist.
  static let arrows: [String: Set<String>] = [
    "TagRuntime": collections.union(["CICU", "Synchronization"]),
    "PhoneLog": collections.union(["TagRuntime", "ContainerFormats"]),
    "TagInspection": collections.union(["TextKit", "TagRuntime", "PhoneLog"]),
    "TagSimulation": collections.union(["TagRuntime", "Synchronization"]),
    "TagWords": collections.union(["TextKit", "TagRuntime", "TagSimulation"]),
    "TagGlossary": ["TagRuntime", "TagWords"],
    "MeasurementPlan": collections.union(["TextKit", "TagRuntime", "ContainerFormats"]),
    "PlanChecking": collections.union([
      "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", "PhoneLog",
      "MeasurementPlan",
    ]),
    "TagLanguage": collections.union(["TextKit", "TagRuntime", "TagSimulation", "TagWords"]),
    "ScenarioEngine": collections.union([
      "TextKit", "TagRuntime", "TagSimulation", "TagWords", "TagLanguage", "MeasurementPlan",
    ]),
    "Publishing": collections.union([
      "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine",
    ]),
    "Following": collections.union([
      "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", "PhoneLog",
    ]),
    "TagReference": collections.union(["TagRuntime"]),
    "TagFuzz": collections.union([
      "TagRuntime", "TagSimulation", "ScenarioEngine", "ContainerFormats", "TagReference",
      // Of the follower it judges.
      "TagInspection", "PhoneLog", "Following",
    ]),
    "TagForecast": collections.union([
      "TextKit", "TagRuntime", "TagSimulation", "ScenarioEngine",
    ]),
    "TextKit": [], "TerminalKit": ["TextKit"],
    // Not the engine: what draws compiles beside it.
    "TagPanes": collections.union([
      "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "TagWords", "TerminalKit",
      "Synchronization",
    ]),
    "RunPage": collections.union([
      "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "TagWords", "TagPanes",
      "ScenarioEngine",
    ]),
    "TagMonitor": collections.union([
      "TextKit",
      "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", "TagGlossary", "TagPanes",
      "TerminalKit", "Synchronization",
    ]),
    "TagBench": collections.union([
      "TextKit", "TagRuntime", "TagSimulation", "ScenarioEngine", "TagForecast", "TerminalKit",
      "TagMonitor", "ContainerFormats",
    ]),
    "ContainerFormats": collections.union(["TagRuntime", "Foundation", "FoundationEssentials"]),
    // Foundation moves files that cannot be used out of the way.
    "TagStore": collections.union(["TagRuntime", "CSQLite", "Foundation"]),
    "NcursesTerminal": [
      "TextKit", "TerminalKit", "CNcurses", "Glibc", "Darwin", "Musl", "Synchronization",
    ],
    "CICU": [], "CNcurses": [], "CSQLite": [],
    "EmbedScenarios": ["Foundation", "PackagePlugin"],
    "WriteLiterals": ["Foundation"],
    "ScenarioFolders": [
      "TagRuntime", "TagSimulation", "ScenarioEngine", "ContainerFormats", "Foundation",
    ],
    "TagsimTesting": [
      "TagRuntime", "ScenarioEngine", "ScenarioFolders", "Foundation", "Testing",
    ],
    "CommandKit": collections.union([
      "TextKit",
      "TagRuntime", "TagSimulation", "ScenarioEngine", "ScenarioFolders", "ContainerFormats",
      "TerminalKit",
      "ArgumentParser", "Foundation", "Glibc", "Darwin", "Musl", "Dispatch", "Synchronization",
    ]),
    "TagLab": collections.union([
      "TextKit",
      "CommandKit", "TagRuntime", "TagSimulation", "ScenarioEngine", "TerminalKit", "TagFuzz",
      "TagMonitor",
      "TagBench", "TagStore", "ContainerFormats", "PhoneLog", "TagInspection", "Following",
      "Publishing",
      "ArgumentParser", "Foundation", "Glibc", "Darwin", "Musl",
      "Dispatch", "Synchronization",
    ]),
    "tagsim": collections.union([
      "TextKit", "PhoneLog",
      "CommandKit", "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", "Following",
      "Publishing", "TagGlossary", "MeasurementPlan", "PlanChecking",
      "TerminalKit",
      "TagMonitor", "RunPage", "TagForecast", "ContainerFormats", "TagStore", "NcursesTerminal",
      "ArgumentParser", "Foundation", "FoundationEssentials", "Glibc", "Darwin", "Musl",
      "Dispatch", "Synchronization",
    ]),
  ]

  /// The imports of a target that its row of the table does not allow.
  static func wrongImports(in text: String, of target: String) -> [String] {
    guard let allowed = arrows[target] else { return ["no target may be called \(target)"] }
    return imports(in: text).filter { !allowed.contains($0) }.map {
      "\(target) may not import \($0)"
    }
  }

  /// The modules that a source text imports.
  static func imports(in text: String) -> [String] {
    SourceScanner.code(of: text).split(separator: "\n").compactMap { line in
      let words = line.split { " ;\t".contains($0) }
      guard let keyword = words.firstIndex(of: "import"),
        words[..<keyword].allSatisfy({ isImportModifier($0) })
      else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let"]
      let path = words[(keyword + 1)...].first { !kinds.contains($0) }
      return path?.split(separator: ".").first.map(String.init)
    }
  }

  private static func isImportModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "private"].contains(word)
  }

  // MARK: Words

  private static let bannedInPure = [
    "import Foundation", "Date(", "UUID(", "Timer", "DispatchQueue", "Task {", "async ", "print(",
    "FileManager", "ProcessInfo", "Locale.current", "TimeZone.current",
    "SystemRandomNumberGenerator", ".random(in", "hashValue",
  ]
  private static let bannedEverywhere = [
    "fatalError(", "try!", "@unchecked Sendable", "nonisolated(unsafe)",
  ]

  /// The words in the code of a target that it may not use; each counts as a word of its own, so
  /// that `AppTimer` and `startTimer` may be there and `Timer` may not.
  static func bannedWords(in text: String, of target: String) -> [String] {
    let code = SourceScanner.code(of: text)
    // Few are anywhere in a text; lines are looked at for those alone.
    let words = (bannedEverywhere + (pure.contains(target) ? bannedInPure : []))
      .filter { code.range(of: $0, options: .literal) != nil }
    var found: [String] = []
    for (number, line) in code.numberedLines {
      for word in words where contains(line, word) {
        found.append("line \(number): \(target) may not use '\(word.trimmed)'")
      }
      if isStoredStaticVariable(line) { found.append("line \(number): a stored static var") }
    }
    return found
  }

  private static func contains(_ line: Substring, _ word: String) -> Bool {
    var rest = line[...]
    while let range = rest.firstRange(of: word) {
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      let startsInside = isWordCharacter(before) && isWordCharacter(word.first)
      let endsInside = isWordCharacter(word.last) && isWordCharacter(after)
      if !startsInside, !endsInside { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }

  private static func isWordCharacter(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }

  /// A computed one opens a brace right after its type; an observed one has a value before it.
  private static func isStoredStaticVariable(_ line: Substring) -> Bool {
    guard let range = line.firstRange(of: "static var ") else { return false }
    let declaration = line[range.upperBound...]
    let head = declaration.prefix { $0 != "{" }
    return head.contains("=") || head.count == declaration.count
  }

  // MARK: Size

  static let lineLimit = 700
  static let columnLimit = 100
  static let functionLimit = 60

  /// What is too long in a source text.
  static func overlong(_ text: String) -> [String] {
    var found: [String] = []
    let lines = text.numberedLines
    let count = lines.count - (text.hasSuffix("\n") ? 1 : 0)
    if count > lineLimit { found.append("\(count) lines, at most \(lineLimit)") }
    let texts = SourceScanner.linesInTexts(of: text)
    for (number, line) in lines where line.count > columnLimit && !texts.contains(number) {
      found.append("line \(number): \(line.count) columns, at most \(columnLimit)")
    }
    return found + longFunctions(text)
  }

  /// A function ends at the line that closes it in the column where it began; `swift format` sees
  /// to that.
  private static func longFunctions(_ text: String) -> [String] {
    let lines = SourceScanner.code(of: text).numberedLines
    var found: [String] = []
    for (index, (number, line)) in lines.enumerated()
    where beginsFunction(line) && !isOnOneLine(line) {
      let indentation = line.prefix { $0 == " " }
      let end = lines[(index + 1)...].first { _, other in
        other.hasPrefix(indentation + "}") || isDeclaration(other, at: indentation)
      }
      let length = (end?.0 ?? number) - number + 1
      if length > functionLimit {
        found.append("line \(number): a function of \(length) lines, at most \(functionLimit)")
      }
    }
    return found
  }

  private static func isOnOneLine(_ line: Substring) -> Bool {
    let opened = line.count { $0 == "{" }
    return opened > 0 && opened == line.count { $0 == "}" }
  }

  private static func beginsFunction(_ line: Substring) -> Bool {
    let words = line.split { " (<".contains($0) }
    guard let keyword = words.firstIndex(where: { $0 == "func" || $0.hasPrefix("init") }) else {
      return false
    }
    return words[..<keyword].allSatisfy { $0.hasPrefix("@") || modifiers.contains(String($0)) }
  }

  private static func isDeclaration(_ line: Substring, at indentation: Substring) -> Bool {
    guard line.hasPrefix(indentation), line.dropFirst(indentation.count).first?.isLetter == true
    else { return false }
    return beginsFunction(line)
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "open", "final", "static", "class",
    "mutating", "nonmutating", "override", "convenience", "required", "indirect", "nonisolated",
    "borrowing", "consuming",
  ]

  // MARK: Names

  private static let vagueNames: Set<String> = ["Helpers", "Utils", "Common", "Misc"]

  static func vagueName(_ fileName: String) -> String? {
    let stem = fileName.split(separator: ".").first.map(String.init) ?? fileName
    let parts = stem.split(separator: "+").map(String.init)
    return parts.first { vagueNames.contains($0) }.map { "a file may not be called \($0)" }
  }
}
