import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// What is told on the way, and where a run stands.
struct StoryTests {
  @Test func aChapterBeginsAndItsCaptionsFollow() throws {
    let run = try Shop.play(
      "chapter \"1\"", "caption \"a\"", "note \"psst\"", "screen \"Home\"", "caption \"b\"",
      "chapter \"2\"")
    let told = run.story.map { [$0.chapter, $0.caption, $0.note] }
    #expect(
      told == [
        ["1", nil, nil], ["1", "a", nil], ["1", "a", "psst"], ["1", "b", nil], ["2", nil, nil],
      ])
    let rows = run.timeline.rowCount
    #expect(run.story.map(\.rows) == [rows - 1, rows - 1, rows - 1, rows, rows])
  }

  @Test func aQuestionStandsWhereACaptionDoes() throws {
    let run = try Shop.play(
      "chapter \"1\"", "caption \"a\"", "ask \"q\" answer=\"x\"", "ask \"r\"", "caption \"b\"")
    let told = run.story.map { [$0.chapter, $0.caption, $0.answer] }
    #expect(
      told == [
        ["1", nil, nil], ["1", "a", nil], ["1", "q", "x"], ["1", "r", nil], ["1", "b", nil],
      ])
    #expect(run.story.map(\.isQuestion) == [false, false, true, true, false])
    #expect(run.last == .done(""))
  }

  @Test func theStoryAtARowIsWhatWasBeingToldThen() throws {
    let run = try Shop.play(
      [
        "chapter \"before\"", "container saved v1", "launch", "chapter \"screens\"",
        "screen \"Home\"", "caption \"more\"", "screen \"Cart\"",
      ])
    let captions = (0...run.timeline.rowCount).map { row in
      let moment = run.story(atRow: row)
      return moment?.caption ?? moment?.chapter ?? ""
    }
    let names = [""] + run.rowNames
    let home = try #require(names.firstIndex(of: "openScreen"))
    #expect(captions[..<home].allSatisfy { $0 == "before" })
    #expect(captions[home] == "screens")
    #expect(captions[home + 1] == "more")
  }

  @Test func nothingIsToldBeforeTheFirstWord() throws {
    let run = try Shop.play("chapter \"late\"")
    #expect(run.story(atRow: 1) == nil)
    #expect(run.story(atRow: run.timeline.rowCount + 1)?.chapter == "late")
  }

  @Test func marksNameTheLastRow() throws {
    let run = try Shop.play("mark here", "screen \"Home\"", "mark there", "mark here")
    let count = run.timeline.rowCount
    #expect(run.marks == ["here": count, "there": count])
  }

  @Test func labelsAndOptionalStayWithTheResult() throws {
    let run = try Shop.play("optional label \"none yet\" expect sent 3 # soon")
    let result = try #require(run.results.last)
    #expect(result.statement.label == "none yet")
    #expect(result.statement.isOptional)
    #expect(result.isFailure)
  }

  @Test func setupIsDoneWhenTheRunIsMade() throws {
    let text = """
      tagsim 1
      ---
      setup
        container saved v1
        launch
      end
      wait 10s
      expect sent 0
      """
    var run = ScenarioRun(
      try ScenarioParser.parse(text, file: "s.scenario"), inputs: Shop.inputs)
    #expect(run.results.map(\.statement.text) == ["container saved v1", "launch"])
    #expect(run.position == 0)
    let start = run.timeline.live.now.instant
    let wait = run.beginWait()
    #expect(wait == .seconds(10))
    run.passTime(.seconds(10))
    run.endWait()
    #expect(run.timeline.live.now.instant - start == .seconds(10))
    #expect(run.results.count == 2)
    let result = run.executeNext()
    #expect(result?.outcome == .passed)
    #expect(run.next == nil)
    let beyond = run.executeNext()
    #expect(beyond == nil)
    let noWait = run.beginWait()
    #expect(noWait == nil)
    #expect(run.position == 2)
  }

  /// What does more than to wait is done at once, and not only waited for.
  @Test func theBackgroundIsNoWait() throws {
    let text = "tagsim 1\n---\nsetup\nlaunch\nend\nbackground for 10s\n"
    var run = ScenarioRun(
      try ScenarioParser.parse(text, file: "s.scenario"), inputs: Shop.inputs)
    let wait = run.beginWait()
    #expect(wait == nil)
    run.executeNext()
    #expect(
      run.timeline.rows(in: 1...).suffix(2).map(\.event.name) == ["<background>", "<foreground>"])
  }

  /// A prompt may do something at any place of a scenario, which goes on where it stood.
  @Test func aTypedLineLeavesThePlaceAlone() throws {
    var run = try Shop.play("screen \"Home\"")
    let position = run.position
    let typed = try #require(try StatementParser.parse(line: "expect sent 9"))
    let result = run.execute(typed)
    #expect(result.isFailure)
    #expect(run.position == position)
    #expect(run.results.last?.statement.location.file == "prompt")
  }
}
