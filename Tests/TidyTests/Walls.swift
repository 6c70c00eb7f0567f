import Foundation

/// The walls inside the targets: what each may have at most. Every number may only shrink; whoever
/// lets one grow says why in its line.
enum Walls {
  /// The pairs of folders of a target that use each other's types. A target that is not here has
  /// none.
  static let pairs: [String: Int] = [
    "TagForecast": 2, "TagPanes": 4, "TagRuntime": 14, "TagSimulation": 4,
    "tagsim": 5,
  ]

  /// The lines of each target, in hundreds, rounded up; 146,000 in all. RunPage, MeasurementPlan
  /// and PlanChecking are new, and ScenarioEngine grew by the moments that the page and ndjson are
  /// made of; TagRuntime and TagSimulation grew by consent and releases, ContainerFormats by
  /// property lists of the old style.
  static let hundreds: [String: Int] = [
    "CommandKit": 14, "ContainerFormats": 62, "EmbedScenarios": 1, "Following": 19,
    "MeasurementPlan": 38, "PlanChecking": 9, "NcursesTerminal": 3, "PhoneLog": 42,
    "Publishing": 20, "RunPage": 15, "ScenarioEngine": 119,
    "ScenarioFolders": 2, "TagBench": 23, "TagForecast": 31, "TagFuzz": 58, "TagGlossary": 4,
    "TagInspection": 116, "TagLab": 13, "TagLanguage": 86, "TagMonitor": 164, "TagPanes": 106,
    "TagReference": 30, "TagRuntime": 220, "TagSimulation": 86, "TagStore": 20, "TagWords": 21,
    "TagsimTesting": 2, "TerminalKit": 21, "TextKit": 9, "WriteLiterals": 2, "tagsim": 125,
  ]

  /// The `default:` of each folder, 353 in all: a new case goes there unseen. Those over texts,
  /// bytes and keys are right.
  static let defaults: [String: Int] = [
    "CommandKit": 4, "ContainerFormats": 2, "ContainerFormats/Binary": 13,
    "ContainerFormats/Export": 8, "ContainerFormats/Firebase": 2, "ContainerFormats/Simple": 5,
    "Following": 1, "MeasurementPlan": 1, "NcursesTerminal": 1, "PhoneLog": 8,
    "PhoneLog/Uploads": 3, "Publishing": 3,
    "ScenarioEngine/Comparing": 5, "ScenarioEngine/Recording": 1,
    "ScenarioEngine/Reporting": 6, "ScenarioEngine/Running": 8, "TagBench/Generators": 3,
    "TagBench/Workloads": 2, "TagForecast/Counting": 1, "TagForecast/Phones": 2,
    "TagForecast/Population": 2, "TagFuzz/Faults": 7, "TagFuzz/Judging": 11, "TagFuzz/Worlds": 28,
    "TagInspection/Altering": 1, "TagInspection/Captured": 6, "TagInspection/Compare": 1,
    "TagInspection/Describe": 8, "TagInspection/Explore": 6, "TagInspection/Lint": 7,
    "TagLab/Benchmarks": 1, "TagLanguage": 25, "TagLanguage/Forms": 6, "TagMonitor/Changing": 1,
    "TagMonitor/Comparing": 2, "TagMonitor/Explain": 1, "TagMonitor/Finding": 1,
    "TagMonitor/Keys": 5, "TagMonitor/Layout": 1, "TagMonitor/Model": 7, "TagMonitor/Plain": 3,
    "TagMonitor/Playing": 2, "TagMonitor/Prompt": 2,
    "TagMonitor/Recording": 2,
    "TagMonitor/Reports": 1, "TagMonitor/Start": 1, "TagPanes/Explain": 8,
    "TagPanes/Model": 2, "TagPanes/Panes": 14, "TagReference": 16, "TagRuntime/Evaluation": 4,
    "TagRuntime/Firebase": 3, "TagRuntime/Functions": 2, "TagRuntime/Hits": 2,
    "TagRuntime/Logging": 3, "TagRuntime/Opening": 3, "TagRuntime/Patterns": 11,
    "TagRuntime/Runtime": 4, "TagRuntime/Values": 11, "TagSimulation/Simulation": 4,
    "TagSimulation/Timeline": 4, "TagSimulation/World": 2, "TagStore": 4, "TagWords/Filtering": 15,
    "TagWords/Wording": 3, "TerminalKit/Drawing": 3, "TerminalKit/Terminal": 8,
    "TerminalKit/Widgets": 1, "TextKit": 3, "WriteLiterals": 1, "tagsim/Commands": 4,
    "tagsim/Lessons": 1,
  ]

  /// Where a table is wrong, in words.
  static func departures(of found: [String: Int], from noted: [String: Int]) -> [String] {
    Set(found.keys).union(noted.keys).sorted().compactMap { name in
      let (now, before) = (found[name] ?? 0, noted[name] ?? 0)
      return now == before ? nil : "\(name) has \(now), \(before) are noted"
    }
  }

  /// The folders of a target that use each other's types, in pairs.
  ///
  /// A folder uses another one where it names a type that is declared in that folder alone, outside
  /// of all other types.
  static func pairs(of files: [Repository.File]) -> Set<[String]> {
    let code = files.compactMap { file in
      file.room.map { (folder: $0, code: SourceScanner.code(of: file.text)) }
    }
    var homes: [Substring: Set<String>] = [:]
    for (folder, code) in code {
      for type in types(in: code) { homes[type, default: []].insert(folder) }
    }
    var arrows: Set<[String]> = []
    for (folder, code) in code {
      for word in Set(words(in: code)) {
        guard let home = homes[word], home.count == 1, let other = home.first, other != folder
        else { continue }
        arrows.insert([folder, other])
      }
    }
    return arrows.filter { $0[0] < $0[1] && arrows.contains([$0[1], $0[0]]) }
  }

  private static func words(in code: String) -> [Substring] {
    code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { $0.first?.isUppercase == true }
  }

  private static let kinds: Set<Substring> = ["struct", "enum", "class", "protocol", "typealias"]

  /// The types that are declared at the beginning of a line, so outside of others.
  private static func types(in code: String) -> [Substring] {
    code.split(separator: "\n").filter { $0.first != " " }.compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count else {
        return nil
      }
      return words[place + 1]
    }
  }

  /// The number of `default:` in code.
  static func defaults(in text: String) -> Int {
    SourceScanner.code(of: text).split(separator: "\n").count {
      $0.drop { $0 == " " }.hasPrefix("default:")
    }
  }
}

extension Repository.File {
  /// The folder inside the target; nil for a file beside the folders.
  var room: String? {
    let parts = path.split(separator: "/")
    guard let place = parts.firstIndex(where: { $0 == target }), place + 2 < parts.count else {
      return nil
    }
    return String(parts[place + 1])
  }
}
