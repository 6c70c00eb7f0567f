import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  mutating func open(_ choices: Choices) {
    switch choices {
    case .screens, .buttons: openAppMenu(choices)
    case .network: overlay = .menu(.network, Menu(items: networkChoices.map(\.title)))
    case .previews:
      if previewChoices.isEmpty {
        message = Message(
          kind: .hint,
          text: "there is nothing to preview: publish or draft a container first")
      } else {
        overlay = .menu(.previews, Menu(items: previewChoices.map(\.title)))
      }
    }
  }

  private mutating func openAppMenu(_ choices: Choices) {
    let world = run.timeline.live
    guard world.isRunning, !world.isInBackground else {
      message = Message(
        kind: .failure,
        text: world.isRunning
          ? "the app is in the background: b brings it back"
          : "the app is not running: K launches it")
      return
    }
    if choices == .screens {
      overlay = .menu(.screens, Menu(items: world.world.app.screens.map(\.name)))
    } else if let screen = world.screen, !screen.buttons.isEmpty {
      overlay = .menu(.buttons, Menu(items: screen.buttons.map(\.title)))
    } else {
      let why = world.screen.map { "screen \($0.name) has no buttons" } ?? "no screen is seen yet"
      message = Message(kind: .failure, text: "\(why): s views a screen")
    }
  }

  mutating func perform(_ choice: MenuChoice?) {
    guard let choice else { return }
    perform(choice.command, choice.text)
  }

  /// The states of the network that are worth showing, each with what it does to a request.
  var networkChoices: [MenuChoice] {
    let states: [(text: String, meaning: String, condition: NetworkCondition)] = [
      ("online", "every request is answered", .online),
      ("offline", "there is none", .offline),
      (
        "slow latency=3s", "every answer takes 3 s", .slow(latency: .seconds(3), jitter: .zero)
      ),
      ("status 503", "the servers answer with an error", .status(503)),
      ("timeout", "nothing is answered, a request ends after 60 s", .timeout),
      ("reset", "connections break", .reset),
      ("captive", "a portal answers with its own page", .captive),
    ]
    let present = run.timeline.live.world.network
    return states.map { state in
      let mark = state.condition == present ? "  (now)" : ""
      return MenuChoice(
        title: cell(state.text, 16) + state.meaning + mark, text: "network " + state.text,
        command: .network(state.condition))
    }
  }

  /// What the web interface would give links for: drafts and the published version of the app's
  /// containers, and the end of a preview.
  var previewChoices: [MenuChoice] {
    let live = run.timeline.live
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
        // A newer draft of a number hides an older one, as on the server.
        guard !choices.contains(where: { $0.title == title }) else { continue }
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
    return MenuChoice(
      title: title, text: text, command: .preview(version: version, id: isFirst ? nil : id))
  }
}
