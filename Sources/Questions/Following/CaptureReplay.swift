package import OrderedCollections
import ScenarioEngine
import TagInspection
package import TagRuntime
import TagSimulation

/// A replay of a capture. With a container, it finds the pushes that make the tags send the hits
/// and request the pixels; without one, it sends the hits as the app's own. It reports what cannot
/// be reproduced, and why.
///
/// Each hit is tried: what may have made it is done in a copy of the run, and the resulting hit is
/// compared with the captured one, ignoring what the SDK, the phone and the app add to every hit.
package struct CaptureReplay: Sendable {
  /// The explanation of a captured hit.
  package struct Explained: Sendable, Hashable {
    package let number: Int
    /// The tag that makes it; nil if no tag does, and for one of the app's own hits.
    package internal(set) var tag: String?
    /// The pushed keys and values; empty if an earlier push also makes this hit.
    package internal(set) var pushed: OrderedDictionary<String, Value> = [:]
    /// Keys with example values: a rule requires them, but no field of the hit reveals them.
    package internal(set) var guessed: [String] = []
    /// The number of the hit whose push also makes this one.
    package internal(set) var with: Int?
    /// Other possible causes of the hit, in words.
    package internal(set) var others: [String] = []
    /// Fields that were not compared, because they come from the phone or from the app's code.
    package internal(set) var unchecked: [String] = []
    /// Hits that the push makes but the capture lacks.
    package internal(set) var surplus: [String] = []
    /// The numbers of those hits in the run.
    package internal(set) var surplusHits: [Int64] = []
    /// The hit's number in the run; nil if nothing made it.
    package internal(set) var hit: Int64?
    /// Why nothing makes it; nil if something does.
    package internal(set) var reason: String?
  }

  /// The most hits that are explained.
  package static let hitLimit = 2000
  /// The most milliseconds between hits that come from one push.
  static let togetherMilliseconds: Int64 = 2000
  /// The milliseconds between hits whose times are unknown.
  static let apartMilliseconds: Int64 = 2000
  /// The milliseconds between the start of the app and the first hit.
  static let leadMilliseconds: Int64 = 10_000

  /// The explanation of each hit, in the order of the hits.
  package private(set) var explained: [Explained] = []
  /// The names of the tags that could have sent a hit but never did.
  package private(set) var idleTags: [String] = []
  /// The number of hits beyond the limit, which were not examined.
  package private(set) var leftOut = 0
  /// What was not examined, in sentences.
  package var unplayed: [String] {
    leftOut == 0
      ? []
      : [
        "\(Counted.text(leftOut, "hit")) after the first \(Self.hitLimit) not traced: split the "
          + "log, and read its parts"
      ]
  }
  private(set) var story: [String] = []

  /// The hits to explain, up to the limit.
  private(set) var hits: [Capture.Hit]
  /// The hits that repeat an earlier hit, each with the number of that hit.
  let copies: [Int: Int]
  /// The actions since the last call of `takeActs()`.
  private var acts: [PhoneAct] = []
  /// Hits that a push has made and that may still appear in a growing log.
  private var pending: [Pending] = []
  /// The index of the first hit that was not examined.
  private var next = 0
  private let names: [String]
  private let inversion: HitInversion?
  private(set) var run: ScenarioRun
  private var isDone: Set<Int> = []

  /// A hit that a push has made but that has not appeared in the log yet.
  private struct Pending: Sendable {
    /// The number of the hit whose push makes it.
    let number: Int
    let id: Int64
    let hit: Hit
    let unchecked: [String]
    let time: WallTime
  }

  /// Replays a capture.
  ///
  /// - Parameters:
  ///   - capture: the capture.
  ///   - container: the container whose tags sent it; nil for the app's own hits.
  ///   - prelude: the scenario up to its story.
  ///   - inputs: the inputs that the prelude names.
  /// - Complexity: O(n) in the hits for each of their candidates, and in what these set off.
  init(
    _ capture: Capture, _ container: CompiledContainer?, _ prelude: Scenario, _ inputs: RunInputs
  ) {
    hits = Array(capture.hits.prefix(Self.hitLimit))
    leftOut = capture.hits.count - hits.count + capture.hitsLeftOut
    copies = capture.copies
    names = container?.tagNames ?? []
    inversion = container.map(HitInversion.init)
    run = ScenarioRun(prelude, inputs: inputs)
    run.executeRest()
    let start = run.timeline.live.now.wall
    for (index, hit) in hits.enumerated() where !isDone.contains(index) {
      if hit.pixel != nil, seePending(index) { continue }
      let time =
        hit.made ?? start + .milliseconds(Self.apartMilliseconds * Int64(index + 1))
      play(index, at: time)
    }
    explained.sort { $0.number < $1.number }
    let used = Set(explained.compactMap(\.tag))
    idleTags = (inversion?.tags ?? []).map { names[$0] }.filter { !used.contains($0) }
    finish()
  }

  // MARK: One hit

  /// A possible cause of a hit.
  private struct Way {
    /// Lines that must run before it.
    var clearing: [String] = []
    var line: String
    var tag: String?
    var pushed: OrderedDictionary<String, Value> = [:]
    var guessed: [String] = []
    var unchecked: [String] = []
  }

  /// The outcome of trying a way.
  private struct Trial {
    var way: Way
    var run: ScenarioRun
    /// The hits that were made, each with the index of the captured hit that it matches.
    var made: [(id: Int64, hit: Hit, place: Int?)]

    var surplus: [String] {
      made.filter { $0.place == nil }.map { "\($0.hit.typeName) \($0.hit.title)" }
    }
  }

  /// Follows a phone whose hits arrive one at a time.
  ///
  /// - Parameters:
  ///   - container: the container whose tags make the hits.
  ///   - run: the run of the scenario up to its story.
  init(following container: CompiledContainer, _ run: ScenarioRun) {
    hits = []
    copies = [:]
    names = container.tagNames
    inversion = HitInversion(container)
    self.run = run
  }

  mutating func take(_ hit: Capture.Hit) {
    guard hits.count < Self.hitLimit else { return leftOut += 1 }
    hits.append(hit)
  }

  /// Examines the hits that arrived. A hit with two possible pushes waits until the hits that
  /// arrived with it are known.
  ///
  /// - Parameter now: the phone's clock; nil if no more hits will arrive.
  mutating func follow(until now: WallTime?) {
    while next < hits.count {
      if !isDone.contains(next), !seePending(next) {
        let time = hits[next].made ?? now ?? run.timeline.live.now.wall
        let isRipe =
          now.map { isApart($0, from: time) } ?? true
          || hits[(next + 1)...].contains { $0.made.map { isApart($0, from: time) } ?? false }
        guard play(next, at: time, onlyIfSure: !isRipe) else { return }
      }
      next += 1
    }
  }

  /// Whether two times are too far apart for one push.
  private func isApart(_ later: WallTime, from time: WallTime) -> Bool {
    (later - time).wholeMilliseconds > Self.togetherMilliseconds
  }

  /// Whether an earlier push made this hit.
  private mutating func seePending(_ index: Int) -> Bool {
    let fields = hits[index].fields
    let place = pending.firstIndex { pending in
      guard let made = Self.fields(of: pending.hit) else { return false }
      // A pixel is requested when waiting hits are sent, and has no time of its own.
      let isTimed = hits[index].pixel == nil
      let apart =
        isTimed ? hits[index].made.map { ($0 - pending.time).wholeMilliseconds } ?? 0 : 0
      return apart <= Self.togetherMilliseconds
        && Self.isSame(made, fields, but: pending.unchecked)
    }
    guard let place else { return false }
    let seen = pending.remove(at: place)
    if let entry = explained.firstIndex(where: { $0.number == seen.number }),
      let surplus = explained[entry].surplusHits.firstIndex(of: seen.id)
    {
      explained[entry].surplusHits.remove(at: surplus)
      explained[entry].surplus.remove(at: surplus)
    }
    var entry = Explained(number: hits[index].number, tag: seen.hit.tag)
    entry.with = seen.number
    entry.hit = seen.id
    entry.unchecked = seen.unchecked
    explained.append(entry)
    isDone.insert(index)
    return true
  }

  /// Whether a hit that a push has made may still appear.
  func isAwaited(_ id: Int64, at now: WallTime) -> Bool {
    pending.contains { $0.id == id && now - $0.time <= PhonePlayer.patience }
  }

  /// Returns the actions since the last call, and clears the story.
  mutating func takeActs() -> [PhoneAct] {
    defer { (acts, story) = ([], []) }
    return acts
  }

  /// Runs a line that no hit backs up, such as what the phone reveals about itself.
  mutating func take(_ line: String, from source: PhoneSource) {
    guard run.perform(line) else { return }
    acts.append(PhoneAct(line, source: source))
  }

  /// Searches for what makes a hit; false if that is not certain yet.
  @discardableResult
  private mutating func play(_ index: Int, at time: WallTime, onlyIfSure: Bool = false) -> Bool {
    let hit = hits[index]
    if let first = copies[hit.number] {
      let why = "it is hit \(first), sent again"
      story += ["", "# hit \(hit.number), \(Self.name(of: hit)): " + why]
      explained.append(Explained(number: hit.number, reason: why))
      return true
    }
    var story = ["", "# hit \(hit.number): \(Self.name(of: hit))"]
    var waited = run
    let waiting = waitLine(until: time).flatMap { waited.perform($0) ? $0 : nil }
    let (ways, reason) = ways(to: hit, items(of: index), in: waited)
    var trials: [Trial] = []
    for way in ways {
      if let trial = attempt(way, for: index, in: waited) { trials.append(trial) }
    }
    if onlyIfSure, trials.count > 1 || hit.fields["&t"] == "transaction" { return false }
    // Of two ways, the one with fewer surplus hits is likelier.
    guard let best = trials.min(by: { $0.surplus.count < $1.surplus.count }) else {
      let why = reason ?? "the likely push was tried, but makes something else"
      self.story += [
        "",
        "# hit \(hit.number), \(Self.name(of: hit)), is not reproduced: "
          + Self.oneLine(why),
      ]
      explained.append(Explained(number: hit.number, reason: why))
      return true
    }
    run = best.run
    if let waiting {
      story.append(waiting)
      acts.append(PhoneAct(waiting))
    }
    story += best.way.clearing + [best.way.line]
    acts += best.way.clearing.map { PhoneAct($0) }
    acts.append(PhoneAct(best.way.line, number: hit.number, source: hit.source))
    for made in best.made {
      guard let place = made.place else { continue }
      story += Self.expectations(made.id, made.hit, hits[place], best.way.unchecked)
    }
    self.story += story
    note(best, trials, hit.number)
    pending += best.made.filter { $0.place == nil }.map {
      Pending(
        number: hit.number, id: $0.id, hit: $0.hit, unchecked: best.way.unchecked, time: time)
    }
    if pending.count > PhonePlayer.waitingLimit {
      pending.removeFirst(pending.count - PhonePlayer.waitingLimit)
    }
    return true
  }

  private mutating func note(_ best: Trial, _ trials: [Trial], _ number: Int) {
    let others = trials.filter { $0.way.line != best.way.line || $0.way.tag != best.way.tag }
    for made in best.made {
      guard let place = made.place else { continue }
      isDone.insert(place)
      var entry = Explained(number: hits[place].number, tag: made.hit.tag)
      entry.hit = made.id
      if hits[place].number == number {
        entry.pushed = best.way.pushed
        entry.guessed = best.way.guessed
        entry.surplus = best.surplus
        entry.surplusHits = best.made.filter { $0.place == nil }.map(\.id)
        entry.others = others.map { other in
          (other.way.tag.map { $0 + " at " } ?? "") + other.way.line
        }
      } else {
        entry.with = number
      }
      entry.unchecked = best.way.unchecked
      explained.append(entry)
    }
  }

  /// Runs a way that may make a hit; nil if the result differs.
  private func attempt(_ way: Way, for index: Int, in run: ScenarioRun) -> Trial? {
    var run = run
    let before = run.timeline.live.world.disk.nextHitID
    for line in way.clearing + [way.line] {
      if !run.perform(line) { return nil }
    }
    let world = run.timeline.live.world
    var taken = isDone
    var made: [(id: Int64, hit: Hit, place: Int?)] = []
    for id in before..<world.disk.nextHitID {
      guard let hit = world.hit(id)?.hit, let fields = Self.fields(of: hit) else { continue }
      let place = candidates(near: index).first { place in
        !taken.contains(place) && Self.isSame(fields, hits[place].fields, but: way.unchecked)
          && (place != index || hit.tag == way.tag)
      }
      if let place { taken.insert(place) }
      made.append((id, hit, place))
    }
    guard made.contains(where: { $0.place == index }) else { return nil }
    return Trial(way: way, run: run, made: made)
  }

  /// The indices of the hits that may come from the same push, starting with this one.
  private func candidates(near index: Int) -> Range<Int> {
    guard let start = hits[index].made else { return index..<index + 1 }
    let end = hits[index...].firstIndex { hit in
      guard let made = hit.made else { return true }
      return (made - start).wholeMilliseconds > Self.togetherMilliseconds
    }
    return index..<(end ?? hits.endIndex)
  }

  /// The comparable parts of a hit: its fields, or the parts of a pixel's address.
  private static func fields(of hit: Hit) -> OrderedDictionary<String, String>? {
    switch hit.kind {
    case .analytics(let fields): fields
    case .pixel(let url): PixelAddress.fields(of: url)
    case .firebase: nil
    }
  }

  /// Whether a hit matches a captured one, ignoring the fields that every hit has.
  private static func isSame(
    _ made: OrderedDictionary<String, String>, _ captured: OrderedDictionary<String, String>,
    but unchecked: [String]
  ) -> Bool {
    let isPixel = captured[PixelAddress.base] != nil
    func matters(_ code: String) -> Bool {
      (isPixel || code.hasPrefix("&")) && !HitInversion.added.contains(code)
        && !unchecked.contains(code)
    }
    // An empty field means the same as a missing one.
    func isSame(_ code: String) -> Bool {
      HitInversion.type(code, made[code] ?? "") == HitInversion.type(code, captured[code] ?? "")
    }
    return made.keys.allSatisfy { !matters($0) || isSame($0) }
      && captured.keys.allSatisfy { !matters($0) || isSame($0) }
  }

  // MARK: Ways

  private func items(of index: Int) -> [OrderedDictionary<String, String>] {
    let own = hits[index].fields
    guard own["&t"] == "transaction", own["&ti"] != nil else { return [] }
    return candidates(near: index).map { hits[$0].fields }.filter {
      $0["&t"] == "item" && $0["&ti"] == own["&ti"] && $0["&tid"] == own["&tid"]
    }
  }

  private func ways(
    to hit: Capture.Hit, _ items: [OrderedDictionary<String, String>], in run: ScenarioRun
  ) -> ([Way], reason: String?) {
    guard let inversion else {
      guard let line = SendLine.text(of: hit.fields) else {
        return ([], "no scenario line sends such a hit")
      }
      return ([Way(line: line)], nil)
    }
    let found = inversion.candidates(for: hit.fields, with: items)
    let ways = found.candidates.map { way($0, run) }
    if !ways.isEmpty { return (ways, nil) }
    var reason =
      found.nearest.map { "the nearest is \(names[$0.tag]): \($0.reason)" }
      ?? "the container has no \(hit.pixel == nil ? "tag of Universal Analytics" : "pixel tag")"
    let usage = hit.fields["&_v"]?.hasPrefix("mi") == true ? hit.fields["&_u"] : nil
    if let usage, UsageReading(usage)?.sender == .app {
      reason += "; by its _u the app itself sent it"
    }
    return ([], "no tag makes it; " + reason)
  }

  private func way(_ candidate: HitInversion.Candidate, _ run: ScenarioRun) -> Way {
    var pushed: OrderedDictionary<String, Value> = ["event": .string(candidate.event)]
    var clearing: [String] = []
    for (key, value) in candidate.keys.elements {
      let present = run.timeline.live.runtime?.dataLayer.get(key) ?? .null
      if value.members != nil || value.elements != nil {
        // The data layer would merge the two.
        if present != .null { clearing.append("push \(LanguageWord.key(key))=null") }
      } else if ValueConversion.text(value).isEmpty, ValueConversion.text(present).isEmpty {
        // An empty key need not be pushed to be empty.
        continue
      }
      pushed[key] = value
    }
    for (key, value) in candidate.guesses.elements { pushed[key] = value }
    let words = pushed.elements.map { key, value in
      (key == "event" ? key : LanguageWord.key(key)) + "=" + JSONWriter.write(value)
    }
    return Way(
      clearing: clearing, line: "push " + words.joined(separator: " "), tag: names[candidate.tag],
      pushed: pushed,
      guessed: Array(candidate.guesses.keys), unchecked: candidate.free)
  }

  // MARK: Lines

  private func waitLine(until time: WallTime) -> String? {
    let left = (time - run.timeline.live.now.wall).wholeMilliseconds
    // Waits need not be exact to the millisecond.
    let grain: Int64 = left >= 10_000 ? 1000 : left >= 1000 ? 100 : 10
    let rounded = left / grain * grain
    // A jump skips the timers of days in which nothing happened.
    let verb = rounded > WallTime.millisecondsPerDay ? "jump " : "wait "
    return rounded > 0 ? verb + DurationText.text(.milliseconds(rounded)) : nil
  }

  private static func expectations(
    _ id: Int64, _ made: Hit, _ captured: Capture.Hit, _ unchecked: [String]
  ) -> [String] {
    if case .pixel(let url) = made.kind { return expectations(id, url, captured, unchecked) }
    guard case .analytics(let fields) = made.kind else { return [] }
    return captured.fields.elements.compactMap { code, value in
      guard fields[code] == value, !unchecked.contains(code), !HitInversion.added.contains(code)
      else { return nil }
      return "expect hit \(id) \(SendLine.word(code)) == " + value.quoted
    }
  }

  /// Expectations of a pixel: its whole address, or the parts of it that can be compared.
  private static func expectations(
    _ id: Int64, _ url: String, _ captured: Capture.Hit, _ unchecked: [String]
  ) -> [String] {
    if unchecked.isEmpty, url == captured.pixel {
      return ["expect hit \(id) url == " + url.quoted]
    }
    let place = "^[a-z]+:\\/\\/" + pattern(String(PixelAddress.written(url)))
    let pairs = QueryParameter.all(inURL: url).filter { !unchecked.contains("?" + $0.name) }
    return ([place] + pairs.map { "[?&]" + pattern($0.raw) + "(&|#|$)" }).map {
      "expect hit \(id) url ~ /\($0)/"
    }
  }

  /// Returns a pattern that matches a text literally.
  private static func pattern(_ text: String) -> String {
    text.map { character in
      let isPlain = character.isLetter || character.isNumber || "-_%=".contains(character)
      return (isPlain ? "" : "\\") + String(character)
    }.joined()
  }

  private static func name(of hit: Capture.Hit) -> String {
    oneLine(hit.typeName) + " " + hit.title.quoted
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }

  private mutating func finish() {
    guard run.timeline.live.world.disk.nextHitID > 1 else { return }
    story += ["", "# The waiting hits are sent."]
    for line in ["dispatch", "wait 5s"] where run.perform(line) { story.append(line) }
    let sent = run.timeline.live.world.ledger.sent
    if run.perform("expect sent \(sent)") { story.append("expect sent \(sent)") }
  }
}

/// The line with which an app sends a hit itself.
enum SendLine {
  private static let words = [
    "screenview": "screen", "appview": "screen", "event": "event", "exception": "exception",
    "timing": "timing", "social": "social", "transaction": "transaction", "item": "item",
  ]

  /// Returns the line; nil for a hit that no line can send.
  static func text(of fields: OrderedDictionary<String, String>) -> String? {
    guard let type = fields["&t"], let word = words[type], let id = fields["&tid"], !id.isEmpty
    else { return nil }
    var line = "send " + word
    let sent = fields.elements.filter {
      $0.key.utf8.count > 1 && $0.key != "&t" && $0.key != "&tid"
        && !HitInversion.added.contains($0.key)
    }
    if type == "appview" { line += " \"&t\"=\"appview\"" }
    for (code, value) in sent {
      line += " " + code.quoted + "=" + value.quoted
    }
    return line + " tracker=" + id.quoted
  }

  /// Returns a code as an expectation writes it.
  static func word(_ code: String) -> String {
    let isPlain = code.dropFirst().utf8.allSatisfy { $0.isLetter || $0.isDigit }
    return isPlain ? code : code.quoted
  }
}
