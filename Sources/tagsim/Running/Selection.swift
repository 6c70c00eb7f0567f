import Foundation
import ScenarioEngine
import TagRuntime

/// Which scenarios a command line means.
struct Selection: Sendable {
  /// Tags of which a scenario has one; empty for any.
  var tags: [String] = []
  /// Tags of which a scenario has none.
  var excludedTags: [String] = []
  /// The pattern that is in its path, its title or a chapter of it; nil for any.
  var grep: String?

  /// Whether a scenario may be left out.
  var isSelective: Bool { !tags.isEmpty || !excludedTags.isEmpty || grep != nil }

  /// What scenarios lack that are left out.
  var words: String {
    let wanted = [
      tags.isEmpty && excludedTags.isEmpty ? nil : "the wanted tags",
      grep.map { "'\($0)' in path, title or chapters" },
    ]
    return wanted.compactMap { $0 }.joined(separator: " and ")
  }

  /// The names of a list with commas.
  static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// Looks whether scenarios are selected. A pattern stays on the thread that compiled it.
struct Selector {
  private let selection: Selection
  private let pattern: Pattern?

  init(_ selection: Selection) {
    self.selection = selection
    // Whether it is one was looked at before.
    pattern = selection.grep.flatMap { try? Pattern($0, ignoreCase: false) }
  }

  /// Whether a scenario is selected.
  func includes(_ scenario: Scenario) -> Bool {
    let own = scenario.header.tags
    return (selection.tags.isEmpty || selection.tags.contains(where: own.contains))
      && !selection.excludedTags.contains(where: own.contains) && isFound(in: scenario)
  }

  /// A scenario is one story: it is played from its beginning where only a chapter is meant.
  private func isFound(in scenario: Scenario) -> Bool {
    guard let pattern else { return true }
    let chapters = scenario.allStatements.compactMap { statement in
      if case .chapter(let title) = statement.command { title } else { nil }
    }
    let names = [scenario.file] + [scenario.header.title].compactMap { $0 } + chapters
    return (names + scenario.branches.map(\.name)).contains { pattern.isFound(in: $0) }
  }
}

/// A part of something, for several machines that share it: of the files of `run`, of the seeds
/// where it plays several, or of the seeds of `fuzz`.
struct Shard: Sendable, Hashable {
  /// The most parts.
  static let limit = 10_000

  /// Which part, from 1.
  let number: Int
  /// Of how many.
  let count: Int

  /// Reads `2/5`; nil where it is no such part.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...Self.limit).contains(count), (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// What is in this part: each is in one part.
  func part<Thing>(of all: [Thing]) -> [Thing] {
    all.indices.filter { $0 % count == number - 1 }.map { all[$0] }
  }
}

/// The seeds that a command line asks for.
enum SeedWish: Sendable, Hashable {
  /// The most seeds of a range.
  static let limit = 100_000

  /// That of the header.
  case ofHeader
  /// This one in its place.
  case one(UInt64)
  /// Each of these.
  case each(ClosedRange<UInt64>)

  /// Reads `1..20`; nil where it is no such range.
  init?(range text: String) {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt64($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first <= last,
      last - first < UInt64(Self.limit)
    else { return nil }
    self = .each(first...last)
  }

  /// The seeds, nil for that of the header.
  var seeds: [UInt64?] {
    switch self {
    case .ofHeader: [nil]
    case .one(let seed): [seed]
    case .each(let range): range.map { $0 }
    }
  }
}
