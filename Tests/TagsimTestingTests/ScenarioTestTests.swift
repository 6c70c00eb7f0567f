import Foundation
import Synchronization
import TagsimTesting
import Testing

/// Scenarios as tests of Swift Testing: each failure is an issue at its line.
struct ScenarioTestTests {
  /// The scenarios that come with the program, which hold.
  @Test(arguments: Scenarios.all(in: "Scenarios").prefix(3))
  func shipped(_ scenario: ScenarioTest) {
    scenario.run()
  }

  private static let app = """
    tagsim 1
    ---
    app "Small"
      package com.example.small
      container GTM-SMALL
    end
    launch

    """

  /// The issues of the scenarios in a folder with one file.
  private static func issues(
    _ text: String, isStrict: Bool = false
  ) throws -> [(line: Int?, text: String)] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.scenario")
    try Data(text.utf8).write(to: file)
    let found = Mutex<[(line: Int?, text: String)]>([])
    withKnownIssue(isIntermittent: true) {
      for scenario in Scenarios.all(in: folder.path) { scenario.run(isStrict: isStrict) }
    } matching: { issue in
      found.withLock {
        $0.append((issue.sourceLocation?.line, issue.comments.map(\.rawValue).joined()))
      }
      return issue.sourceLocation?.filePath == file.path
    }
    return found.withLock { $0 }
  }

  @Test func aFailureIsAnIssueAtItsLine() throws {
    let issues = try Self.issues(Self.app + "expect sent 0\nexpect sent 1\nexpect sent 2\n")
    #expect(issues.map(\.line) == [9, 10])
    #expect(issues.first?.text == "expect sent 1\n0 hits were sent, expected == 1")
  }

  @Test(arguments: [(false, 0), (true, 1)])
  func anOptionalFailureCountsWhereItIsAsked(_ isStrict: Bool, _ count: Int) throws {
    let issues = try Self.issues(Self.app + "optional expect sent 1\n", isStrict: isStrict)
    #expect(issues.count == count)
  }

  @Test func aMistakeIsAnIssueAtItsLine() throws {
    let issues = try Self.issues(Self.app + "lunch\n")
    #expect(issues.map(\.line) == [8])
    #expect(issues.first?.text == "unknown verb 'lunch': did you mean 'launch'?")
  }

  @Test func aFolderWithoutScenariosFails() {
    withKnownIssue {
      for scenario in Scenarios.all(in: "no-such-folder") { scenario.run() }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("there is no folder no-such-folder") == true
    }
  }
}
