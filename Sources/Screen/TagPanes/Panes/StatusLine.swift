import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The first line: the scenario, and at the right the container, followed by what is not normal.
package struct StatusLine: ScreenPart {
  package let context: ScreenContext
  /// The title of the scenario or run.
  let title: String

  package init(context: ScreenContext, title: String) {
    self.context = context
    self.title = title
  }

  package func line(columns: Int) -> Line {
    // An audience gets only the essentials.
    let phone = context.phone.flatMap { $0.isOwn ? $0 : nil }
    let title = phone?.head ?? title
    let isNarrow = context.isDemo || columns < Layout.dockedColumns
    for isShort in isNarrow ? [true] : [false, true] {
      let facts = phone.map { self.facts(of: $0, isShort) } ?? facts(isShort)
      let joined = facts.dropFirst().reduce(facts.first ?? Line()) { line, fact in
        line + (context.isReader ? "" : " ") + fact
      }
      let width = joined.width
      let least = min(columns * 2 / 7, TextWidth.columns(of: TerminalText.visible(title)))
      guard width + least + 2 <= columns || isShort else { continue }
      let room = max(0, columns - width - 3)
      let head = Line(
        " " + TextWidth.truncate(title, to: room, ellipsis: context.borders.ellipsis), .bold)
      let space = max(1, columns - head.width - width - 1)
      return head + String(repeating: " ", count: space) + joined
    }
    return Line()
  }

  /// The app and the container of a followed phone, as far as they are known.
  private func facts(of phone: Following, _ isShort: Bool) -> [Line] {
    let simulation = view.simulation
    let version = simulation.container.map { " v" + $0.version } ?? ""
    let words = [
      phone.app, simulation.settings.platform == .android ? "Android" : "iOS",
      simulation.world.app.containerID + version,
    ]
    return [Line(words.filter { !$0.isEmpty }.joined(separator: ", "))]
      + (context.recorded.map { [recordingFact($0, isShort)] } ?? [])
  }

  private func facts(_ isShort: Bool) -> [Line] {
    let simulation = view.simulation
    var facts = containerFacts(isShort)
    if simulation.settings.platform == .android { facts.insert(Line(view.sdkText), at: 0) }
    if simulation.runtime?.refreshMode == .defaultContainer {
      facts.append(chip("DEFAULT ONLY", .attention))
    }
    if let firebase = view.firebaseOfStep {
      if firebase.isDebugging { facts.append(chip("DEBUG", .attention)) }
      if !firebase.isCollecting { facts.append(chip("COLLECTION OFF", .attention)) }
    }
    if simulation.world.network != .online {
      let since = (simulation.now.wall - simulation.world.networkChanged).shortText
      let words = simulation.world.network.words.uppercased()
      facts.append(chip(isShort ? words : words + " " + since, .attention))
    }
    facts += appFacts(isShort)
    if simulation.runtime?.analytics.isOptedOut == true {
      facts.append(chip("OPT-OUT", .attention))
    }
    if let recorded = context.recorded { facts.append(recordingFact(recorded, isShort)) }
    if context.isTrace { facts.append(chip("TRACE", .past)) }
    if !view.isLive {
      facts.append(chip("PAST \(view.row?.number ?? 0)/\(timeline.rowCount)", .past))
    }
    return facts
  }

  /// Returns a fact in brackets or on a ground: `‹SAVED 13h00m›`.
  ///
  /// - Parameters:
  ///   - text: the fact.
  ///   - style: its meaning; nil for a plain fact, which keeps its brackets and has no colour, so
  ///     that it is never the brightest thing. Without colours, all keep their brackets.
  private func chip(_ text: String, _ style: Style?) -> Line {
    if context.isReader { return Line(", " + text.lowercased()) }
    let (open, close) = context.borders == .utf8 ? ("‹", "›") : ("<", ">")
    guard let style else { return Line(open + text + close) }
    let isBare = context.hasColors
    return Line(isBare ? " \(text) " : open + text + close, style.chip.over(.plain))
  }

  // MARK: The container

  private func containerFacts(_ isShort: Bool) -> [Line] {
    let simulation = view.simulation
    let id = simulation.world.app.containerID
    let others = (simulation.runtime?.containerStatuses ?? []).count { $0.id != id }
    let more = others > 0 ? " +\(others)" : ""
    guard let container = simulation.container else {
      return [Line((isShort ? "not open" : "\(id) not open") + more)]
    }
    let version = container.version.isEmpty ? "" : "v\(container.version)"
    let name = isShort && !version.isEmpty ? version : (id + " " + version).trimmedSpaces
    let age = container.age(at: simulation.now.wall)
    var facts = [Line(name + more)] + sourceFacts(container, age, isShort)
    // While its preview is loading, the container in use is not yet the one of the link.
    if container.isPreviewed, container.source != .preview {
      facts.append(chip("PREVIEW?", .attention))
    }
    if let age, age >= (simulation.runtime?.settings ?? Settings()).refreshPeriod {
      facts.append(chip("STALE", .attention))
    }
    if container.isOpening {
      let left =
        simulation.until(.openTimeout(container: container.id)).map {
          " \($0.preciseText) left"
        } ?? ""
      facts.append(chip("OPENING" + (isShort ? "" : left), .attention))
    }
    return facts
  }

  /// Returns where the container comes from, unless it is the network, with an age of more than an
  /// hour.
  private func sourceFacts(
    _ container: ContainerStatus, _ age: Duration?, _ isShort: Bool
  ) -> [Line] {
    if context.triedCopy(of: container.id) != nil {
      return [chip(isShort ? "EDITED" : "EDITED DRAFT", .preview)]
    }
    var source = container.source.rawValue.uppercased()
    switch container.source {
    case .network: return []
    case .none: return [chip("EMPTY", .attention)]
    case .preview: return [chip(source, .preview)]
    case .saved, .default:
      if !isShort, let age, age > .seconds(3600) { source += " " + age.shortText }
      return [chip(source, nil)]
    }
  }

  // MARK: The app

  private func appFacts(_ isShort: Bool) -> [Line] {
    let simulation = view.simulation
    guard simulation.isRunning else {
      return [chip(isShort ? "NOT RUNNING" : "APP NOT RUNNING", .attention)]
    }
    if let frozen = simulation.frozen {
      let time = (simulation.now.instant - frozen.since).shortText
      let acts = simulation.waitingActs
      let who = isShort ? "FROZEN" : "MAIN THREAD FROZEN"
      let wait = "\(Counted.text(acts, "act")) \(acts == 1 ? "waits" : "wait")"
      return [chip("\(who) \(time), \(wait)", .lost)]
    }
    return simulation.isInBackground ? [chip("BACKGROUND", .attention)] : []
  }

  /// Returns the recording's state: "● REC 5 acts".
  private func recordingFact(_ sum: RecordedSum, _ isShort: Bool) -> Line {
    let words = isShort ? "\(sum.acts)" : sum.words
    let sign = context.borders == .utf8 ? "● REC" : "* REC"
    return chip("\(context.isReader ? "recording" : sign) \(words)", .attention)
  }
}

extension Line {
  /// The number of columns.
  package var width: Int {
    pieces.reduce(0) { $0 + TextWidth.columns(of: TerminalText.visible($1.text)) }
  }
}

package struct RecordedSum: Sendable, Hashable {
  /// The number of the user's actions.
  package var acts: Int
  package var expected: Int

  package init(acts: Int, expected: Int) {
    self.acts = acts
    self.expected = expected
  }

  /// "5 acts", "5 acts, 2 expected"
  package var words: String {
    Counted.text(acts, "act") + (expected > 0 ? ", \(expected) expected" : "")
  }
}
