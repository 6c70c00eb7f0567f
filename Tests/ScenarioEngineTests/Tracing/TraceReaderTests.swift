import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A file that is no trace, or a broken one, is told with its place.
@Suite struct TraceReaderTests {
  private static let header = #"{"trace":"tagsim","version":1,"build":"1 (a)"}"#
  private static let plays = #"{"plays":"a.scenario"}"#

  private static func read(_ lines: [String]) throws -> Trace {
    try Trace(Array(lines.map { $0 + "\n" }.joined().utf8), file: "a.trace")
  }

  @Test(arguments: [
    (["x"], "a.trace:1:1: error: is not a line of a trace"),
    ([#"{"a":1}"#], "a.trace:1:1: error: is not a tagsim trace"),
    ([#"{"trace":"tagsim"}"#], "a.trace:1:1: error: has no whole number for 'version'"),
    (
      [#"{"trace":"tagsim","version":2,"build":"9 (z)"}"#],
      "a.trace:1:1: error: was made by tagsim 9 (z) with trace version 2, but this tagsim "
        + "reads version 1: open it with that tagsim"
    ),
    ([header], "is incomplete: it ends before the scenario"),
    ([header, plays, "[1]", plays], "a.trace:3:1: error: is not a line of a trace: a JSON object"),
    ([header, plays, "{", plays], "a.trace:3:1: error: is not a line of a trace"),
    ([header, plays, #"{"told":1,"rows":0}"#, plays], "has no whole number for 'at'"),
    ([header, plays, #"{"told":-1,"at":0,"rows":0}"#, plays], "has a 'told' below 0"),
    ([header, plays, #"{"told":1e9,"at":0,"rows":0}"#, plays], "no whole number for 'told'"),
    (
      [header, plays, #"{"told":9000000000000000000,"at":0,"rows":0}"#, plays],
      "has too many actions: a trace has at most 1000000"
    ),
    ([header, plays, #"{"back":1}"#, plays], "goes back to action 1, but there are only 0"),
    ([header, plays, #"{"line":7,"at":0,"rows":0}"#, plays], "has no text for 'line'"),
    ([header, #"{"file":"a","base64":"%"}"#, plays], "not Base64"),
    ([header, #"{"zone":"Z","around":0,"offset":0,"changes":[7]}"#, plays], "a time zone change"),
    (
      [header, #"{"zone":"Z","around":0,"offset":9223372036854775807}"#, plays],
      "a day or more from UTC"
    ),
    (
      [header, #"{"zone":"Z","around":0,"offset":0,"changes":[[0,-9223372036854775808]]}"#, plays],
      "a day or more from UTC"
    ),
    (
      [header, plays, #"{"passed":9223372036854775807,"at":0,"rows":0}"#, plays],
      "has a 'passed' of more than 36500 days"
    ),
    (
      [header, #"{"plays":"a","seed":"x"}"#], "a.trace:2:1: error: has a seed that is not a number"
    ),
  ])
  func aMistakeIsToldWithItsPlace(_ lines: [String], _ sentence: String) {
    do {
      _ = try Self.read(lines + [""])
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains(sentence), "\(error)")
    }
  }

  @Test func halfOfALastLineIsLeftOutAndSaid() throws {
    let text = [Self.header, Self.plays, #"{"at":0,"rows":0,"told":3}"#, #"{"at":0,"ro"#]
    let trace = try Trace(Array(text.joined(separator: "\n").utf8), file: "a.trace")
    #expect(trace.acts.count == 3)
    #expect(trace.remarks == ["a.trace: its last line is incomplete and was ignored"])
  }

  @Test func whatALaterTagsimTellsBesidesIsPassedOver() throws {
    let trace = try Self.read([
      Self.header, Self.plays, #"{"weather":"fine"}"#, #"{"at":0,"rows":0,"due":1,"mood":"good"}"#,
    ])
    #expect(trace.acts.map(\.action) == [.due])
  }

  @Test func whatGoesBackHoldsOnlyWhatCameBefore() throws {
    let trace = try Self.read([
      Self.header, Self.plays, #"{"at":0,"rows":0,"told":4}"#, #"{"at":0,"rows":4,"passed":5}"#,
      #"{"at":5,"rows":4,"passed":6}"#, #"{"digest":"00","rows":4}"#, #"{"back":2}"#,
    ])
    #expect(trace.acts.map(\.action) == [.told, .told])
    #expect(trace.digests.isEmpty)
  }

  @Test func bytesOfAnyKindComeBackAsTheyWere() throws {
    let zone = ZoneRules(
      name: "Europe/Madrid", initialOffsetSeconds: 3600,
      transitions: [.init(from: WallTime(milliseconds: 5), offsetSeconds: 7200)])
    let files = [
      Trace.File("../a b.scenario", Array("tagsim 1\n\u{1B}[2J\u{202E}é".utf8)),
      Trace.File("GTM-1", [0, 255, 10, 200]), Trace.File("none", lack: "it is gone"),
    ]
    var journal = TraceJournal()
    let around = Trace.Zone("Europe/Madrid", around: WallTime(milliseconds: 9), zone)
    let lines = journal.beginning(build: "1") + journal.adding(files, [around]) + [Self.plays]
    #expect(journal.adding(files, [around]).isEmpty, "a file is told of once")
    let trace = try Self.read(lines)
    #expect(trace.files.values.elements == files)
    #expect(trace.zones == [around])
    let isVisible = lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 32 } }
    #expect(isVisible)
  }

  @Test(arguments: [
    ("", false), ("{}", false), ("tagsim 1\n---\n", false),
    (#"{"exportFormatVersion":2,"trace":"x"}"#, false), (header + "\nrubbish", true),
    (#"{ "trace" : "tagsim" , "version" : 99 }"#, true),
  ])
  func aTraceIsKnownByItsFirstLine(_ text: String, _ isTrace: Bool) {
    #expect(Trace.isMeant(by: Array(text.utf8)) == isTrace)
  }
}
