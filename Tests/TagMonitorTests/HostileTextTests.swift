import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// Data may say whatever it likes: it is shown, and never obeyed.
struct HostileTextTests {
  private static let texts: [(name: String, text: String)] = [
    ("escape", "\u{1B}[2J\u{1B}]0;owned\u{7}\u{1B}[31mred"),
    ("c1", "\u{9B}2J\u{90}x\u{9C}"),
    ("bidi", "abc\u{202E}fed\u{2066}x\u{2069}\u{200F}\u{61C}"),
    ("lines", "one\r\ntwo\nthree\u{2028}four\u{85}"),
    ("wide", String(repeating: "환영合计", count: 40)),
    ("combining", "e" + String(repeating: "\u{301}", count: 1000)),
    ("emoji", String(repeating: "👩‍👩‍👧‍👦🏳️‍🌈", count: 30)),
    ("invisible", "a\u{200B}b\u{FEFF}c\u{E0041}d\u{0}"),
    ("spaces", String(repeating: " ", count: 500) + "x"),
    ("empty", ""),
  ]

  private static let sizes = [
    Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 121, rows: 41),
    Size(columns: 200, rows: 60),
  ]

  @Test(arguments: texts, sizes)
  func isShownAndNotObeyed(_ hostile: (name: String, text: String), _ size: Size) throws {
    var monitor = try Self.monitor(hostile.text, size)
    let states = [
      "", "1", "2", "3", "4", "5", "6", "4+", "_0", "<esc>?", "<esc>s", "<esc>1<", "<esc>",
      "<esc>10", "<esc>L0", "<esc>:network<enter>", "<esc>P", "<esc>:log wording<enter>", "<esc>",
      "7", "j", "e", "<esc><esc>", "_",
    ]
    for keys in states {
      monitor.press(keys)
      try Frames.check(monitor.frame(size: size), size, "\(hostile.name) after \(keys)")
    }
    monitor.press("Lx")
    try Frames.check(monitor.frame(size: size), size, "\(hostile.name) in the menu")
    monitor.press("<esc>:")
    _ = monitor.handle(.paste(hostile.text, droppedBytes: 3))
    try Frames.check(monitor.frame(size: size), size, "\(hostile.name) pasted")
    monitor.press("<enter>")
    try Frames.check(monitor.frame(size: size), size, "\(hostile.name) as a line")
    monitor.failedToLoad(hostile.text)
    try Frames.check(monitor.frame(size: size), size, "\(hostile.name) as an error")
  }

  /// A world in which everything that has a name has this one.
  private static func monitor(_ text: String, _ size: Size) throws -> Monitor {
    let push = PushTemplate(parts: [
      .init(path: ["event"], value: .constant(.string(text))),
      .init(path: ["key " + text], value: .constant(.string(text))),
      .init(path: ["list"], value: .constant(.list([.string(text), .map([text: 1])]))),
    ])
    let app = App(
      name: text, package: text,
      containers: [
        AppContainer(
          id: text,
          reads: [TypedRead(kind: .string, key: text), TypedRead(kind: .double, key: "plain")])
      ], onLaunch: [.push(push)],
      screens: [
        AppScreen(
          name: text, onView: [.push(push)],
          buttons: [AppButton(title: text, actions: [.push(push)])])
      ])
    func statement(_ command: Command) -> Statement {
      Statement(
        location: ScenarioLocation(file: text, line: 1, column: 1), text: text, command: command)
    }
    let expectation = ScenarioEngine.Expectation.tag(name: text, .notFired(because: text))
    var scenario = Scenario(file: text)
    scenario.header.title = text
    scenario.statements = [
      statement(.chapter(text)), statement(.caption(text)),
      statement(.containerSaved(path: "c", age: nil)),
      statement(.act(.launch(isCold: true, kind: nil, timeout: nil))),
      statement(.act(.screen(text))),
      statement(.act(.tap(text, arguments: [:]))), statement(.expect(expectation)),
      statement(.act(.screen(text + "?"))),
    ]
    var run = ScenarioRun(
      scenario, inputs: RunInputs(app: app, containers: ["c": container(text)]))
    while run.executeNext() != nil {}
    var monitor = Monitor(run)
    _ = monitor.handle(.resized(size))
    return monitor
  }

  private static func container(_ text: String) -> CompiledContainer {
    let said = Expression.constant(.string(text))
    return ContainerBuilder(version: text) {
      $0.version.containerID = text
      $0.constant(text, said)
      $0.analyticsTag(text, ["&t": "appview", "&cd": .macro(text)])
      $0.tag(text, "_func", ["function_call_macro_name": said])
      $0.rule(when: [.event(text)], fires: [text], named: text)
      $0.version.rules[0].addTags = [0, 1]
      $0.version.rules[0].addTagRuleNames = [text, text]
      $0.tag(text, "_img", ["url": said])
      $0.rule(when: [Condition("_re", .macro(text), .constant(.string("(" + text)))])
      $0.version.rules[1].addTags = [2]
    }.compiled
  }
}
