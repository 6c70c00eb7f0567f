import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@Suite struct AppParserTests {
  private static let shop = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios/apps/shop.app")

  @Test func readsTheShop() throws {
    let app = try AppParser.parse(Array(try Data(contentsOf: Self.shop)), file: "shop.app")
    #expect(app.name == "Corner Shop")
    #expect(app.package == "com.example.shop")
    #expect(app.containerID == "GTM-AB12")
    #expect(app.containers[0].opening == AppOpening(kind: .preferNonDefault, timeout: .seconds(2)))
    #expect(app.version == "1.0")
    #expect(app.build == 1)
    #expect(app.containers[0].refreshTimer == .seconds(21_600))
    #expect(
      app.containers[0].reads.map(\.key) == [
        "title_string", "subtitle", "banner_size", "promo_rate",
      ])
    #expect(app.screens.map(\.name) == ["Home Screen", "Cart", "Confirmation"])
    let home = try #require(app.screen(named: "Home Screen"))
    #expect(home.texts == [["{title_string}", "{subtitle}"]])
    #expect(home.banner == "banner_size")
    #expect(home.buttons[1] == AppButton(title: "Cart", key: "c", actions: [.goes(screen: "Cart")]))
    guard case .push(let launch) = app.onLaunch[0], case .push(let buy) = home.buttons[0].actions[0]
    else { throw ScenarioErrors() }
    #expect(try launch.update() == ["event": "appStart", "user": ["tier": "gold"]])
    #expect(
      try buy.update(with: ["price": 5.0]) == ["event": "tapBuy", "sku": "S-77", "price": 5.0])
    #expect(
      app.containers[0].macroFunctions == [
        AppMacro(
          name: "discount",
          cases: [
            .init(conditions: [.init(name: "language", value: "es")], outcome: .value(0.15)),
            .init(outcome: .value(0.1)),
          ])
      ])
    #expect(app.containers[0].tagFunctions.map(\.name) == ["logReceipt"])
  }

  @Test(arguments: [("", Platform.ios), ("platform ios", .ios), ("platform android", .android)])
  func anAppHasAPlatform(_ line: String, _ platform: Platform) throws {
    #expect(try app(of: line).platform == platform)
  }

  @Test func readsTheRest() throws {
    let app = try app(
      of: """
        version "2.1" build=41
        on container push event="ready" then goes "A"
        screen "A"
          button "Both" key="+" push event="x" then goes "A"
          button "None"
        end
        tag-function note notes
        tag-function bad fails "no" then pushes {"event": "e"}
        macro-function m
          fails "why" when a=1 and b="2"
        end
        """)
    #expect(app.version == "2.1")
    #expect(app.build == 41)
    #expect(app.containers[0].onContainer.count == 2)
    #expect(app.screens[0].buttons[0].key == "+")
    #expect(app.screens[0].buttons[0].actions.count == 2)
    #expect(app.screens[0].buttons[1].actions.isEmpty)
    #expect(app.containers[0].tagFunctions[0] == AppTag(name: "note"))
    #expect(app.containers[0].tagFunctions[1].actions.count == 2)
    #expect(app.containers[0].macroFunctions[0].cases[0].conditions.count == 2)
  }

  @Test(arguments: [
    ("screeen \"A\"", "a:4:1: error: unknown app line 'screeen': did you mean 'screen'?"),
    ("screen \"Cart\"\nend\nscreen \"B\"\nbutton \"x\" goes \"Crat\"\nend", "a:7:17: error …"),
    ("screen \"A\"\nend\nscreen \"A\"\nend", "a:6:8: error: the screen 'A' is given twice"),
    ("screen \"A\"\nbutton \"x\"\nbutton \"x\"\nend", "a:6:8: error: the button 'x' is given …"),
    ("screen \"A\"\nscreen \"B\"\nend", "a:4:1: error: the screen of line 4 is not closed …"),
    ("screen \"A\"\nbaner {x}\nend", "a:5:1: error: unknown screen line … did you mean 'banner'?"),
    ("screen \"A\"\nbanner x\nend", "a:5:8: error: found 'x', expected a … did you mean '{x}'?"),
    ("screen \"A\"\nbutton \"x\" key=cc\nend", "a:5:16: error: found 'cc', expected one character"),
    ("on lanch push a=1", "a:4:4: error: unknown moment 'lanch': did you mean 'launch'?"),
    ("on launch push a=${=1}", "a:4:18: error: found '${=1}', expected a name, as in …"),
    ("open prefer-fresh timeout=2", "a:4:27: error: '2' has no unit (ms, s … did you mean '2s'?"),
    ("version \"1\"\nversion \"2\"", "a:5:1: error: the line 'version' is given twice"),
    ("macro-function m\nreturn 1\nend", "a:5:1: error: unknown macro … did you mean 'returns'?"),
    ("tag-function t push a=1", "a:4:16: error: unknown tag function … did you mean 'pushes'?"),
  ])
  func mistakes(_ lines: String, _ expected: String) { expectAppMistake(lines, expected) }

  // MARK: Several containers

  /// Lines belong to the container above them; those before the first one to the first.
  @Test func linesBelongToTheContainerAbove() throws {
    let app = try AppParser.parse(
      """
      app "X"
        read string early
        package p
        container GTM-A
        open prefer-fresh timeout=1s blocking
        refresh-timer 6h
        on container push event="a"
        macro-function tier
          returns "a"
        end
        container GTM-B
        open callback
        refresh-timer 1h
        read string early
        on container push event="b"
        on launch push event="start"
        macro-function tier
          returns "b"
        end
        tag-function log notes
        container GTM-C
        version "2"
      end
      """, file: "a")
    #expect(app.containers.map(\.id) == ["GTM-A", "GTM-B", "GTM-C"])
    #expect(app.containerID == "GTM-A")
    #expect(
      app.containers.map(\.opening) == [
        AppOpening(kind: .preferFresh, timeout: .seconds(1), isBlocking: true),
        AppOpening(kind: .callback), AppOpening(),
      ])
    #expect(app.containers.map(\.refreshTimer) == [.hours(6), .hours(1), nil])
    #expect(app.containers.map { $0.reads.map(\.key) } == [["early"], ["early"], []])
    #expect(app.containers.map(\.onContainer.count) == [1, 1, 0])
    #expect(
      app.containers.map { $0.macroFunctions.map(\.cases) } == [
        [[.init(outcome: .value("a"))]], [[.init(outcome: .value("b"))]], [],
      ])
    #expect(app.containers.map { $0.tagFunctions.map(\.name) } == [[], ["log"], []])
    #expect(app.onLaunch.count == 1)
    #expect(app.version == "2")
  }

  @Test(arguments: [
    ("container c", "a:4:11: error: the container 'c' is given twice"),
    ("container d\ncontainer d", "a:5:11: error: the container 'd' is given twice"),
    ("open callback\nopen callback\ncontainer d\nopen callback", "a:5:1: error: the line 'open' …"),
    ("refresh-timer 1h\ncontainer d\nrefresh-timer 1h\nrefresh-timer 2h", "a:7:1: error: the …"),
    ("read string k\nread string k", "a:5:13: error: the read 'k' is given twice"),
    ("container d\nversion \"1\"\nversion \"2\"", "a:6:1: error: the line 'version' is given …"),
    ("tag-function t notes\ntag-function t notes", "a:5:14: error: the tag function 't' is …"),
    ("macro-function m\nend\nmacro-function m\nend", "a:6:16: error: the macro function 'm' is …"),
    ("open prefer-fresh id=d", "a:4:19: error: unknown key 'id': expected timeout"),
    ("open nevr", "a:4:6: error: unknown way to open 'nevr': did you mean 'never'?"),
    ("platform windows", "a:4:10: error: unknown platform 'windows': expected ios or android"),
    ("platform andriod", "a:4:10: error: unknown platform 'andriod': did you mean 'android'?"),
    ("platform ios\nplatform ios", "a:5:1: error: the line 'platform' is given twice"),
    ("refresh-timer 0s", "a:4:15: error: found '0s', expected a duration of at least 1s"),
    ("refresh-timer 500ms", "a:4:15: error: found '500ms', expected a duration of at least 1s"),
    ("container", "a:4:10: error: the line ends where a container such as GTM-AB12 was expected"),
  ])
  func mistakesWithSeveralContainers(_ lines: String, _ expected: String) {
    expectAppMistake(lines, expected)
  }

  @Test(arguments: [
    ("", "a:1:1: error: the line ends where 'app \"NAME\"' was expected"),
    ("kill", "a:1:1: error: found 'kill', expected 'app \"NAME\"'"),
    ("app \"X\"\npackage p\nopen never\nend", "a:1:1: error: app 'X' has no 'container'"),
    ("app \"X\"\npackage p\ncontainer c", "a:1:1: error: the app of line 1 is not closed …"),
    ("app \"X\"\npackage p\ncontainer c\nend\nkill", "a:5:1: error: 'kill' is not allowed here …"),
  ])
  func wholeFiles(_ text: String, _ expected: String) {
    let errors = #expect(throws: ScenarioErrors.self) { try AppParser.parse(text, file: "a") }
    #expect(errors?.description.reads(expected) == true, "\(errors?.description ?? "")")
  }

  @Test func everyTruncationIsReadOrRefused() throws {
    let bytes = Array(try Data(contentsOf: Self.shop))
    for count in 0...bytes.count {
      _ = try? AppParser.parse(Array(bytes.prefix(count)), file: "a")
    }
  }

  @Test func namesInScenarios() throws {
    let app = try AppParser.parse(Array(try Data(contentsOf: Self.shop)), file: "shop.app")
    let scenario = try ScenarioParser.parse(
      """
      screen "Home Screen"
      screen "Card"
      tap "Buy" sku="1"
      tap "By"
      tap "Buy" sk="1"
      tap "Cart" x=1
      """, file: "a")
    #expect(
      scenario.check(app: app).map(\.description) == [
        "a:2:1: error: unknown screen 'Card': did you mean 'Cart'?",
        "a:4:1: error: unknown button 'By': did you mean 'Buy'?",
        "a:5:1: error: unknown parameter 'sk': did you mean 'sku'?",
        "a:6:1: error: unknown parameter 'x': expected no value, the button takes none",
      ])
    #expect(
      scenario.check(app: nil).map(\.description) == [
        "a:1:1: error: 'screen \"Home Screen\"' is not allowed here: the scenario names no app "
          + "('app: FILE' in the header, or an app block)"
      ])
  }
}
