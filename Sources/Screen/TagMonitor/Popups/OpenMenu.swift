import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A menu that is typed into. Its lines keep what they did when it was opened.
struct OpenMenu: Overlay, Listing, SearchedRows {
  struct Line: Sendable {
    let title: String
    /// The letter that chooses it at once, as long as nothing is typed.
    var letter: Character?
    /// What else can be done with it: keys, their words, and what they do.
    var others: [(key: Key, words: String, act: Act)] = []
    let act: Act

    init(_ title: String, _ letter: Character? = nil, _ act: @escaping Act) {
      (self.title, self.letter, self.act) = (title, letter, act)
    }

    /// A line after which the program has nothing to do.
    init(
      _ title: String, _ letter: Character? = nil,
      does act: @escaping @Sendable (inout Monitor) -> Void
    ) {
      self.init(title, letter) {
        act(&$0)
        return []
      }
    }
  }

  typealias Act = @Sendable (inout Monitor) -> [MonitorEffect]

  let title: String
  /// What is asked for, in front of what is typed.
  let asked: String
  /// What Enter does, for the key line.
  let verb: String
  let lines: [Line]
  var search = SearchText()
  var selected = 0
  /// The places of the lines that have what is typed.
  private(set) var found: [Int]

  init(_ title: String, asks asked: String, _ lines: [Line], verb: String = "do it") {
    (self.title, self.asked, self.verb, self.lines) = (title, asked, verb, lines)
    found = Array(lines.indices)
  }

  static let place = KeyPlace.menu
  static let keys: [KeyBinding] =
    [
      effect([.enter], "choose", "run the line") { menu, monitor in
        guard let line = menu.row else {
          return monitor.say(.hint("no line has these words: Esc closes"))
        }
        return menu.choose(line, in: &monitor)
      }
    ]
    + moving("to the line above", "to the line below", ends: nil, pages: nil, typed: true) {
      menu, rows, _ in menu.move(by: rows)
    } + [
      KeyBinding.own(
        place, (1...9).compactMap { "\($0)".first.map { .character($0) } }, "number",
        "choose the line with that number", shown: "1 - 9"),
      KeyBinding.own(
        place, [], "letter",
        "only the lines with what is typed; the letter of a button presses it", shown: "a - z"),
    ] + typing() + [row([.escape], "close", "close") { $0.close(in: &$1) }]

  var isTurned: Bool { true }

  func close(in monitor: inout Monitor) { monitor.pop() }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    let others = row.map { lines[$0].others } ?? []
    let digits = monitor.display.borders == .utf8 ? "1–9" : "1-9"
    return [.enter(verb)] + others.map { KeyHint($0.key, $0.key.name, $0.words) }
      + [KeyHint(.character("1"), digits, "choose"), .escape("close")]
  }

  mutating func find() {
    let words = search.words
    selected = 0
    found = lines.indices.filter { place in
      let title = lines[place].title.lowercased()
      return words.allSatisfy { title.contains($0) }
    }
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    if let row, let other = lines[row].others.first(where: { $0.key == key }) {
      close(in: &monitor)
      return other.act(&monitor)
    }
    if case .character(let letter) = key {
      if search.field.text.isEmpty, let own = lines.firstIndex(where: { $0.letter == letter }) {
        return choose(own, in: &monitor)
      }
      if let number = letter.wholeNumberValue, found.contains(number - 1) {
        return choose(number - 1, in: &monitor)
      }
    }
    monitor.message = nil
    edit(key)
    return []
  }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    insert(text)
    return true
  }

  func choose(_ place: Int, in monitor: inout Monitor) -> [MonitorEffect] {
    close(in: &monitor)
    return lines.indices.contains(place) ? lines[place].act(&monitor) : []
  }

  func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard let place = place(at: point, in: monitor) else {
      return rect(in: monitor).contains(point) ? [] : monitor.handle(.escape, in: self)
    }
    return choose(found[place], in: &monitor)
  }

  // MARK: Drawing

  var count: Int { found.count }
  var picked: Int? { found.isEmpty ? nil : selected }
  var note: String { "\(found.count) of \(lines.count)" }
  /// What can be done with the selected line, where that is more than one thing.
  var detail: TagPanes.Line? {
    guard let row, !lines[row].others.isEmpty else { return nil }
    let others = lines[row].others.map { "\($0.key.name) \($0.words)" }
    return TagPanes.Line("       " + (["Enter \(verb)"] + others).joined(separator: "   "), .dim)
  }

  /// It keeps its height while it is typed into.
  func room(in monitor: Monitor) -> Size {
    let widest = lines.map { TextWidth.columns(of: TerminalText.visible($0.title)) }.max() ?? 0
    let isLonger = lines.contains { !$0.others.isEmpty }
    return Size(columns: max(40, widest + 6), rows: lines.count + (isLonger ? 3 : 2))
  }

  func line(_ place: Int, columns: Int, _ monitor: Monitor) -> TagPanes.Line {
    let number = found[place]
    let key = lines[number].letter.map { String($0) } ?? (number < 9 ? "\(number + 1)" : " ")
    return TagPanes.Line(key, .accent)
      + TagPanes.Line(" " + TerminalText.visible(lines[number].title))
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    drawList(monitor, on: &buffer)
    return monitor.drawTyped(search.field, below: asked + ": ", layout, on: &buffer)
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
  private mutating func openMenu(_ title: String, asks: String, _ choices: [MenuChoice]) {
    open(
      OpenMenu(
        title, asks: asks,
        choices.map { choice in
          OpenMenu.Line(choice.title, does: { $0.perform(line: choice.line) })
        }))
  }

  mutating func openNetworkMenu() {
    openMenu("The network from now on", asks: "network", networkChoices)
  }

  mutating func openPreviewMenu() {
    openMenu("Open a preview link", asks: "preview", previewChoices)
  }

  mutating func openThemeMenu() {
    let themes = Theme.allCases.map { MenuChoice(title: $0.rawValue, line: "theme \($0.rawValue)") }
    openMenu("Theme", asks: "theme", themes)
  }

  mutating func openPaceMenu() {
    let lines = Pace.allCases.map { pace in
      OpenMenu.Line(pace.rawValue, does: { $0.setPace(pace) })
    }
    open(OpenMenu("How long texts are shown", asks: "pace", lines))
  }

  var whyNoPreviews: Message? {
    previewChoices.isEmpty
      ? .hint("there is nothing to preview: P publishes a version or creates a draft") : nil
  }

  mutating func openScreenMenu() {
    let lines = actedWorld.world.app.screens.map { screen in
      OpenMenu.Line(screen.name, does: { $0.perform(.screen(screen.name, at: .keys)) })
    }
    open(OpenMenu("Open a screen", asks: "screen", lines, verb: "open"))
  }

  mutating func openButtonMenu() {
    guard let screen = actedWorld.screen else { return }
    let lines = zip(screen.letters, screen.buttons).map { letter, button in
      OpenMenu.Line(button.title, letter, does: { $0.pressButton(button) })
    }
    open(OpenMenu("Press a button", asks: "button", lines, verb: "press"))
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
