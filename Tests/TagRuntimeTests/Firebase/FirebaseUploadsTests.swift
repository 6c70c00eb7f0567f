import Testing

@testable import TagRuntime

/// The flow of uploads in scripts; see `UploadPlay` for their words.
@Suite struct FirebaseUploadsTests {
  @Test(
    arguments: [
      ("15 s after the first event", "e 20", [15]),
      ("those that follow travel with it", "e 10 e 10", [15]),
      ("an hour counts from the last success", "e 600 e 3600", [15, 3615]),
      ("to the second", "e 3614 e 1", [15, 3615]),
      ("and if it is over, it is 15 s again", "e 3615 e 20", [15, 3630]),
      ("also two hours later", "e 7800 e 20", [15, 7815]),
      ("the app is left", "e 5 b", [5]),
      ("where something waits", "b 20", []),
      ("one upload at a time", "slow e 20 b n d", [15]),
      ("new ones follow at once", "slow e 20 e 10 end", [15, 30]),
      ("without a network nothing is sent", "off e 9000 e 100", []),
      ("and its return sends", "off e 9000 ok n", [9000]),
      ("also what is not due yet", "e 20 e 10 off 10 ok n", [15, 40]),
      ("where something waits", "e 20 n", [15]),
      ("debug mode sends at once", "d e", [0]),
      ("and a second after the last upload", "d e e 2 e", [0, 1, 2]),
      ("what waits as well", "e 5 d", [5]),
      ("in debug mode a failure delays nothing new", "fail d e 10 ok e", [0, 10]),
      ("what is forgotten is not sent", "e f 100", []),
      ("and what is new is as after the first opening", "e 20 f e 20", [15, 35]),
      ("the launch waits for the hour", "e 20 e k 600 l 4000", [15, 3615]),
      ("or for 15 s", "e k 7200 l 20", [7215]),
      ("with what an earlier release left", "e k old l 20", [15]),
    ] as [(String, String, [Int64])])
  func uploads(_ name: String, _ script: String, _ times: [Int64]) {
    #expect(UploadPlay(script).times == times, "\(name)")
  }

  /// The first and six more.
  private static let tries: [Int64] = [15, 1815, 5415, 12615, 27015, 55815, 113_415]

  @Test(
    arguments: [
      ("each failure doubles the wait, six times", "fail e 900000", tries),
      ("a new event does not shorten it", "fail e 600 e 1300", [15, 1815]),
      ("a success ends it", "fail e 20 ok 1800 e 3600", [15, 1815, 5415]),
      ("a new event begins again", "fail e 200000 e 1900", tries + [200_015, 201_815]),
      ("so does a launch", "fail e 200000 ok l 20", tries + [200_015]),
      ("so does the network", "fail e 200000 ok n", tries + [200_000]),
      ("and the app that is left", "fail e 200000 ok b", tries + [200_000]),
      ("which fails a second time", "fail e 20 b 3700", [15, 20, 3620]),
      ("the launch waits on", "fail e 100 ok k l 1800", [15, 1815]),
      ("the network does not", "fail e 100 ok n", [15, 100]),
      ("503 is a rest", "busy e 100 ok 43200 e 20", [15, 43215]),
      ("429 as well", "many e 100 ok 43200 e 20", [15, 43215]),
      ("that nothing ends", "busy e 100 ok e b n d e 43200", [15, 43215]),
      ("not even a launch", "busy e 100 ok k l e 20 b 43200", [15, 43215]),
      ("and that can follow on another", "busy e 43000 ok 300", [15, 43215]),
      ("or a failure", "busy e 20 fail 45000", [15, 43215, 45015]),
    ] as [(String, String, [Int64])])
  func failures(_ name: String, _ script: String, _ times: [Int64]) {
    #expect(UploadPlay(script).times == times, "\(name)")
  }

  /// A random world found that a clock that was set back left events waiting for a month.
  @Test(
    arguments: [
      ("a success in the future does not count", "e 20 c e 20", [15, 35]),
      ("a launch waits for an hour at most", "e 20 e c k l 3600", [15, 3620]),
      ("for the delay after a failure", "fail e 20 c ok k l 1900", [15, 1820]),
      ("for a rest", "busy e 20 c ok k l 43300", [15, 43220]),
      ("the network sends whatever the clock shows", "off e 20 c ok n", [20]),
    ] as [(String, String, [Int64])])
  func aClockThatIsSetBack(_ name: String, _ script: String, _ times: [Int64]) {
    #expect(UploadPlay(script).times == times, "\(name)")
  }

  @Test(
    arguments: [
      ("before the first upload", "e 20 4000 e 20", [15]),
      ("and where it is older than a day", "e 86000 e 20 4000 e 20", [15, 90_035]),
      ("again after an upload that failed", "fail e 20 ok 1800", [15, 1815]),
      ("a launch has it", "e 20 k 4000 l e 20", [15]),
    ] as [(String, String, [Int64])])
  func theConfigurationIsFetched(_ name: String, _ script: String, _ times: [Int64]) {
    #expect(UploadPlay(script).fetches == times, "\(name)")
  }
}

/// Plays the uploads of an app; timers fire by themselves, and an upload ends at once.
///
/// A number waits for so many seconds. `e` an event is stored, `b` the app is left, `n` the network
/// comes back, `d` debug mode begins, `f` all is forgotten, `k` the app is killed, `l` launched,
/// `c` the clock is set back by a day, and `old` leaves what an earlier release kept. From then on
/// uploads end so: `ok` taken, `fail` with 500, `busy` with 503, `many` with 429, `off` without a
/// network, `slow` with `end`.
private struct UploadPlay {
  /// The seconds at which an upload began, where there is a network, and the configuration was
  /// fetched.
  private(set) var times: [Int64] = []
  private(set) var fetches: [Int64] = []
  private var uploads = FirebaseUploads()
  private var seconds: Int64 = 0
  private var clock: Int64 = 1_000_000_000
  private var timer: Int64?
  private var isDebugging = false
  private var answer: Substring = "ok"
  private var waiting = 0

  init(_ script: String) {
    for word in script.split(separator: " ") {
      if let wait = Int64(word) { pass(wait) } else { play(word) }
    }
  }

  private mutating func pass(_ wait: Int64) {
    let end = seconds + wait
    while let fires = timer, fires <= end {
      seconds = fires
      timer = nil
      handle(.timerFired)
    }
    seconds = end
  }

  private mutating func play(_ word: Substring) {
    switch word {
    case "e":
      waiting += 1
      handle(.stored)
    case "b": handle(.enteredBackground)
    case "n": handle(.networkCameBack)
    case "d":
      isDebugging = true
      handle(.debugModeBegan)
    case "f":
      (timer, waiting) = (nil, 0)
      handle(.forgotten)
    case "k": timer = nil
    case "l":
      var left = uploads.record
      // The disk does so.
      if waiting > 0 { left.due = left.due ?? WallTime(milliseconds: 0) }
      uploads = FirebaseUploads()
      handle(.loaded(left))
    case "c": clock -= 86400
    case "old":
      var left = FirebaseUploadRecord()
      left.due = uploads.record.due
      uploads = FirebaseUploads()
      handle(.loaded(left))
      timer = nil
    case "end":
      answer = "ok"
      let hasHits = waiting > 1
      waiting -= 1
      handle(.ended(.good, hasHits: hasHits, isReachable: true))
    default: answer = word
    }
  }

  private mutating func handle(_ event: FirebaseUploads.Event) {
    let now = WallTime(milliseconds: (clock + seconds) * 1000)
    for action in uploads.handle(event, at: now, isDebugging: isDebugging, Settings()) {
      switch action {
      case .startTimer(let delay): timer = seconds + delay.components.seconds
      case .cancelTimer: timer = nil
      case .fetchConfiguration: if answer != "off" { fetches.append(seconds) }
      case .upload: upload()
      }
    }
  }

  private mutating func upload() {
    if answer != "off" { times.append(seconds) }
    switch answer {
    case "ok":
      waiting = 0
      handle(.ended(.good, hasHits: false, isReachable: true))
    case "off": handle(.ended(.noData, hasHits: true, isReachable: false))
    case "slow": break
    default:
      let status = ["fail": 500, "busy": 503, "many": 429][answer]
      handle(.ended(.error, status: status, hasHits: true, isReachable: true))
    }
  }
}
