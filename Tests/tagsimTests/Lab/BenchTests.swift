import Foundation
import OrderedCollections
import TagRuntime
import TerminalKit
import Testing
import TextKit

@testable import tagsim

/// `tagsim-lab bench`, with rounds of a hundredth of the size. Tests do not look at times.
struct BenchTests {
  private static let quick = "W1r.split"
  private static let once = ["bench", quick, "--small", "--repeats", "1"]

  /// A debug build says that it is one.
  private func isQuiet(_ complaint: String) -> Bool {
    complaint.split(separator: "\n").allSatisfy { $0.hasPrefix("tagsim: this is a debug build") }
  }

  @Test func table() throws {
    let result = try Lab.run(Self.once)
    #expect(result.code == 0)
    #expect(isQuiet(result.complaint))
    #expect(result.lines.count == 4)
    #expect(result.lines[0].hasPrefix("workload  "))
    #expect(result.lines[1].hasPrefix("\(Self.quick)  "))
    #expect(result.lines[3] == "    matches: found 1,000, sum 7,000")
  }

  @Test func json() throws {
    let result = try Lab.run([
      "bench", Self.quick, "--small", "--repeats", "2", "--json",
    ])
    #expect(result.code == 0 && result.lines.count == 1)
    #expect(TerminalText.isSafe(result.lines[0]))
    let document = try JSONReader.read(result.output)
    #expect(try JSONSchema(.bench).faults(in: document) == [])
    #expect(document.members?["format"] == "tagsim bench 1")
    let workloads = try #require(document.members?["workloads"]?.elements)
    #expect(workloads.count == 1)
    let members = try #require(workloads[0].members)
    #expect(
      Array(members.keys) == [
        "workload", "summary", "operation", "operations", "cpuNanoseconds", "elapsedNanoseconds",
        "perSecond", "matches", "counters", "rounds",
      ])
    #expect(members["workload"] == .string(Self.quick))
    #expect(members["matches"] == ["found": 1000, "sum": 7000])
    #expect(members["rounds"]?.elements?.count == 2)
  }

  /// A store is a file, and so no matter of the workloads' own tests.
  @Test func storeWorkloads() throws {
    let result = try Lab.run(["bench", "W3", "--small", "--repeats", "2"])
    #expect(result.code == 0)
    #expect(isQuiet(result.complaint))
    #expect(
      result.lines.filter { $0.contains("matches: ") } == [
        "    matches: rows 5", "    matches: rows 40", "    matches: rows 0",
      ])
  }

  @Test func list() throws {
    let result = try Lab.run(["bench", "W3", "W6.write", "--list"])
    #expect(result.code == 0 && result.complaint.isEmpty)
    let names = result.lines.map { $0.split(separator: " ")[0] }
    #expect(names == ["W3.single", "W3.batch", "W3.drain", "W6.write"])
  }

  /// The columns that a machine has no say in.
  @Test func soak() throws {
    let result = try Lab.run(["bench", "--soak", "2000"])
    #expect(result.code == 0)
    #expect(isQuiet(result.complaint))
    let columns = result.lines.prefix(2).map { $0.split(separator: " ") }
    #expect(columns[0] == ["pushes", "refused", "seconds", "resident", "histories"])
    #expect(columns[1].first == "2,000" && columns[1][1] == "2" && columns[1].last == "1")
    #expect(result.lines.last?.hasSuffix(" MB of 400 MB") == true)
  }

  // MARK: Against another program

  /// A program that answers as another build would.
  private func program(_ lines: String, in scratch: ScratchFolder) throws -> URL {
    let file = try scratch.file("other", "#!/bin/sh\n" + lines)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file
  }

  private func compared(
    _ words: [String], with lines: String
  ) throws -> CommandLineTool.Result {
    let scratch = try ScratchFolder()
    let other = try program(lines, in: scratch)
    return try Lab.run(
      ["bench", "--small", "--repeats", "1", "--against", other.path] + words)
  }

  /// Another build: this one behind a script that changes what it says.
  private func ourselves(through script: String) throws -> String {
    "\"\(try Lab.program().path)\" \"$@\" 2>/dev/null | sed '\(script)'\n"
  }

  @Test func ourselvesInTurn() throws {
    let result = try compared([Self.quick], with: try ourselves(through: ""))
    #expect(result.code == 0)
    #expect(isQuiet(result.complaint))
    #expect(result.lines.count == 1)
    #expect(result.output.contains(" times as fast ("))
    #expect(result.output.contains(", 5 pairs): "))
  }

  @Test func comparisonAsJSON() throws {
    // Ten times as slow: another digit for what it took.
    let slow = "s/\"cpu\": \\([0-9]*\\)/\"cpu\": \\10/g"
    let result = try compared(
      [Self.quick, "--json", "--pairs", "6"], with: try ourselves(through: slow))
    #expect(result.code == 0 && result.lines.count == 1)
    let document = try JSONReader.read(result.output)
    #expect(try JSONSchema(.bench).faults(in: document) == [])
    #expect(document.members?["pairs"] == 6)
    let members = try #require(document.members?["comparisons"]?.elements?.first?.members)
    #expect(members["workload"] == .string(Self.quick))
    #expect(members["ratios"]?.elements?.count == 6)
    guard case .double(let median)? = members["median"] else {
      Issue.record("there is no median")
      return
    }
    #expect(median > 1)
  }

  @Test func otherCountsAreNotCompared() throws {
    let result = try compared(
      [Self.quick], with: try ourselves(through: "s/\"sum\": 7/\"sum\": 8/"))
    #expect(result.code == 1 && result.output.isEmpty)
    #expect(
      result.complaint.contains(
        "tagsim: \(Self.quick) cannot be compared, for the match counts differ: sum is 8,000 "
          + "in the other program and 7,000 in this one"))
  }

  @Test func aWorkloadThatTheOtherLacks() throws {
    let older = try ourselves(through: "s/\"workload\": \"\(Self.quick)\", //")
    let result = try compared([Self.quick], with: older)
    #expect(result.code == 4 && result.output.isEmpty)
    #expect(result.complaint.contains("has no workload '\(Self.quick)': compare what both have"))
  }
}
