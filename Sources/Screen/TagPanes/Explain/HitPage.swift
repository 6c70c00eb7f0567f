import OrderedCollections
import TagRuntime
package import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The state of a hit and its cause; then its content.
package struct HitPage: ExplainPage {
  package let context: ScreenContext
  private let story: HitStory

  package init(_ context: ScreenContext, _ story: HitStory) {
    self.context = context
    // The hit may have moved on while the page was open.
    let now = story.id.flatMap { context.view.simulation.world.hit($0) }
    self.story = now.flatMap { $0.hit == story.hit ? $0 : nil } ?? story
  }

  private static let width = 13

  package func write(_ page: inout PageText) {
    tell(&page)
    page.blank()
    writeFields(&page)
    page.part("Payload")
    let keys = "     Enter: all of it"
    let payload = TerminalText.visible(story.hit.payload)
    page.append(
      [
        Line("  ")
          + Line(cell(payload, min(TextWidth.columns(of: payload), page.columns - 2 - keys.count)))
          + Line(keys, .dim)
      ], to: .init(.fields(story)))
  }

  /// Writes the state of the hit, its cause and its life.
  package func tell(_ page: inout PageText) {
    writeState(&page)
    page.blank()
    writeLife(&page)
  }

  // MARK: Its state

  private func writeState(_ page: inout PageText) {
    let name = story.id.map { "Hit \($0)" } ?? "A hit that was never stored"
    page.headline("\(name) \(story.words).")
    let fate = story.fate(in: view.simulation)
    switch fate {
    case .waits, .inFlight:
      let isMissed = story.isMissed(at: view.simulation.trueTime)
      let cause = waitCause(fate)
      page.say(
        cause.text, isMissed || story.received != nil ? .attention : .plain,
        to: cause.row.map { .row($0) })
    case .late:
      page.say("The report of its day does not have it: it came after \(cutoffTime).", .attention)
    case .unreported: page.say("The collector accepted and dropped it.", .attention)
    case .doubled: page.say("Its report may count it twice.", .attention)
    case .delivered: page.say("The server answered.")
    case .reported: page.say("It arrived in time and is in the report of its day.")
    case .swallowed, .lost:
      let time = story.ended.map { "at \(view.time(of: $0))" } ?? "at an unknown time"
      page.say("It was given up \(time).", .lost)
    }
    if let remark = story.hit.compositeRemark { page.say(remark.sentenceCased + ".", .attention) }
  }

  /// Returns the reason why the hit waits, and the event since which it does.
  private func waitCause(_ fate: HitFate) -> (text: String, row: Int?) {
    if story.received != nil {
      return ("The answer was lost, so the phone will send it again.", nil)
    }
    guard case .waits(let hold) = fate else {
      return ("It is on its way: its request has no answer yet.", nil)
    }
    switch hold {
    case nil, .notDue:
      let text = failureText ?? "It waits for the next dispatch, which sends several hits together."
      return (text, nil)
    case .noTimer?:
      // Source: Dispatch §6.1.
      let text =
        "It waits because no timer sends hits: the app must dispatch. Otherwise it leaves "
        + "\(launchWait) after the next launch."
      return (failureText ?? text, nil)
    case .offline?:
      let since = view.simulation.world.networkChanged
      let row = record.network(at: since, upTo: view.row?.number ?? 0)
      let number = row.map { " (#\($0))" } ?? ""
      return ("It waits because the phone is offline since \(view.time(of: since))\(number).", row)
    case .notRunning?, .suspended?, .believedOffline?:
      return ("It waits because \(hold?.words ?? ""). Nothing is lost.", nil)
    }
  }

  /// A sentence on the last failure and the rule by which the hit waits; nil without a failure.
  private var failureText: String? {
    let simulation = view.simulation
    let queue = story.hit.queue
    if case .due(let next, let failures, _) = simulation.sending(of: queue), failures > 0 {
      let sender = queue == .firebase ? "Firebase" : "strict delivery"
      return "It waits because \(Counted.text(failures, "attempt")) failed, and \(sender) "
        + "waits longer after each: the next is in \(next.shortText)."
    }
    // Source: Platforms §8.
    if simulation.settings.platform == .android, queue != .firebase {
      let last = simulation.world.requests.entries.last {
        $0.request.queue == queue && $0.sent >= story.hit.created
      }
      if let answer = last?.answer, answer != .status(200) {
        return "It waits because the last dispatch ended with a failure (\(answer.words)): on "
          + "Android, only status 200 removes a hit, and any other answer stops the dispatch."
      }
    }
    return story.tries > 0
      ? "It waits because \(Counted.text(story.tries, "attempt")) to send it failed." : nil
  }

  // MARK: Its life

  private func writeLife(_ page: inout PageText) {
    if story.state == .waiting {
      page.fact("next try", nextTry, width: Self.width, indent: 0)
    }
    if story.state == .lost, let help = story.loss?.help {
      page.fact("what helps", help, width: Self.width, indent: 0)
    }
    if let fault = story.receipt?.fault {
      page.fact("what helps", fault.advice, width: Self.width, indent: 0)
    } else if let fact = inTimeFact {
      page.fact(
        fact.name, fact.text, width: Self.width, indent: 0,
        fact.needsAttention ? .attention : .plain)
    }
    page.startHere()
    page.fact("made by", madeText, width: Self.width, indent: 0, to: makerTarget)
    if let fact = consentFact { page.fact(fact.name, fact.text, width: Self.width, indent: 0) }
    page.fact("requests", requestText, width: Self.width, indent: 0, to: .init(.fields(story)))
    if let later = laterText {
      page.fact(
        "later on", later.text, width: Self.width, indent: 0, to: later.row.map { .row($0) })
    }
  }

  private var nextTry: String {
    let simulation = view.simulation
    guard let runtime = simulation.runtime else {
      return "\(launchWait) after the next launch"
    }
    guard !simulation.world.isReachable, story.hit.queue != .firebase,
      let period = runtime.dispatchPeriod(of: story.hit.queue)
    else { return DispatchWords(simulation).text(of: story.hit.queue) }
    return "none while offline; \(period.shortText) after the network returns, "
      + "or \(launchWait) after a launch"
  }

  /// The time from a launch to the first dispatch.
  private var launchWait: String {
    let settings = view.simulation.settings
    return (settings.firstHitWait ?? settings.initialDispatch).shortText
  }

  private var zoneName: String {
    let name = view.simulation.world.reportZone(of: story.hit).name
    return (name.split(separator: "/").last.map(String.init) ?? name)
      .replacing("_", with: " ")
  }

  private var cutoffTime: String {
    let zone = view.simulation.world.reportZone(of: story.hit)
    let time = zone.civil(at: story.cutoff)
    let day =
      zone.civil(at: story.cutoff).dayNumber == zone.civil(at: view.simulation.trueTime).dayNumber
        || (story.cutoff - view.simulation.trueTime > .zero
          && story.cutoff - view.simulation.trueTime < .hours(24))
      ? String(time.timeText.prefix(5)) : time.dateTimeText
    return "\(day) in \(zoneName)"
  }

  /// Whether it came, or can come, in time for the report of its day; nil where that is not asked.
  var inTimeFact: Fact? {
    guard story.state != .lost, story.hit.queue != .pixels || story.state == .waiting else {
      return nil
    }
    let left = story.cutoff - view.simulation.trueTime
    let isFirebase = story.hit.queue == .firebase
    let text =
      if let received = story.received {
        "\(story.isLate ? "no" : "yes"): received "
          + (story.isLate
            ? "\((received - story.cutoff).shortText) after"
            : "\((story.cutoff - received).shortText) before") + " \(cutoffTime)"
      } else if left < .zero {
        "MISSED: the deadline was \(cutoffTime)"
      } else if isFirebase {
        "till \(cutoffTime), \(left.shortText) left, which is "
          + "\(ReportCutoff.eventLateness.shortText) after it was logged"
      } else {
        "till \(cutoffTime), \(left.shortText) left; later, the report of its day lacks it"
      }
    return Fact(
      "in time", text,
      needsAttention: story.isMissed(at: view.simulation.trueTime) || story.receipt?.fault != nil)
  }

  /// The row of the event that created the hit; nil if it is not known.
  ///
  /// Hit numbers start again after a reinstallation: the time distinguishes such hits.
  package var maker: Timeline.Row? {
    timeline.lastRow(upTo: timeline.rowCount, .hits, at: story.hit.created) {
      $0.event.wall == story.hit.created && $0.event.hits.contains(story.id)
    }
  }

  var madeText: String {
    let row = maker
    let place =
      row.map { " at #\($0.number) \($0.event.name)" } ?? " at \(view.time(of: story.hit.created))"
    let who =
      story.hit.tag.map { "tag \($0)" }
      ?? story.hit.tracker.map { "the app, through tracker \($0)" }
      ?? (story.hit.queue == .firebase ? "the event that was logged" : "the app")
    return who + place
  }

  /// The consent that a Firebase event was logged under, and what left with it; nil where neither
  /// consent nor tracking is asked about.
  var consentFact: Fact? {
    guard let gcs = story.hit.added["gcs"] else { return nil }
    let words = zip(["ad_storage", "analytics_storage"], gcs.dropFirst(2)).map { name, sign in
      name + (sign == "1" ? " granted" : sign == "0" ? " denied" : " not set")
    }
    let ids = [("app_instance_id", "app instance id"), ("advertising_id", "advertising id")].map {
      (story.hit.added[$0.0] == nil ? "no " : "with its ") + $0.1
    }
    return Fact(
      "consent", "\(words.joined(separator: ", ")) (gcs \(gcs)); \(ids.joined(separator: ", "))")
  }

  private var makerTarget: PageLine.Target? {
    guard let row = maker else { return nil }
    if let name = story.hit.tag,
      let firing = row.event.update?.firings.first(where: { $0.tags.contains { $0.name == name } })
    {
      return .init(.tag(name: name, container: firing.container), at: row.number)
    }
    return .row(row.number)
  }

  /// Returns the requests that carried it.
  func requests(ofHit id: Int64) -> [RequestLog.Entry] {
    view.simulation.world.requests.entries(carrying: id).filter { entry in
      entry.request.hits.contains { $0.id == id && $0.hit == story.hit }
    }
  }

  /// The reason why no request is known.
  var noRequestText: String {
    let wasSent = story.tries > 0 || story.state == .sent || story.received != nil
    return wasSent ? "no longer remembered here" : "none so far"
  }

  private var requestText: String {
    guard let id = story.id else { return "none: it was never stored" }
    let requests = requests(ofHit: id)
    guard let last = requests.last else { return noRequestText }
    let answer = last.answer.map(\.words) ?? "no answer yet"
    let count = requests.count > 1 ? "\(requests.count), the last " : ""
    return "\(count)at \(view.time(of: last.sent)) to \(last.request.host): \(answer)"
  }

  /// The hit's later state in the record.
  private var laterText: (text: String, row: Int?)? {
    guard !view.isLive, !context.isAsking, story.state == .waiting, let id = story.id,
      let later = timeline.live.world.hit(id), later.hit == story.hit
    else { return nil }
    let row = later.ended.flatMap { record.dispatch(at: $0) }
    let number = row.map { " (#\($0))" } ?? ""
    let time = later.ended.map { " at \(view.time(of: $0))" } ?? ""
    return ("it \(later.words)\(time)\(number)", row)
  }

  // MARK: Content

  private func writeFields(_ page: inout PageText) {
    let hit = story.hit
    switch hit.kind {
    case .pixel(let url):
      page.head("The requested URL")
      page.say(url, indent: 2)
      for parameter in QueryParameter.all(inURL: url).prefix(30) {
        page.fact(parameter.name, parameter.value, width: 16)
      }
    case .firebase(let event, _):
      page.head("The event")
      page.say(event.longName, indent: 2)
      page.append(
        ParameterTable(context: context).lines(
          event.parameters, indent: 2, columns: page.columns, isWhole: true))
      if event.parameters.isEmpty { page.say("no parameters", .dim, indent: 2) }
    case .analytics(let fields):
      page.head(hit.tag == nil ? "Set by the app" : "Set by the tag")
      writeTable(fields, &page)
    }
    guard !hit.added.isEmpty else { return }
    page.head("Added by the \(isFirebase ? "phone" : "SDK") (\(hit.added.count))")
    writeFolded(hit.added, &page)
  }

  private func writeTable(_ fields: OrderedDictionary<String, String>, _ page: inout PageText) {
    func widest(_ texts: some Sequence<String>) -> Int {
      texts.map { TextWidth.columns(of: TerminalText.visible($0)) }.max() ?? 0
    }
    let code = min(widest(fields.keys) + 2, page.columns / 4)
    let value = min(widest(fields.values) + 3, page.columns / 2)
    for (name, text) in fields.elements {
      let meaning = HitField.name(of: name) ?? (name.hasPrefix("&") ? "" : "not sent")
      let parts = Wrapping.lines(text.isEmpty ? "(empty)" : text, columns: value)
      for (index, part) in parts.enumerated() {
        page.append([
          Line("  " + cell(index == 0 ? name : "", code))
            + Line(index == 0 ? cell(part, value) : part)
            + Line(index == 0 ? meaning : "", .dim)
        ])
      }
    }
  }

  /// Writes as many fields as fit in one line, and the number of further ones.
  private func writeFolded(_ fields: OrderedDictionary<String, String>, _ page: inout PageText) {
    let parts = fields.elements.map { TerminalText.visible("\($0.key) \($0.value)") }
    let fold = context.borders == .utf8 ? "⋯" : "..."
    var line = "  \(fold) "
    var shown = 0
    for part in parts {
      let more = parts.count - shown - 1
      let tail = more > 0 ? "   \(more) more".count : 0
      let next = (shown == 0 ? "" : "   ") + part
      guard TextWidth.columns(of: line + next) + tail <= page.columns else { break }
      line += next
      shown += 1
    }
    if shown < parts.count { line += (shown == 0 ? "" : "   ") + "\(parts.count - shown) more" }
    page.append([Line(line, .dim)], to: .init(.fields(story)))
  }
}

extension HitLoss {
  /// The setting or change that would have saved it; nil for none.
  package var help: String? {
    switch kind {
    case .tooLarge: "send less with it: shorter text or fewer products"
    case .tooOld, .eventTooOld: "nothing: the phone was offline for too long"
    case .storeFull, .eventsFull: "dispatch more often, so that fewer hits wait"
    case .refused: "check the collector's answer: the SDK deletes any answered hit"
    case .swallowed: "strict delivery ('set delivery strict') would try again"
    case .gaveUp: "fix the pixel's server"
    case .throttled: "send fewer hits at once: the SDK drops the rest of a burst"
    case .optedOut: "nothing: it is the user's choice"
    case .notSampled: "the sample rate (&sf) of the tag leaves this phone out"
    case .incomplete: "add the missing field to the tag"
    case .uninstalled: "dispatch when the app goes into the background"
    case .dryRun: "turn the dry run off"
    case .analyticsReset: "the app asked for it: remove the reset"
    }
  }
}
