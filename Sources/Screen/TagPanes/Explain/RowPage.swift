import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// A row of the event list: what happened, and its effects.
struct RowPage: ExplainPage {
  let context: ScreenContext
  let number: Int

  func write(_ page: inout PageText) {
    guard timeline.hasRow(at: number) else {
      return page.say("there is no event #\(number)", .dim)
    }
    let row = timeline.row(at: number)
    page.headline("#\(number) \(row.event.name), at \(view.time(of: row.event.wall)).")
    if let update = row.event.update {
      writeUpdate(update, row, &page)
    } else {
      page.say(row.event.meaning)
      if let detail = row.event.detailSentence { page.say(detail) }
      if row.event.isAboutContainer {
        let id = row.event.containerID ?? view.simulation.world.app.containerID
        page.blank()
        ContainerPage(context: context, id: id).write(&page)
        return
      }
    }
    PhoneText(context: context).write(ofRow: number, on: &page)
    guard page.isWhole else { return }
    writeHits(row, &page)
    writeNeighbours(row, &page)
  }

  // MARK: An update

  private func writeUpdate(
    _ update: UpdateRecord, _ row: Timeline.Row, _ page: inout PageText
  ) {
    let who = row.event.pusher.map { " \($0)" } ?? ""
    page.say(update.event == nil ? "Data was pushed\(who)." : "It was pushed\(who).")
    if let rejection = update.rejection {
      page.say("It was refused: \(rejection.sentence).", .lost)
    }
    let leaves = DataLayer.leaves(of: update.update)
    if !leaves.isEmpty {
      page.part(isFirebase ? "Its parameters" : "What it wrote")
      let width = min(
        (leaves.map { TextWidth.columns(of: TerminalText.visible($0.path)) }.max() ?? 0) + 2,
        page.columns / 2)
      for leaf in leaves.prefix(60) {
        page.fact(leaf.path, leaf.value.typedText, width: width, to: .init(.dataKey(leaf.path)))
      }
      if leaves.count > 60 { page.say("and \(leaves.count - 60) more", .dim, indent: 2) }
    }
    // The tags are beside it, and in the list of events.
    guard page.isWhole || view.tags.isEmpty else { return }
    if number == view.eventRow?.number { writeTags(&page) } else { writeFired(update, &page) }
  }

  /// Writes the tags of the selected event, those that fired first.
  func writeTags(_ page: inout PageText) {
    let tags = view.tags
    guard !tags.isEmpty else {
      if let update = view.update, update.event != nil {
        page.blank()
        page.say(noTagsText(update))
      }
      return
    }
    let text = TagText(context)
    page.part("Fired \(tags.count(where: \.didFire)) of \(tags.count)")
    for tag in tags.filter(\.didFire) + tags.filter({ !$0.didFire }) {
      if tag.didFire { page.startHere() }
      let fate = view.fate(of: tag)
      page.append(
        [
          Line("  ") + text.sign(of: fate)
            + Line(context.title(ofTag: tag.name, in: tag.containerID) + "  ")
            + Line(fate.short, .dim)
        ],
        to: .init(.tag(name: tag.name, container: tag.containerID)))
    }
  }

  /// Returns the reason why no tags saw an event.
  private func noTagsText(_ update: UpdateRecord) -> String {
    if update.firebase?.isDropped == true { return "Firebase dropped it, so no tag saw it." }
    if update.firebase?.isError == true { return "It is Firebase's own note, which no tag sees." }
    let ids = update.firings.map(\.container)
    if let reason = update.unjudgedReason {
      return reason.prefix(1).uppercased() + reason.dropFirst() + ", so no tag saw it."
    }
    return ids.isEmpty
      ? "No container was open, so nothing could fire."
      : "\(ids.joined(separator: " and ")) \(ids.count == 1 ? "was" : "were") open and "
        + "\(ids.count == 1 ? "has" : "have") no tags, so nothing could fire."
  }

  private func writeFired(_ update: UpdateRecord, _ page: inout PageText) {
    let fired = update.firings.flatMap { firing in firing.tags.map { (firing.container, $0) } }
    guard !fired.isEmpty else { return }
    let event = timeline.row(at: number).event
    page.part("Fired")
    for (id, tag) in fired {
      let fate = view.simulation.fate(of: tag, in: id, at: event)
      page.say(
        "\(context.title(ofTag: tag.name, in: id))  \(fate.short)", indent: 2,
        to: .init(.tag(name: tag.name, container: id), at: number))
    }
  }

  // MARK: Details

  private func writeHits(_ row: Timeline.Row, _ page: inout PageText) {
    let stories = row.event.hits.compactMap { id in
      id.flatMap { view.simulation.world.hit($0) }
    }.filter { $0.hit.created == row.event.wall }
    guard !stories.isEmpty else { return }
    page.part("Hits")
    for story in stories.prefix(40) {
      page.fact(
        story.id.map { "hit \($0)" } ?? "",
        "\(story.hit.typeName) \(story.hit.title)".trimmedSpaces + ": it \(story.words)", width: 10,
        to: .init(.hit(story)))
    }
  }

  private func writeNeighbours(_ row: Timeline.Row, _ page: inout PageText) {
    let around = [number - 1, number + 1].filter {
      timeline.hasRow(at: $0) && !($0 > number && context.isAsking)
    }
    guard !around.isEmpty else { return }
    page.part("Before and after")
    for other in around {
      let event = timeline.row(at: other).event
      page.fact(
        "#\(other)", "\(view.time(of: event.wall))  \(event.name)", width: 8, .dim, to: .row(other))
    }
  }
}

extension EventRow {
  /// The details of a world row, as a sentence; nil for none.
  package var detailSentence: String? {
    guard case .firebaseTold(let what, let value) = kind else {
      return detail.map { $0.sentenceCased + "." }
    }
    let words = what.split(separator: " ", maxSplits: 1).map(String.init)
    let shown = value.map { $0 == "null" ? "no value" : $0.quoted }
    switch words.first {
    case "user-property":
      return "It set the user property \(words.last ?? "") to \(shown ?? "no value")."
    case "user-id": return "It set the user's id to \(shown ?? "no value")."
    case "default-parameters": return "Every event includes these from now on: \(value ?? "none")."
    case "collection":
      return value == "on" ? "Firebase logs events again." : "Firebase logs no events from now on."
    case "debug-mode":
      return value == "on"
        ? "Debug mode is on: events are uploaded at once."
        : "Debug mode is off: events wait for their upload."
    default: return nil
    }
  }

  /// The meaning of a world row, for newcomers.
  package var meaning: String {
    switch kind {
    case .launched(true): "The app starts in a new process and opens its container."
    case .launched(false): "The app starts again after its process was ended."
    case .backgrounded: "The user leaves the app. It is soon suspended, unless it is kept awake."
    case .suspended: "What kept the app awake is over: nothing of it runs until it is back."
    case .foregrounded: "The user comes back to the app, and its timers run again."
    case .killed: "The process ends. The saved container and the hits stay on disk."
    case .network(.offline): "The phone has no network. Hits wait on disk, and no timer runs."
    case .network(.online): "The phone has a network again. Hits are sent with the next dispatch."
    case .network: "The network is available but faulty."
    case .disk: "The phone's disk behaves differently from now on."
    case .containerAvailable(_, _, .failed, _):
      "The app gets a failed status and no container."
    case .containerAvailable: "The app gets its container."
    case .refreshed(_, .success, _): "A newer container arrived."
    case .refreshed(_, .failure, _): "A container was requested, but none arrived."
    case .refreshRefused: "The app asked for a container too often and was refused."
    case .openRefused: "The app tried to open a container and was refused."
    case .closed: "The app has closed a container."
    case .link(.refused, _): "A link was opened on the phone."
    case .link: "A preview link was opened on the phone."
    case .linkOpened: "The app's own code received a link to its site, or one of its own scheme."
    case .thawed: "The app was frozen until its container was ready."
    case .update: "Something was pushed to the data layer."
    case .screenSeen: "A screen opened, but the app pushed nothing for it."
    case .tapped: "A button was pressed, but the app pushed nothing for it."
    case .dispatched(_, .noData, _, _): "There was nothing to send."
    case .dispatched: "The phone sent waiting hits, or tried to."
    case .dispatchCompleted: "The app gets the result of its dispatch."
    case .backgroundTaskBegan: "The app asked for a few minutes in the background."
    case .backgroundTaskEnded(.refused): "The app asked for time in the background and got none."
    case .backgroundTaskEnded: "The app finished its work in the background."
    case .backgroundTaskExpired: "The time in the background is over."
    case .optedOut: "The user changed the tracking choice."
    case .reinstalled: "The app was removed and reinstalled: everything on disk is gone."
    case .upgraded: "A newer build of the app was installed."
    case .hitSent: "The app sent a hit itself, without the container."
    case .publishedUnreadable: "The server provides something that is not a container."
    case .published: "A version was published. The phone gets it at its next refresh."
    case .deviceChanged: "The phone was changed; rules that check it may give other results."
    case .read: "The app read a value from its container."
    case .clockSet: "The user set the clock of the phone."
    case .firebaseTold: "The app set something in Firebase."
    case .jumped: "Time was skipped."
    }
  }

  package var isAboutContainer: Bool {
    switch kind {
    case .containerAvailable, .refreshed, .refreshRefused, .openRefused, .closed, .link, .thawed:
      true
    case .launched, .backgrounded, .suspended, .foregrounded, .killed, .network, .disk, .update,
      .screenSeen,
      .tapped, .dispatched, .dispatchCompleted, .backgroundTaskBegan, .backgroundTaskEnded,
      .backgroundTaskExpired, .optedOut, .reinstalled, .upgraded, .hitSent, .published,
      .publishedUnreadable, .deviceChanged, .read, .clockSet, .jumped, .linkOpened,
      .firebaseTold:
      false
    }
  }
}
