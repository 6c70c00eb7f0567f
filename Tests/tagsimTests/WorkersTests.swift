import CommandKit
import Foundation
import Synchronization
import TagRuntime
import Testing

@testable import tagsim

/// `tagsim run --workers`: whoever reads what it says cannot tell how many there were.
struct WorkersTests {
  /// A folder of files that hold or fail, one that is played in two ways, and broken ones.
  private static func folder(_ broken: [String]) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    for number in 10..<30 {
      try scratch.scenario(
        "s\(number).scenario", "container default GTM-NEW", "launch", "screen \"Home\"",
        "wait \(40 - number)h", number % 7 == 6 ? "expect sent 99" : "expect lost 0",
        number % 5 == 4 ? "optional expect sent 99" : "kill")
    }
    try scratch.matrixScenario("s20b.scenario", "expect lost 1")
    for (number, name) in broken.enumerated() {
      try scratch.scenario("\(name).scenario", number == 0 ? "expekt sent 0" : "publish GTM-GONE")
    }
    return scratch
  }

  private static let commands: [[String]] = [
    [], ["--report", "human"], ["-x"], ["-x", "--report", "human", "--strict"],
    ["--tags", "small"], ["--exclude-tags", "small"], ["--list"], ["--container", "GTM-NEW"],
    ["--report", "ndjson", "--seeds", "3..4"], ["--json"], ["--report", "junit", "--shard", "2/3"],
  ]

  /// Broken files stand at the end, at the beginning or in between, or there is none.
  @Test(arguments: commands, [[], ["a"], ["s28b", "s21b"]])
  func theSameBytes(_ options: [String], _ broken: [String]) throws {
    let scratch = try Self.folder(broken)
    let runs = try ["1", "2", "8"].map { workers in
      try CommandLineTool.run(["run", ".", "--workers", workers] + options, in: scratch.url)
    }
    #expect(!runs[0].bytes.isEmpty)
    for run in runs.dropFirst() {
      #expect(run.code == runs[0].code)
      #expect(run.output == runs[0].output)
      #expect(run.complaint == runs[0].complaint)
    }
  }

  @Test func shippedScenarios() throws {
    let one = try CommandLineTool.run("run Scenarios --workers 1")
    for workers in [["--workers", "2"], ["--workers", "8"], []] {
      let several = try CommandLineTool.run(["run", "Scenarios"] + workers)
      #expect(several.bytes == one.bytes)
      #expect(several.code == 0)
    }
  }

  /// A file that cannot be read is one test in its turn; the others are played.
  @Test func aBrokenFileIsOneFailedTestInItsTurn() throws {
    let scratch = try Self.folder(["s12b"])
    let tap = try scratch.run("run .", code: 6)
    let points = tap.lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    let place = try #require(points.firstIndex { $0.hasSuffix("s12b.scenario cannot be read") })
    #expect(points[place - 1].contains("s12.scenario"))
    #expect(points[place + 1].contains("s13.scenario"))
    let sentence = "./s12b.scenario:12:1: error: unknown verb 'expekt': did you mean 'expect'?"
    #expect(tap.complaint == "\(sentence)\n")
    let human = try CommandLineTool.run(["run", ".", "--report", "human"], in: scratch.url)
    #expect(human.lines.contains { $0.hasSuffix("  ./s12.scenario") })
    #expect(human.complaint == tap.complaint)
  }

  @Test func theFirstFailureIsTheFirstOfTheOrder() throws {
    let scratch = try Self.folder(["s17b"])
    let stopped = try scratch.run("run . -x --workers 8", code: 1)
    #expect(stopped.lines.last == "1..4", "s13 is the first to fail")
    #expect(stopped.complaint.isEmpty)
  }
}

/// The threads behind it.
struct OrderedWorkTests {
  @Test(arguments: [1, 2, 3, 8], [1, 2, 40])
  func everyPieceIsDoneOnceAndTakenInItsOrder(_ threads: Int, _ ahead: Int) {
    let begun = Mutex<[Int]>([])
    let work = OrderedWork<Int>(count: 200, ahead: ahead)
    var taken: [Int] = []
    var farthest = 0
    work.run(threads: threads) {
      { number in
        begun.withLock { $0.append(number) }
        return number * number
      }
    } take: { result in
      // The one that is taken has left its room to another.
      farthest = max(farthest, begun.withLock { $0.count } - taken.count - 1)
      taken.append(result)
      return true
    }
    let squares: [Int] = (0..<200).map { $0 * $0 }
    #expect(taken == squares)
    #expect(begun.withLock { $0.sorted() } == Array(0..<200))
    #expect(farthest <= ahead)
  }

  @Test(arguments: [1, 2, 8]) func nobodyBeginsMoreThanThereIsRoomFor(_ threads: Int) {
    let begun = Mutex(0)
    let work = OrderedWork<Void>(count: 1000, ahead: 10)
    var taken = 0
    work.run(threads: threads) {
      { _ in begun.withLock { $0 += 1 } }
    } take: { _ in
      taken += 1
      return taken < 5
    }
    #expect(taken == 5)
    #expect(begun.withLock { $0 } <= 5 + 10)
    #expect(work.isGivenUp)
  }

  /// Whoever has enough does not wait for what is under way.
  @Test func whatIsUnderWayIsGivenUp() {
    let work = OrderedWork<Int>(count: 10, ahead: 4)
    var taken = 0
    work.run(threads: 2, isWanted: { false }) {
      { number in
        while !work.isGivenUp { sched_yield() }
        return number
      }
    } take: { _ in
      taken += 1
      return true
    }
    #expect(taken == 0)
  }

  @Test func eachThreadHasAWorkerOfItsOwn() {
    let workers = Mutex(0)
    let work = OrderedWork<Int>(count: 50, ahead: 4)
    work.run(threads: 3) {
      workers.withLock { $0 += 1 }
      return { $0 }
    } take: { _ in
      true
    }
    #expect(workers.withLock { $0 } == 3)
  }

  @Test func aContainerIsReadOnceAndNotTooManyAreKept() throws {
    let known = KnownContainers()
    var made: [String] = []
    func look(for path: String) {
      _ = known.container(path) {
        made.append(path)
        return CompiledContainer(ContainerVersion())
      }
    }
    for _ in 0..<3 { for path in ["a", "b"] { look(for: path) } }
    #expect(made == ["a", "b"])
    for number in 0..<100 { look(for: "\(number)") }
    #expect(made.count == 102)
    look(for: "99")
    #expect(made.count == 102)
    look(for: "a")
    #expect(made.count == 103)
  }
}
