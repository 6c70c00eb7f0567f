import Testing

@testable import TagRuntime

/// The flow of uploads along a line; see `UploadMarbles` for the letters.
@Suite struct FirebaseUploadsTests {
  @Test(
    arguments: [
      ("an hour after the first", "e      ", "t     u"),
      ("soon after the first opening", "pek", " tuc"),
      ("and from then on an hour later", "peke      ", " tuct     u"),
      ("also where it was stored late", "p   e", "    t"),
      ("those that follow travel with it", "ee  e  ", "t     u"),
      ("the background sends at once", "e b k    ", "t u c    "),
      ("where something waits", "b", " "),
      ("one upload at a time", "ebeb", "tu  "),
      ("new ones came meanwhile", "ebem", "tu t"),
      ("what failed waits for half an hour", "ebx   ", "tut  u"),
      ("without a network it stays due", "e      o n", "t     u  u"),
      ("which comes back before it is due", "en", "t "),
      ("debug mode sends at once", "dek", " uc"),
      ("what waits as well", "edk", "tuc"),
      ("and what came meanwhile", "dem", " uu"),
      ("but nothing beside an upload", "deek", " u c"),
      ("what is forgotten is not sent", "ef       ", "t        "),
      ("an upload may still be under way then", "ebfek", "tu tc"),
    ])
  func uploads(_ name: String, _ world: String, _ heard: String) {
    #expect(UploadMarbles.play(world) == heard, "\(name)")
  }

  @Test(
    arguments: [(-7200, 15), (0, 15), (14, 15), (1800, 1800), (7200, 3600)] as [(Int64, Int64)])
  func whatAnEarlierProcessLeftIsSentAfterTheLaunch(_ due: Int64, _ delay: Int64) {
    var uploads = FirebaseUploads()
    let now = WallTime(milliseconds: 1_000_000_000)
    let left = now + .seconds(due)
    let actions = uploads.handle(.loaded(due: left), at: now, isDebugging: false, Settings())
    #expect(actions == [.startTimer(.seconds(delay))])
    #expect(uploads.state == .due(left))
  }

  /// Found by a random world: a clock that was set back in between left them waiting for a month.
  @Test func whatFoundNoNetworkGoesWhenThereIsOneWhateverTheClockShows() {
    var uploads = FirebaseUploads()
    let now = WallTime(milliseconds: 1_000_000_000_000)
    func take(_ event: FirebaseUploads.Event, at wall: WallTime) -> [FirebaseUploads.Action] {
      uploads.handle(event, at: wall, isDebugging: false, Settings())
    }
    #expect(take(.stored, at: now) == [.startTimer(.hours(1))])
    let due = now + .hours(1)
    #expect(take(.timerFired, at: due) == [.upload])
    #expect(take(.ended(.noData, hasHits: true, isReachable: false), at: due) == [])
    let past = due - .days(28)
    #expect(take(.networkCameBack, at: past) == [.upload])
    // What is not due yet waits for its time as before.
    #expect(take(.ended(.good, hasHits: false, isReachable: true), at: past) == [.cancelTimer])
    #expect(take(.stored, at: past) == [.startTimer(.hours(1))])
    #expect(take(.networkCameBack, at: past) == [])
  }

  /// Found by a random world, too: the clock went back to 1970 while the events of the first
  /// opening waited for the container, and they were to be sent 44 years later.
  @Test func theFirstUploadIsQuickWhateverTheClockShows() {
    var uploads = FirebaseUploads()
    let now = WallTime(milliseconds: 1_393_664_400_000)
    _ = uploads.handle(.firstOpening, at: now, isDebugging: false, Settings())
    let stored = uploads.handle(
      .stored, at: WallTime(milliseconds: 1000), isDebugging: false, Settings())
    #expect(stored == [.startTimer(.seconds(15))])
  }

  /// The first opening travelled in debug mode; what comes after it is in no hurry.
  @Test func theFirstUploadIsQuickOnce() {
    var uploads = FirebaseUploads()
    var now = WallTime(milliseconds: 0)
    func take(_ event: FirebaseUploads.Event, _ isDebugging: Bool) -> [FirebaseUploads.Action] {
      uploads.handle(event, at: now, isDebugging: isDebugging, Settings())
    }
    #expect(take(.firstOpening, true) == [])
    #expect(take(.stored, true) == [.upload])
    _ = take(.ended(.good, hasHits: false, isReachable: true), true)
    now = now + .minutes(1)
    #expect(take(.stored, false) == [.startTimer(.hours(1))])
  }

  @Test func whatNobodyWaitedForIsSentByItsTimerAllTheSame() {
    var uploads = FirebaseUploads()
    let now = WallTime(milliseconds: 0)
    let none = uploads.handle(.loaded(due: nil), at: now, isDebugging: false, Settings())
    #expect(none == [])
    #expect(uploads.handle(.timerFired, at: now, isDebugging: false, Settings()) == [.upload])
    #expect(uploads.state == .underWay(due: nil))
  }
}

/// Plays the uploads of an app on a line: one letter is ten minutes.
///
/// The world's line: `p` the app is opened for the first time, `e` an event is stored, `b` the app
/// enters the background, `d` debug mode begins, `n` the network comes back, `f` all is forgotten;
/// an upload ends: `k` nothing is left, `m` more came meanwhile, `x` it failed, `o` there is no
/// network. Timers fire by themselves.
///
/// What the flow wants: `t` a timer starts, `c` it is stopped, `u` an upload.
private enum UploadMarbles {
  static func play(_ world: String) -> String {
    var uploads = FirebaseUploads()
    var now = WallTime(milliseconds: 0)
    var timer: WallTime?
    var isDebugging = false
    var heard = ""
    for letter in world {
      var events: [FirebaseUploads.Event] = []
      if let fires = timer, fires <= now {
        timer = nil
        events.append(.timerFired)
      }
      if letter == "d" { isDebugging = true }
      // Who forgets all stops the timer, too.
      if letter == "f" { timer = nil }
      if let event = event(letter) { events.append(event) }
      var letters = ""
      for event in events {
        for action in uploads.handle(event, at: now, isDebugging: isDebugging, Settings()) {
          switch action {
          case .startTimer(let delay):
            timer = now + delay
            letters += "t"
          case .cancelTimer:
            timer = nil
            letters += "c"
          case .upload: letters += "u"
          }
        }
      }
      heard += letters.isEmpty ? " " : letters
      now = now + .minutes(10)
    }
    return heard
  }

  private static func event(_ letter: Character) -> FirebaseUploads.Event? {
    switch letter {
    case "p": .firstOpening
    case "e": .stored
    case "b": .enteredBackground
    case "d": .debugModeBegan
    case "n": .networkCameBack
    case "f": .forgotten
    case "k": .ended(.good, hasHits: false, isReachable: true)
    case "m": .ended(.good, hasHits: true, isReachable: true)
    case "x": .ended(.error, hasHits: true, isReachable: true)
    case "o": .ended(.noData, hasHits: true, isReachable: false)
    default: nil
    }
  }
}
