import ScenarioEngine
import TerminalKit
import Testing
import TextKit

@testable import TagMonitor

/// The keys of panes and of what lies on top: what is listed does something there, and what is not
/// listed does nothing.
struct KeyPlaceTests {
  /// Places with keys that lead to them, from the second chapter of a story.
  private static let ways: [(place: KeyPlace, keys: [String])] = [
    (.pane(.events), ["1"]), (.pane(.data), ["2"]), (.pane(.values), ["3"]), (.pane(.tags), ["4"]),
    (.pane(.queue), ["5"]), (.pane(.log), ["6"]), (.pane(.phone), ["7", "7j"]),
    (.pane(.explain), ["4<enter>", "4<enter>jj", "4<enter>G"]),
    (.menu, ["s", "s<down>", "so<left>", "sc a<left>", "x"]),
    (.help, ["?re<left>", "?", "?<down>", "?/<pgdn>", "?/<end>", "?re<pgdn>"]),
    (.compare, ["BwC", "BwCn", "BwCjl", "BwCG"]),
    (.dial, ["4a", "4a<home>", "4<down><down>a", "4<down><down>a<down>"]),
    (
      .branches,
      [
        "Bw:branches<enter>", "BwB:branches<enter>k",
        "BwB:branches<enter>kk",
      ]
    ),
    (
      .prompt,
      [":re", ":re<left>", ":w x<left>", ":mark a<enter>:", ":mark a<enter>:<up>", ":<down>"]
    ),
    (.value, ["s17jpab<left>"]), (.filter, ["4Tfab<left>"]),
  ]

  private static let story = Result {
    var monitor = try Shown.shipped("offline", size: Size(columns: 120, rows: 20))
    monitor.press("]]s1s2")
    return monitor
  }

  private static let end = Result {
    var monitor = try Shown.shipped("first-run")
    monitor.offer([Lesson(title: "A", name: "a"), Lesson(title: "B", name: "b")])
    monitor.press("]]]]]]]]")
    return monitor
  }

  /// The places with keys of their own.
  private static let places = KeyPlace.all.filter { $0 != .everywhere }

  /// Monitors in a place.
  private static func monitors(at place: KeyPlace) throws -> [Monitor] {
    switch place {
    case .pane(.braze):
      var monitor = try Worlds.braze(Worlds.brazeLines)
      monitor.press(":focus braze<enter>")
      return [monitor]
    case .start:
      return try ["", "j", "<right>", "G"].map { keys in
        var monitor = try Worlds.started()
        monitor.press(keys)
        return monitor
      }
    case .lanes:
      return try ["", "<home>", "<left>"].map { keys in
        var monitor = try FollowingTests.followed(FollowingTests.bad)
        monitor.press(keys)
        return monitor
      }
    case .changes:
      return try ["", "j", "G"].map { keys in
        var monitor = try ChangesTests.opened("AB12-v8", "AB12-v9-fix")
        monitor.press(keys)
        return monitor
      }
    case .text:
      return try [":checks<enter>", ":checks<enter>jj", ":checks<enter>G"].map { keys in
        var monitor = try Shown.shipped("offline", size: Size(columns: 60, rows: 12))
        monitor.press("]]" + keys)
        return monitor
      }
    case .titleCard:
      var monitor = try Shown.shipped("offline")
      monitor.showTitleCard()
      return [monitor]
    case .end:
      let monitor = try end.get()
      var second = monitor
      second.press("<down>")
      return [monitor, second]
    default:
      let story = try story.get()
      return ways.filter { $0.place == place }.flatMap(\.keys).map { keys in
        var monitor = story
        monitor.press(keys)
        return monitor
      }
    }
  }

  @Test(arguments: places)
  func whatLeadsThereDoes(_ place: KeyPlace) throws {
    for monitor in try Self.monitors(at: place) { #expect(monitor.keyPlace == place) }
  }

  @Test(arguments: places)
  func everyKeyThatIsListedDoesSomething(_ place: KeyPlace) throws {
    let monitors = try Self.monitors(at: place).map { ($0, $0.frame(size: $0.display.size)) }
    for row in KeyBinding.rows(at: place) {
      // No menu has nine lines.
      for key in row.action.name == "number" ? Array(row.keys.prefix(3)) : row.keys {
        let isFelt = monitors.contains { monitor, frame in
          var pressed = monitor
          let effects = pressed.handle(.key(key))
          return !effects.isEmpty || pressed.frame(size: pressed.display.size) != frame
        }
        #expect(isFelt, "\(row.shown) in \(place.name): \(key.name) \(row.help)")
      }
    }
  }

  /// Every key that a terminal can tell, but the one that always leaves.
  private static let keyboard: [Key] =
    (33...126).compactMap { Unicode.Scalar($0).map { .character(Character($0)) } }
    + "abdefghijklmnopqrstuvwxyz".map { .control($0) } + (1...12).map { .function($0) }
    + KeyScript.names.map(\.key)

  /// A key that is not listed says so, or closes what says that any key does.
  @Test(arguments: places)
  func noOtherKeyDoesAnything(_ place: KeyPlace) throws {
    for monitor in try Self.monitors(at: place).prefix(2) {
      for key in Self.keyboard where KeyBinding.row(of: key, at: place) == nil {
        if case .character = key, place.isTyping || place == .menu { continue }
        // The help is everywhere, but where letters are text.
        if !place.isTyping, [.character("?"), .function(1)].contains(key) { continue }
        var pressed = monitor
        let effects = pressed.handle(.key(key))
        #expect(effects == [], "\(key.name) in \(place.name)")
        let closes = [.text, .titleCard, .end, .pane(.explain), .pane(.device)].contains(place)
        if closes {
          #expect(pressed.overlay == nil, "\(key.name) in \(place.name)")
        } else {
          #expect(pressed.top == monitor.top, "\(key.name) in \(place.name)")
          let says =
            pressed.message?.text.hasPrefix("that key does nothing here") == true
            || pressed.message?.text.contains(" has moved to ") == true
          #expect(says || pressed.message == nil || pressed.message == monitor.message)
        }
      }
    }
  }

  /// The help begins with the keys of what is at hand, and gives that back.
  @Test(arguments: [
    ("4/", "In Tags"), ("7/", "In Phone"), ("4<enter>/", "In Explain"),
  ])
  func helpBeginsWithWhatIsAtHand(_ keys: String, _ title: String) throws {
    var monitor = try Self.story.get()
    let finds = keys.hasSuffix("/")
    monitor.press(finds ? String(keys.dropLast()) : keys)
    let before = monitor.top
    monitor.press(finds ? "?/" : "?")
    #expect((monitor.overlay as? HelpState)?.found.first?.group == title)
    monitor.press("<down><esc>")
    #expect(monitor.top == before)
  }

  @Test func theTableIsText() throws {
    let phone = try #require(KeyTable.lines(of: "phone"))
    #expect(phone.first == "In Phone")
    #expect(
      phone.contains("  Enter         press the button, or edit the value of the field [press]"))
    #expect(KeyTable.lines(of: "nowhere") == nil)
    for place in KeyTable.places {
      let lines = try #require(KeyTable.lines(of: place))
      #expect(!lines.isEmpty && lines.allSatisfy { TextWidth.columns(of: $0) <= 92 })
    }
  }
}
