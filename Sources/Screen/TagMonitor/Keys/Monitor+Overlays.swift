import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// An overlay: it covers the panes and takes the keys.
enum Overlay: Sendable, Hashable {
  /// The prompt for a line of the scenario language.
  case prompt(TextField)
  /// The input of the selected phone field, shown in its place.
  case field(TextField)
  /// The input of the focused pane's filter.
  case filter(TextField)
  /// The input of the search text, for the focused pane or for the overlay below.
  indirect case find(TextField, over: Overlay?)
  /// A list to choose from. Its lines keep the actions they had when it was opened.
  case menu(Choices, Menu, does: [MenuAction])
  /// A text; the number is the first line shown.
  case text(TextPopup, Int)
  /// The comparison of a real phone with the container; the number is the selected row's index.
  case phone(Int)
  case titleCard
  /// The end card of the scenario; the number is the index of the selected lesson.
  case end(Int)
  /// All available actions, found by their words.
  case palette(PaletteState)
  /// The keys and signs, found by their words.
  case help(HelpState)
  /// What was asked to be explained, and the pages that led to it.
  case explain(ExplainState)
  /// The form for editing a part of a container.
  indirect case alter(AlterForm)
  /// The device and its containers; the number is the index of the selected entry of the agenda,
  /// and beyond its end the number of lines scrolled.
  case device(Int)
  case branches(BranchListState)

  /// Whether it is drawn over the panes, so that these recede. Explain is about a row that stays in
  /// sight, and what is typed into has its own line.
  var isPopup: Bool {
    switch self {
    case .menu, .text, .phone, .palette, .help, .alter, .device, .branches: true
    case .find(_, over: let under): under?.isPopup ?? false
    case .prompt, .field, .filter, .titleCard, .end, .explain: false
    }
  }
}

enum Choices: Sendable, Hashable {
  case screens
  case buttons
  case network
  /// The versions that a preview link can show.
  case previews
  case versions
  /// The times to which the world can advance.
  case times
  /// The choices for an unsaved recording.
  case leaving
  /// The forms in which the selection can be copied.
  case copies

  var title: String {
    switch self {
    case .screens: "Open a screen"
    case .buttons: "Press a button"
    case .network: "The network from now on"
    case .previews: "Open a preview link"
    case .versions: "Publish a version"
    case .times: "Let time pass"
    case .leaving: "The recording is not saved"
    case .copies: "Copy as"
    }
  }

  /// The keys of the menu.
  var footer: String {
    switch self {
    case .versions: "Enter publish  d draft  c what changes  Esc close"
    case .copies: "Enter copy  Esc close"
    default: "Enter choose  Esc close"
    }
  }
}

enum MenuAction: Sendable, Hashable {
  /// The user views a screen.
  case screen(String)
  /// The user presses a button.
  case button(AppButton)
  /// Executes a statement of the language.
  case line(String)
  /// Publishes a version, or makes it a draft.
  case version(VersionChoice)
  /// Lets time pass.
  case time(MenuChoice)
  /// Writes the recording and quits.
  case writeAndLeave
  /// Discards the recording and quits.
  case discardAndLeave
  /// Has no effect.
  case stay
  case copy(CopiedText)
}

/// A menu line with its statement of the language.
struct MenuChoice: Sendable, Hashable {
  var title: String
  /// The statement as written.
  var line: String
}

extension Monitor {
  mutating func handleInOverlay(_ key: Key) -> [MonitorEffect] {
    if case .titleCard? = overlay { return handleOnTitleCard(key) }
    if case .end(let selected)? = overlay { return handleOnEndCard(key, selected) }
    if handleWhileFinding(key) { return [] }
    if let effects = copyOnTop(key) { return effects }
    if case .help(let state)? = overlay { return handleInHelp(key, state) }
    if case .palette(let state)? = overlay { return handleInPalette(key, state) }
    if !keyPlace.isTyping, key == .character("?") || key == .function(1) {
      openHelp()
      return []
    }
    if key == .escape {
      recorder.leavesOnceWritten = false
      switch overlay {
      case .explain(let state)?: back(from: state)
      case .alter(let form)?: handleInAlter(key, form)
      case .menu?: return close()
      default: overlay = nil
      }
      return []
    }
    if case .explain? = overlay, let action = KeyBinding.action(of: key), action.worksOnExplain {
      if case .focus = action { overlay = nil }
      message = nil
      return perform(action)
    }
    switch overlay {
    case .prompt(let field): return handleInPrompt(key, field)
    case .field(let field): return handleInField(key, field)
    case .filter(let field): handleInFilter(key, field)
    case .find(let field, _): handleInFind(key, field)
    case .menu(let choices, let menu, let actions): return handleInMenu(key, choices, menu, actions)
    case .explain(let state): handleInExplain(key, state)
    case .alter(let form): handleInAlter(key, form)
    case .text(let text, let offset): handle(key, in: text, offset)
    case .phone(let place): handleInPhoneList(key, place)
    case .device(let place):
      if key == .enter {
        passTime(toEntry: place)
      } else if key == .character("t") {
        open(.times)
      } else {
        overlay = scrolled(key, place).map { .device($0) }
      }
    case .branches(let state): handleInBranches(key, state)
    case .titleCard, .end, .palette, .help, nil: break
    }
    return []
  }

  private mutating func handleInMenu(
    _ key: Key, _ choices: Choices, _ menu: Menu, _ actions: [MenuAction]
  ) -> [MonitorEffect] {
    var menu = menu
    if choices == .buttons || choices == .leaving, case .character(let letter) = key, letter != " ",
      let place = menu.items.firstIndex(where: { $0.first == letter })
    {
      return choose(place)
    }
    if choices == .leaving, key == .character("Q") { return leave(by: .quit) }
    if choices == .versions, key == .character("d") { return choose(menu.selected, asDraft: true) }
    if choices == .versions, key == .character("c"), actions.indices.contains(menu.selected),
      case .version(let choice) = actions[menu.selected]
    {
      _ = close()
      return openChanges(of: choice)
    }
    switch key {
    case .up, .character("k"): menu.move(by: -1)
    case .down, .character("j"): menu.move(by: 1)
    case .enter, .character(" "): return choose(menu.selected)
    case .character("q"): return close()
    case .character(let letter):
      if let number = letter.wholeNumberValue, menu.items.indices.contains(number - 1) {
        return choose(number - 1)
      }
      menu.select(startingWith: letter)
    default: break
    }
    overlay = .menu(choices, menu, does: actions)
    return []
  }

  /// Closes a menu and reopens the overlay below it.
  private mutating func close() -> [MonitorEffect] {
    overlay = copying.beneath
    copying.beneath = nil
    return []
  }

  mutating func choose(_ index: Int, asDraft: Bool = false) -> [MonitorEffect] {
    guard case .menu(_, _, let actions) = overlay else { return [] }
    _ = close()
    guard actions.indices.contains(index) else { return [] }
    switch actions[index] {
    case .screen(let name): perform(.screen(name, at: .keys))
    case .button(let button): pressButton(button)
    case .line(let line): perform(line: line)
    case .version(let choice): choose(choice, asDraft: asDraft)
    case .time(let choice): passTime(choice)
    case .writeAndLeave: writeAndLeave()
    case .discardAndLeave: return discardAndLeave()
    case .stay: break
    case .copy(let copied): return [.copy(copied)]
    }
    return []
  }

  /// Returns the first visible line of a text in a popup after a key; nil closes it.
  func scrolled(_ key: Key, _ offset: Int) -> Int? {
    let limit = popupScrollLimit
    switch key {
    case .up, .character("k"): return max(0, min(offset, limit) - 1)
    case .down, .character("j"): return min(limit, offset + 1)
    case .pageUp: return max(0, min(offset, limit) - 10)
    case .pageDown, .character(" "): return min(limit, offset + 10)
    case .home, .character("g"): return 0
    case .end, .character("G"): return limit
    default: return nil
    }
  }

  mutating func open(_ choices: Choices) {
    switch choices {
    case .screens, .buttons: openAppMenu(choices)
    case .versions: show(.versions, versionChoices.map { ($0.title, .version($0)) })
    case .times: show(.times, timeChoices.map { ($0.title, .time($0)) })
    case .leaving: break
    case .copies: _ = openCopies()
    case .network: show(.network, networkChoices.map { ($0.title, .line($0.line)) })
    case .previews:
      let previews = previewChoices
      if previews.isEmpty {
        message = .hint("there is nothing to preview: P publishes a version or creates a draft")
      } else {
        show(.previews, previews.map { ($0.title, .line($0.line)) })
      }
    }
  }

  mutating func show(_ choices: Choices, _ lines: [(title: String, action: MenuAction)]) {
    overlay = .menu(choices, Menu(items: lines.map(\.title)), does: lines.map(\.action))
  }

  private mutating func openAppMenu(_ choices: Choices) {
    let world = actedWorld
    guard world.isRunning, !world.isInBackground else {
      message = .failure(
        world.isRunning
          ? "the app is in the background: b brings it back"
          : "the app is not running: K launches it")
      return
    }
    if choices == .screens {
      show(.screens, world.world.app.screens.map { ($0.name, .screen($0.name)) })
    } else if let screen = world.screen, !screen.buttons.isEmpty {
      let lines = zip(screen.letters, screen.buttons).map { letter, button in
        ("\(letter.map { String($0) } ?? " ")  \(button.title)", MenuAction.button(button))
      }
      show(.buttons, lines)
    } else {
      let why = world.screen.map { "screen \($0.name) has no buttons" } ?? "no screen is open yet"
      message = .failure("\(why): press s to open a screen")
    }
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
        title: borders.cell(state.text, 16) + state.meaning + mark, line: "network " + state.text)
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
