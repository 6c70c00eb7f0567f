import Foundation
import ScenarioEngine
import ScenarioFolders
public import Testing

/// The scenarios of a package, as the arguments of a test.
public enum Scenarios {
  /// The most folders that are searched upwards.
  private static let heightLimit = 64

  /// Returns all scenarios in a folder and the folders below it, by name.
  ///
  /// - Parameters:
  ///   - folder: the name of the folder, which is searched for from the folder of the test upwards
  ///     to that of `Package.swift`; or its absolute path.
  ///   - file: the file of the test.
  ///   - line: the line of the test.
  /// - Returns: one test that fails if there is no such folder, or no scenario in it.
  public static func all(
    in folder: String, from file: String = #filePath, line: Int = #line
  ) -> [ScenarioTest] {
    let test = ScenarioLocation(file: file, line: line, column: 1)
    guard let root = place(of: folder, from: file) else {
      return [
        ScenarioTest(
          missing: "there is no folder \(folder) from the folder of this test up to Package.swift",
          at: test)
      ]
    }
    let paths = ScenarioFolder.scenarios(below: root)
    if paths.isEmpty { return [ScenarioTest(missing: "\(root) has no *.scenario file", at: test)] }
    return paths.map {
      ScenarioTest(path: $0, name: String($0.dropFirst(root.count + 1)), at: test)
    }
  }

  private static func place(of folder: String, from file: String) -> String? {
    if folder.hasPrefix("/") { return ScenarioFolder.isFolder(folder) ? folder : nil }
    var above = (file as NSString).deletingLastPathComponent
    for _ in 0..<heightLimit {
      let place = (above as NSString).appendingPathComponent(folder)
      if ScenarioFolder.isFolder(place) { return place }
      let package = (above as NSString).appendingPathComponent("Package.swift")
      if FileManager.default.fileExists(atPath: package) { return nil }
      above = (above as NSString).deletingLastPathComponent
    }
    return nil
  }
}

/// A scenario that runs as a test.
public struct ScenarioTest: Sendable, CustomTestStringConvertible {
  private enum Source {
    case file(String)
    case missing(String)
  }

  private let source: Source
  /// The place of an issue that does not belong to a scenario.
  private let test: ScenarioLocation
  /// The name of the file, relative to the folder of the scenarios.
  public let testDescription: String

  init(path: String, name: String, at test: ScenarioLocation) {
    (source, testDescription, self.test) = (.file(path), name, test)
  }

  init(missing sentence: String, at test: ScenarioLocation) {
    (source, testDescription, self.test) = (.missing(sentence), "none", test)
  }

  /// Plays the scenario in all its ways, with all its branches, and records an issue for each
  /// failure, at its line in the scenario.
  ///
  /// - Parameter isStrict: whether failures of optional statements count.
  public func run(isStrict: Bool = false) {
    switch source {
    case .missing(let sentence): Self.record([sentence], at: test)
    case .file(let path):
      do throws(LoadFailure) {
        for way in try ScenarioLoader(FolderFiles()).loadVariants(path) { play(way, isStrict) }
      } catch {
        for problem in error.problems {
          Self.record([problem.sentence], at: problem.location ?? test)
        }
      }
    }
  }

  private func play(_ way: LoadedScenario, _ isStrict: Bool) {
    let run = FinishedRun(way)
    record(run, isStrict)
    for branch in run.branches { record(FinishedRun(playing: branch), isStrict) }
  }

  private func record(_ run: FinishedRun, _ isStrict: Bool) {
    let way = run.scenario.variant.map { "[\($0)] " } ?? ""
    for failure in run.failures where isStrict || !failure.statement.isOptional {
      let lines = [way + failure.statement.text] + failure.reason
      Self.record(lines, at: failure.statement.location)
    }
  }

  private static func record(_ lines: [String], at place: ScenarioLocation) {
    // The name of a module is before the slash.
    let name = place.file.split(separator: "/").last.map(String.init) ?? ""
    Issue.record(
      Comment(rawValue: lines.joined(separator: "\n")),
      sourceLocation: SourceLocation(
        fileID: "Scenarios/" + name, filePath: place.file, line: place.line, column: place.column))
  }
}
