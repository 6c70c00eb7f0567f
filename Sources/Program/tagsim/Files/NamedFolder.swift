import CommandKit
import ContainerFormats
import Foundation
import ScenarioEngine
import TagRuntime

/// A folder that a command line names: one of scenarios, or, without any, one of containers.
struct NamedFolder {
  private let path: String
  /// The scenarios in it and below.
  private let scenarios: [String]
  /// The containers in it, not below, if it has no scenarios.
  private var containers: [String] = []
  private var otherCount = 0

  /// Looks into a folder; nil for anything else.
  init?(_ path: String) throws(CommandFailure) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return nil }
    self.path = path
    scenarios = try ScenarioFinder.scenarios(at: [path], asTests: true)
    guard scenarios.isEmpty else { return }
    for name in DiskFiles().names(in: path).sorted() where !name.hasSuffix("/") {
      let file = (path as NSString).appendingPathComponent(name)
      let bytes = try? DiskFiles(streams: []).bytes(of: file, limit: ContainerLimits.bytes)
      let isContainer = bytes.map { FileKind(of: $0) } == .container
      if isContainer { containers.append(file) } else { otherCount += 1 }
    }
  }

  /// Returns paths with the containers of a folder in its place, and tells of its other files.
  static func containers(at paths: [String]) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for path in paths {
      guard let folder = try NamedFolder(path), !folder.containers.isEmpty else {
        files.append(path)
        continue
      }
      files += folder.containers
      if let others = folder.others { Console.complain(["tagsim: \(path): \(others)"]) }
    }
    return files
  }

  private var others: String? {
    otherCount == 0 ? nil : Counted.text(otherCount, "other file") + " left out: no container"
  }

  /// Lists what is in it, and the commands for it.
  func list() throws(CommandFailure) {
    let folder = ShellText.path(path)
    var problems: [LoadProblem] = []
    var outlines: [LessonOutline] = []
    for file in scenarios {
      do throws(LoadFailure) {
        outlines.append(
          LessonOutline(try ScenarioLoader(of: DiskFiles()).parse(file), named: file))
      } catch {
        problems += error.problems
      }
    }
    if let file = (scenarios + containers).first.map(ShellText.path) {
      let doors =
        containers.isEmpty
        ? "'tagsim run \(folder)' plays all"
        : "'tagsim inspect \(folder)' describes all, 'tagsim lint \(folder)' checks all"
      Console.print(
        LessonOutline.table(of: outlines) + containers + (others.map { [$0] } ?? [])
          + ["", "'tagsim \(file)' opens the first, \(doors)"])
    } else {
      problems = [LoadProblem("\(path): has no *.scenario file and no container: name a file")]
    }
    if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
  }
}
