import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The first line: the scenario, and at the right the container, its age, the network, the app, and
/// the position in the run.
package struct StatusLine: ScreenPart {
  package let context: ScreenContext
  /// The title of the scenario or run.
  let title: String
  /// "chapter 1 of 7", if there are chapters.
  var chapter: String?
  let isPlaying: Bool

  package init(context: ScreenContext, title: String, chapter: String? = nil, isPlaying: Bool) {
    self.context = context
    self.title = title
    self.chapter = chapter
    self.isPlaying = isPlaying
  }

  package func line(columns: Int) -> Line {
    let isWide = columns >= Layout.fourColumns
    // An audience gets only the essentials.
    let isNarrow = columns < Layout.demo.columns
    for wording in context.isDemo || isNarrow ? [.short] : Wording.allCases {
      let facts = facts(wording)
      let joined = facts.dropFirst().reduce(facts.first ?? Line()) { line, fact in
        line + (context.isReader ? "" : " ") + fact
      }
      let width = joined.width
      let least = min(columns * 2 / 7, TextWidth.columns(of: TerminalText.visible(title)))
      guard width + least + 2 <= columns || wording == Wording.allCases.last else { continue }
      let room = max(0, columns - width - 3)
      var head = Line(" " + TextWidth.truncate(title, to: room, ellipsis: ellipsis), .bold)
      if let chapter, isWide { head = head + "   " + Line(chapter, .dim) }
      let space = max(1, columns - head.width - width - 1)
      return head + String(repeating: " ", count: space) + joined
    }
    return Line()
  }

  private var ellipsis: Ellipsis { context.borders.ellipsis }

  /// The length of the line; a text that does not fit is shortened.
  private enum Wording: CaseIterable {
    case long
    case medium
    case short
  }

  private func facts(_ wording: Wording) -> [Line] {
    var facts: [Line] = []
    let simulation = view.simulation
    if simulation.settings.platform == .android || isFirebase && wording == .long {
      facts.append(Line(view.sdkText))
    }
    facts += containerFacts(wording)
    if simulation.runtime?.refreshMode == .defaultContainer {
      facts.append(chip("DEFAULT ONLY", .attention))
    }
    if let firebase = view.firebaseOfStep {
      if firebase.isDebugging { facts.append(chip("DEBUG", .attention)) }
      if !firebase.isCollecting { facts.append(chip("COLLECTION OFF", .attention)) }
    }
    facts += networkFacts(wording)
    facts += appFacts(wording)
    if simulation.runtime?.analytics.isOptedOut == true {
      facts.append(chip("OPTED OUT", .attention))
    }
    if let recorded = context.recorded { facts.append(recordingFact(recorded, wording)) }
    if context.isTrace {
      facts.append(chip(wording == .long ? "TRACE read-only" : "TRACE", .past))
    }
    facts.append(placeFact)
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

  private func containerFacts(_ wording: Wording) -> [Line] {
    let simulation = view.simulation
    let id = simulation.world.app.containerID
    let others = (simulation.runtime?.containerStatuses ?? []).count { $0.id != id }
    let more = others > 0 ? " +\(others)" : ""
    guard let container = simulation.container else {
      return [Line(wording == .short ? "not open" + more : "\(id) not open" + more)]
    }
    let version = container.version.isEmpty ? "" : "v\(container.version)"
    var name = wording == .short ? version : (id + " " + version).trimmedSpaces
    if name.isEmpty { name = id }
    var facts = [Line(name + more)]
    let age = container.age(at: simulation.now.wall)
    facts.append(sourceFact(container, age, wording))
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
      facts.append(chip("OPENING" + (wording == .short ? "" : left), .attention))
    }
    return facts
  }

  private func sourceFact(
    _ container: ContainerStatus, _ age: Duration?, _ wording: Wording
  ) -> Line {
    if context.triedCopy(of: container.id) != nil {
      return chip(wording == .short ? "EDITED" : "EDITED DRAFT", .preview)
    }
    var source = container.source == .none ? "EMPTY" : container.source.rawValue.uppercased()
    // A clock that was set back yields no age.
    if wording == .long, let age, age >= .zero { source += " " + age.shortText }
    let style: Style? =
      container.source == .preview ? .preview : container.source == .none ? .attention : nil
    return chip(source, style)
  }

  // MARK: The network and the app

  private func networkFacts(_ wording: Wording) -> [Line] {
    let simulation = view.simulation
    let since = (simulation.now.wall - simulation.world.networkChanged).shortText
    switch simulation.world.network {
    case .online: return wording == .short ? [] : [Line("online")]
    case .offline: return [chip("OFFLINE" + (wording == .short ? "" : " " + since), .attention)]
    case let condition:
      let words = condition.words.uppercased()
      return [chip(wording == .long ? words + " " + since : words, .attention)]
    }
  }

  private func appFacts(_ wording: Wording) -> [Line] {
    let simulation = view.simulation
    guard simulation.isRunning else {
      return [chip(wording == .short ? "NOT RUNNING" : "APP NOT RUNNING", .attention)]
    }
    if let frozen = simulation.frozen {
      let time = (simulation.now.instant - frozen.since).shortText
      let acts = simulation.waitingActs
      let wait = acts == 1 ? "waits" : "wait"
      let who = wording == .long ? "MAIN THREAD FROZEN" : "FROZEN"
      return [chip("\(who) \(time), \(Counted.text(acts, "act")) \(wait)", .lost)]
    }
    if simulation.isInBackground {
      return [Line(wording == .short ? "bg" : "background")]
    }
    return wording == .short ? [] : [Line("foreground")]
  }

  /// Returns the recording's state: "● REC 5 acts".
  private func recordingFact(_ sum: RecordedSum, _ wording: Wording) -> Line {
    let words = wording == .short ? "\(sum.acts)" : sum.words
    let sign = context.borders == .utf8 ? "● REC" : "* REC"
    return chip("\(context.isReader ? "recording" : sign) \(words)", .attention)
  }

  /// Returns the position in the run: "LIVE 8", "PAST 12/58", "PLAYING 8".
  private var placeFact: Line {
    let count = timeline.rows.count
    guard view.isLive else { return chip("PAST \(view.row?.number ?? 0)/\(count)", .past) }
    return chip((isPlaying ? "PLAYING" : "LIVE") + " \(count)", isPlaying ? .fired : nil)
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
