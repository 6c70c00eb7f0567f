import TagRuntime
import TestSupport
import Testing

/// The flows `Opening` and `Refresher` along a line; see `LoadMarbles` for the letters.
@Suite struct OpeningFlowTests {
  @Test(
    arguments: [
      ("any saved copy will do", "os", "(ob)(kA)"),
      ("a stale one as well; the network is asked", "oS  n", "(ob)(kBA)  K"),
      ("without one the network decides", "o-  n", "(ob)(fB)  (KA)"),
      ("for good or bad", "o-  x", "(ob)(fB)  (FA)"),
      ("a disk that fails is no reason to stop", "oe  n", "(ob)(fB)  (KA)"),
      ("two seconds, then what there is", "o-       n", "(ob)(fB)      TK"),
      ("a disk that never answers", "o        ", "(ob)       T"),
      ("two openers are told in order, once", "oos", "(ob) (kAA)"),
      ("after that at once", "oso", "(ob)(kA)a"),
      ("a callback cannot open what is open", "osc", "(ob)(kA)!"),
      ("an opener may follow a callback", "cos", "(oRb)ak"),
      ("a refresh while the disk is read", "ors", "(ob)B(kA)"),
      ("and its answer", "orsn", "(ob)B(kA)K"),
      ("the network before the disk", "orn s", "(ob)B(KA) k"),
    ])
  func preferNonDefault(_ name: String, _ world: String, _ heard: String) {
    #expect(LoadMarbles.play(world, kind: .preferNonDefault) == heard, "\(name)")
  }

  @Test(
    arguments: [
      ("a fresh copy will do", "os", "(ob)(kA)"),
      ("a stale one will not, in time", "oS  n", "(ob)(kB)  (KA)"),
      ("nor where the network fails: then it will", "oS  x", "(ob)(kB)  (FA)"),
      ("the timer ends it", "oS       n", "(ob)(kB)      TK"),
      ("a joining opener's own wish does not count", "oSo  n", "(ob)(kB)   (KAA)"),
    ])
  func preferFresh(_ name: String, _ world: String, _ heard: String) {
    #expect(LoadMarbles.play(world, kind: .preferFresh) == heard, "\(name)")
  }

  @Test(
    arguments: [
      ("returned at once", "cs", "(oRb)k"),
      ("nothing saved", "c-  n", "(oRb)(fB)  K"),
      ("a second open is refused", "cc", "(oRb)!"),
      ("closed and opened again", "cszc", "(oRb)kz(oRb)"),
      ("a closed container hears nothing", "c-zn", "(oRb)(fB)z "),
      ("an opener that is closed is never notified", "oz         ", "(ob)z         "),
      ("nothing newer", "cS=", "(oRb)(kB)K"),
      ("nothing newer than nothing is a failure", "c-=", "(oRb)(fB)F"),
      ("two refreshes at once are one", "csrrn", "(oRb)kBrK"),
    ])
  func byCallback(_ name: String, _ world: String, _ heard: String) {
    #expect(LoadMarbles.play(world) == heard, "\(name)")
  }

  @Test(
    arguments: [
      ("before opening: the saved copy is not looked at", "v o n", "P (obfB) (KA)"),
      ("after it: a refresh like any other", "cs  v n", "(oRb)k  (PB) K"),
      ("and refused as such", "csrnv", "(oRb)kBK(Pr)"),
      ("it overtakes a request in flight", "c-v n", "(oRb)(fB)(PB) K"),
      ("the link that ends what is not previewed", "cs q", "(oRb)k X"),
      (
        "the link that ends it, five seconds later",
        "csv n" + String(repeating: " ", count: 20) + "q n",
        "(oRb)k(PB) K" + String(repeating: " ", count: 20) + "(EB) K"
      ),
      ("twice the same", "csv nv", "(oRb)k(PB) K(Pr)"),
    ])
  func previewed(_ name: String, _ world: String, _ heard: String) {
    #expect(LoadMarbles.play(world) == heard, "\(name)")
  }

  /// Source: LegacySDK §16; TAGContainerOpener 3.09, where seconds are compared with milliseconds.
  @Test func thePreferFreshQuirkTakesAnything() {
    #expect(
      LoadMarbles.play(
        "oS", kind: .preferFresh, settings: .with { $0.quirks = [.preferFreshTakesAny] })
        == "(ob)(kBA)")
  }

  /// Source: LegacySDK §16; row 17.
  @Test func withoutARunLoopTheTimerNeverFires() {
    #expect(
      LoadMarbles.play("o-         n", settings: .with { $0.quirks = [.openerWithoutRunLoop] })
        == "(ob)(fB)         (KA)")
  }

  @Test func everyStepOfTheRefresherLeadsSomewhere() {
    // Whatever is asked of a flow in whatever order, at most one request is in flight and one load
    // is scheduled.
    for seed in 0..<200 {
      var random = RandomSource(seed: UInt64(seed))
      var world = "o"
      for _ in 0..<60 {
        world.append(Array("osS-en=xrz  c")[Int(random.integer(in: 0...12))])
      }
      let heard = LoadMarbles.play(world).filter { "BKFzo".contains($0) }
      var inFlight = 0
      for letter in heard {
        switch letter {
        case "B": inFlight += 1
        case "K", "F": inFlight -= 1
        case "z", "o": inFlight = 0
        default: break
        }
        #expect((0...1).contains(inFlight), "\(world)")
      }
    }
  }
}
