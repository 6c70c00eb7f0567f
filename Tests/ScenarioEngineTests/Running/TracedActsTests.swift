import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

struct TracedActsTests {
  private static let all: [TracedAct] = [
    act(.told, rows: 0),
    TracedAct(action: .told),
    act(.began, rows: 3),
    act(.passed(120_000), rows: 3),
    act(.ended, rows: 4),
    act(.line("push event=\"größer\"", from: TracedAct.promptName), rows: 4),
    act(.line("", from: TracedAct.promptName), rows: 5),
    act(.line("launch", from: "keys"), rows: 5),
    TracedAct(action: .line("kill", from: "standard input")),
    act(.due, rows: 1_000_000),
    act(.cut(row: 7), rows: 9),
    act(.teardown, rows: 9),
  ]

  private static func act(_ action: TracedAct.Action, rows: Int) -> TracedAct {
    TracedAct(
      action: action,
      moment: TracedAct.Moment(at: Instant(milliseconds: Int64(rows) * 86_400_000), rows: rows))
  }

  private static func packed(_ acts: some Sequence<TracedAct>) -> TracedActs {
    var packed = TracedActs()
    packed.append(contentsOf: acts)
    return packed
  }

  @Test func everyActIsReadAsItWasWritten() {
    #expect(Array(Self.packed(Self.all)) == Self.all)
  }

  @Test(arguments: 0...all.count)
  func theFirstOnesStayAndMoreCanFollow(_ count: Int) {
    var acts = Self.packed(Self.all)
    acts.cut(to: count)
    #expect(Array(acts) == Array(Self.all.prefix(count)))
    acts.append(contentsOf: Self.all)
    #expect(Array(acts) == Self.all.prefix(count) + Self.all)
  }

  @Test(arguments: 1...all.count)
  func theLastOneIsReplaced(_ count: Int) {
    var acts = Self.packed(Self.all.prefix(count))
    acts.replaceLast(with: Self.act(.line("wait 1s", from: "keys"), rows: 2))
    #expect(Array(acts.dropLast()) == Array(Self.all.prefix(count - 1)))
    #expect(acts.last == Self.act(.line("wait 1s", from: "keys"), rows: 2))
  }

  /// A typed line takes its text and 32 bytes, so that a million of them fit into a history.
  @Test func aLineTakesItsTextAndLittleMore() {
    let line = "push event=\"x\" number=123456"
    let count = 1000
    let acts = Self.packed(
      repeatElement(Self.act(.line(line, from: "standard input"), rows: 1), count: count))
    #expect(acts.typedBytes <= count * (line.utf8.count + 32) + 16)
  }

  /// The statements of a scenario have a bound of their own.
  @Test func onlyTypedLinesCount() {
    var acts = Self.packed(Self.all.filter { if case .line = $0.action { false } else { true } })
    #expect(acts.typedBytes == 0)
    let count = acts.count
    acts.append(contentsOf: Self.all)
    #expect(acts.typedBytes > 4 * 32)
    acts.cut(to: count + 1)
    #expect(acts.typedBytes < 4 * 32)
  }

  /// Typed lines have no bound of their own, so they fill the history, which says so.
  @Test func typedLinesCountAsPartOfTheHistory() throws {
    var inputs = Shop.inputs
    inputs.history = .least
    var run = try Shop.play(inputs: inputs)
    let line = "push event=\"x\" list=[" + String(repeating: "1, ", count: 99) + "1]"
    let statement = try #require(try StatementParser.parse(line: line, file: "prompt"))
    let before = run.timeline.heldBytes
    for _ in 0..<10 { run.execute(statement) }
    #expect(run.timeline.heldBytes - before >= 9 * (line.utf8.count + 700))
    var count = 0
    while !run.timeline.isFull, count < 2000 {
      run.execute(statement)
      count += 1
    }
    #expect(run.timeline.end == .bytes(.least))
  }
}
