import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A menu over the panes. Its lines keep what they did when it was opened.
struct OpenMenu: Overlay {
  struct Line: Sendable {
    let title: String
    let act: Act

    init(_ title: String, _ act: @escaping Act) { (self.title, self.act) = (title, act) }

    /// A line after which the program has nothing to do.
    init(_ title: String, does act: @escaping @Sendable (inout Monitor) -> Void) {
      self.init(title) {
        act(&$0)
        return []
      }
    }
  }

  typealias Act = @Sendable (inout Monitor) -> [MonitorEffect]

  let title: String
  /// What Enter does, for the lower border.
  let verb: String
  private(set) var menu: Menu
  private let lines: [Line]
  /// Whether a letter chooses the line that begins with it, instead of going there.
  var choosesByLetter = false
  /// What letters do with the selected line, by its place.
  var letters: [Character: @Sendable (Int, inout Monitor) -> [MonitorEffect]] = [:]

  init(_ title: String, _ lines: [Line], verb: String = "choose") {
    (self.title, self.verb, self.lines) = (title, verb, lines)
    menu = Menu(items: lines.map(\.title))
  }

  static let place = KeyPlace.menu
  static let keys: [KeyBinding] =
    [
      effect([.enter, .character(" ")], "choose", "run the line", hint: "choose") {
        $0.choose($0.menu.selected, in: &$1)
      }
    ]
    + moving("to the line above", "to the line below", ends: nil, pages: nil) { open, rows, _ in
      open.menu.move(by: rows)
    } + [
      KeyBinding.own(
        place, (1...9).compactMap { "\($0)".first.map { .character($0) } }, "number",
        "choose the line with that number", shown: "1 - 9"),
      KeyBinding.own(
        place, [], "letter",
        "to the next line that starts with it; for buttons, press the one with that letter; for "
          + "versions, d creates a draft", shown: "a - z"),
      row([.escape, .character("q")], "close", "close", hint: "close") { $0.close(in: &$1) },
    ]

  func close(in monitor: inout Monitor) { monitor.pop() }

  /// A letter that chooses a line, or does something with it, goes before those that move.
  func overrides(_ key: Key) -> Bool {
    guard case .character(let letter) = key, letter != " " else { return false }
    return letters[letter] != nil || choosesByLetter && menu.items.contains { $0.first == letter }
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard case .character(let letter) = key else { return [] }
    if let act = letters[letter] { return act(menu.selected, &monitor) }
    if choosesByLetter, let index = menu.items.firstIndex(where: { $0.first == letter }) {
      return choose(index, in: &monitor)
    }
    if let number = letter.wholeNumberValue, menu.items.indices.contains(number - 1) {
      return choose(number - 1, in: &monitor)
    }
    menu.select(startingWith: letter)
    return []
  }

  func choose(_ index: Int, in monitor: inout Monitor) -> [MonitorEffect] {
    close(in: &monitor)
    return lines.indices.contains(index) ? lines[index].act(&monitor) : []
  }

  func rect(in body: Rect) -> Rect {
    let widest = menu.items.map { TextWidth.columns(of: $0) }.max() ?? 0
    return Popup.rect(columns: max(34, widest + 6), rows: menu.items.count + 2, in: body)
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    var menu = menu
    let inner = monitor.panel(title, footer: "Enter \(verb)  Esc close")
      .draw(in: rect(in: layout.body), on: &buffer)
    menu.scroll(height: inner.rows)
    menu.draw(in: inner, on: &buffer, ellipsis: monitor.display.borders.ellipsis)
    return Point(column: inner.column, row: inner.row + menu.selected - menu.offset)
  }

  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let inner = Panel.inner(of: rect(in: monitor.layout(size: monitor.display.size).body))
    guard inner.contains(point) else { return monitor.handle(.escape, in: self) }
    var menu = menu
    menu.scroll(height: inner.rows)
    let index = menu.offset + point.row - inner.row
    return menu.items.indices.contains(index) ? choose(index, in: &monitor) : []
  }
}

/// A menu line with its statement of the language.
struct MenuChoice: Sendable, Hashable {
  var title: String
  /// The statement as written.
  var line: String
}

extension Monitor {
  /// Opens a menu whose lines are statements.
  private mutating func openMenu(_ title: String, _ choices: [MenuChoice]) {
    open(
      OpenMenu(
        title,
        choices.map { choice in
          OpenMenu.Line(choice.title, does: { $0.perform(line: choice.line) })
        }))
  }

  mutating func openNetworkMenu() { openMenu("The network from now on", networkChoices) }

  mutating func openPreviewMenu() { openMenu("Open a preview link", previewChoices) }

  var whyNoPreviews: Message? {
    previewChoices.isEmpty
      ? .hint("there is nothing to preview: P publishes a version or creates a draft") : nil
  }

  mutating func openScreenMenu() {
    let lines = actedWorld.world.app.screens.map { screen in
      OpenMenu.Line(screen.name, does: { $0.perform(.screen(screen.name, at: .keys)) })
    }
    open(OpenMenu("Open a screen", lines))
  }

  mutating func openButtonMenu() {
    guard let screen = actedWorld.screen else { return }
    let lines = zip(screen.letters, screen.buttons).map { letter, button in
      let title = "\(letter.map { String($0) } ?? " ")  \(button.title)"
      return OpenMenu.Line(title, does: { $0.pressButton(button) })
    }
    var menu = OpenMenu("Press a button", lines)
    menu.choosesByLetter = true
    open(menu)
  }

  /// Why nobody can use the app; nil where its screens can be opened.
  var whyNoScreen: Message? {
    let world = actedWorld
    if !world.isRunning { return .failure("the app is not running: K launches it") }
    return world.isInBackground
      ? .failure("the app is in the background: b brings it back") : nil
  }

  var whyNoButtons: Message? {
    let screen = actedWorld.screen
    if screen?.buttons.isEmpty == false { return nil }
    let why = screen.map { "screen \($0.name) has no buttons" } ?? "no screen is open yet"
    return .failure("\(why): press s to open a screen")
  }

  /// The network states of interest, each with its effect on a request.
  var networkChoices: [MenuChoice] {
    let slow = 3
    let timeout = actedWorld.world.latency.timeout.components.seconds
    let states: [(text: String, meaning: String, condition: NetworkCondition)] = [
      ("online", "every request is answered", .online),
      ("offline", "there is no network", .offline),
      (
        "slow latency=\(slow)s", "every answer takes \(slow) s",
        .slow(latency: .seconds(slow), jitter: .zero)
      ),
      ("status 503", "the servers answer with an error", .status(503)),
      ("timeout", "nothing is answered, a request ends after \(timeout) s", .timeout),
      ("reset", "connections break", .reset),
      ("captive", "a portal answers with its own page", .captive),
    ]
    let present = actedWorld.world.network
    return states.map { state in
      let mark = state.condition == present ? "  (now)" : ""
      return MenuChoice(
        title: display.borders.cell(state.text, 16) + state.meaning + mark,
        line: "network " + state.text)
    }
  }

  /// The preview links that the web interface would offer: drafts and the published version of the
  /// app's containers, and the end of a preview.
  var previewChoices: [MenuChoice] {
    let live = actedWorld
    let app = live.world.app
    var choices: [MenuChoice] = []
    for id in app.containers.map(\.id) {
      let drafts = live.world.server.drafts[id] ?? []
      let isReadable = !live.world.server.unreadable.contains(id)
      let published =
        isReadable ? live.world.server.published[id].map { [$0.container] } ?? [] : []
      let all = drafts.map { ($0, "draft") } + published.map { ($0, "published") }
      for (container, kind) in all {
        guard let version = Int64(container.version.version), version >= 0 else { continue }
        let title = "v\(version) of \(id)  (\(kind))"
        // A newer draft with the same number hides an older one, as on the server.
        guard !choices.contains(where: { $0.title.hasPrefix(title) }) else { continue }
        choices.append(choice(title, version, id))
      }
    }
    if let id = live.runtime?.previewedContainer {
      choices.append(choice("end the preview of \(id)", nil, id))
    }
    return choices
  }

  private func choice(_ title: String, _ version: Int64?, _ id: String) -> MenuChoice {
    let isFirst = id == run.timeline.live.world.app.containerID
    let text = "preview " + (version.map { "v\($0)" } ?? "exit") + (isFirst ? "" : " id=\(id)")
    let link = actedWorld.previewLink(version, of: id)
    return MenuChoice(title: title + "  " + link, line: text)
  }
}
