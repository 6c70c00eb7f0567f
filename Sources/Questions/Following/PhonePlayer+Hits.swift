import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation

/// The search for what makes the hits of a phone that shows no events. With a container, it finds
/// the pushes that make the tags send the hits and request the pixels; without one, it sends the
/// hits as the app's own. It says what cannot be reproduced, and why.
///
/// Each hit is tried: what may have made it is done in a copy of the world, and the resulting hit
/// is compared with the captured one, ignoring what the SDK, the phone and the app add to every
/// hit.
extension PhonePlayer {
  /// The most hits that are explained.
  package static let hitLimit = 2000
  /// The most milliseconds between hits that come from one push.
  static let pushMilliseconds: Int64 = 2000
  /// The milliseconds between hits whose times are unknown.
  static let hitMilliseconds: Int64 = 2000

  /// The names of the tags that could have sent a hit but never did.
  package var idleTags: [String] {
    let used = Set(explained.compactMap(\.tag))
    return (inversion?.tags ?? []).map { names[$0] }.filter { !used.contains($0) }
  }

  // MARK: One hit

  /// A possible cause of a hit.
  private struct Way {
    /// Statements that must run before it.
    var clearing: [Statement] = []
    var statement: Statement
    var tag: String?
    var pushed: OrderedDictionary<String, Value> = [:]
    var guessed: [String] = []
    var unchecked: [String] = []
  }

  /// The outcome of trying a way.
  private struct Trial {
    let way: Way
    /// The hits that were made, each with the index of the captured hit that it matches.
    let made: [(id: Int64, hit: Hit, place: Int?)]

    var surplusCount: Int { made.count { $0.place == nil } }
  }

  mutating func take(_ hit: Capture.Hit) {
    guard hits.count < Self.hitLimit else { return leftOut += 1 }
    hits.append(hit)
  }

  /// Examines the hits that arrived. A hit with two possible pushes waits until the hits that
  /// arrived with it are known.
  ///
  /// - Parameters:
  ///   - now: the phone's clock; nil if no more hits will arrive.
  ///   - world: the world in which they are played.
  /// - Complexity: O(n) in the hits for each of their candidates, and in what these set off.
  mutating func search(until now: WallTime?, in world: inout some PhoneWorld) {
    while next < hits.count {
      if !isDone.contains(next), !seePending(next) {
        let untimed = start + .milliseconds(Self.hitMilliseconds * Int64(next + 1))
        let time = hits[next].made ?? now ?? untimed
        let isRipe =
          now.map { isApart($0, from: time) } ?? true
          || hits[(next + 1)...].contains { $0.made.map { isApart($0, from: time) } ?? false }
        guard play(next, at: time, onlyIfSure: !isRipe, in: &world) else { return }
      }
      next += 1
    }
  }

  /// Whether two times are too far apart for one push.
  private func isApart(_ later: WallTime, from time: WallTime) -> Bool {
    (later - time).wholeMilliseconds > Self.pushMilliseconds
  }

  /// Whether an earlier push made this hit.
  private mutating func seePending(_ index: Int) -> Bool {
    let fields = hits[index].fields
    let place = pending.firstIndex { pending in
      guard case .pushed(let hit, let unchecked) = pending.kind, let made = Self.fields(of: hit)
      else { return false }
      // A pixel is requested when waiting hits are sent, and has no time of its own.
      let isTimed = hits[index].pixel == nil
      let apart =
        isTimed ? hits[index].made.map { ($0 - pending.time).wholeMilliseconds } ?? 0 : 0
      return apart <= Self.pushMilliseconds
        && Self.isSame(made, fields, but: unchecked)
    }
    guard let place else { return false }
    let seen = pending.remove(at: place)
    if let entry = explained.firstIndex(where: { $0.number == seen.event }) {
      explained[entry].lacking.removeAll { $0.hit == seen.hit }
    }
    var entry = Played(number: hits[index].number, source: nil, fired: [seen.tag])
    entry.with = seen.event
    entry.hit = seen.hit
    if case .pushed(_, let unchecked) = seen.kind { entry.unchecked = unchecked }
    explained.append(entry)
    isDone.insert(index)
    return true
  }

  /// Whether a hit that a push has made may still appear.
  func isAwaited(_ id: Int64?, at now: WallTime) -> Bool {
    pending.contains { $0.hit == id && now - $0.time <= Self.patience }
  }

  /// Searches for what makes a hit; false if that is not certain yet.
  private mutating func play(
    _ index: Int, at time: WallTime, onlyIfSure: Bool, in world: inout some PhoneWorld
  ) -> Bool {
    let hit = hits[index]
    if let first = copies[hit.number] {
      let why = "it is hit \(first), sent again"
      tell(["", "# hit \(hit.number), \(Self.name(of: hit)): " + why])
      explained.append(Played(number: hit.number, source: nil, reason: why))
      return true
    }
    var waited = world.present
    waited.isTelling = false
    let left = (time - waited.now.wall).wholeMilliseconds
    // Waits need not be exact to the millisecond.
    let grain: Int64 = left >= 10_000 ? 1000 : left >= 1000 ? 100 : 10
    let wait = Self.waitLine(left / grain * grain).flatMap { Self.statement($0) }
    let waiting = wait.map { waited.play($0) == nil ? [] : [$0] } ?? []
    let (ways, reason) = ways(to: hit, items(of: index), in: waited)
    let trials = ways.compactMap { attempt($0, for: index, in: waited) }
    if onlyIfSure, trials.count > 1 || hit.fields["&t"] == "transaction" { return false }
    // Of two ways, the one with fewer surplus hits is likelier.
    guard let best = trials.min(by: { $0.surplusCount < $1.surplusCount }) else {
      let why = reason ?? "the likely push was tried, but makes something else"
      tell([
        "", "# hit \(hit.number), \(Self.name(of: hit)), is not reproduced: " + Self.oneLine(why),
      ])
      explained.append(Played(number: hit.number, source: nil, reason: why))
      return true
    }
    tell(["", "# hit \(hit.number): \(Self.name(of: hit))"])
    for statement in waiting + best.way.clearing { _ = hand(statement, to: &world) }
    _ = hand(best.way.statement, hit.number, hit.source, to: &world)
    for case (let id, let made, let place?) in best.made {
      tell(Self.expectations(id, made, hits[place], best.way.unchecked))
    }
    let lacking = best.made.filter { $0.place == nil }.map {
      PhoneExpectation(
        kind: .pushed($0.hit, unchecked: best.way.unchecked),
        what: "hit \($0.hit.typeName) \($0.hit.title)", tag: $0.hit.tag ?? "", event: hit.number,
        time: time, hit: $0.id)
    }
    note(best, lacking, trials, hit.number)
    pending += lacking
    if pending.count > Self.waitingLimit { pending.removeFirst(pending.count - Self.waitingLimit) }
    return true
  }

  private mutating func note(
    _ best: Trial, _ lacking: [PhoneExpectation], _ trials: [Trial], _ number: Int
  ) {
    let own = best.way
    let others = trials.map(\.way).filter { $0.statement != own.statement || $0.tag != own.tag }
    for case (let id, let made, let place?) in best.made {
      isDone.insert(place)
      var entry = Played(
        number: hits[place].number, source: nil, fired: made.tag.map { [$0] } ?? [])
      entry.hit = id
      if hits[place].number == number {
        entry.pushed = own.pushed
        entry.guessed = own.guessed
        entry.lacking = lacking
        entry.others = others.map { ($0.tag.map { $0 + " at " } ?? "") + $0.statement.text }
      } else {
        entry.with = number
      }
      entry.unchecked = own.unchecked
      explained.append(entry)
    }
  }

  /// Plays a way that may make a hit, in a copy of the world; nil if the result differs.
  private func attempt(_ way: Way, for index: Int, in world: Simulation) -> Trial? {
    var world = world
    let before = world.world.disk.nextHitID
    for statement in way.clearing + [way.statement] where world.play(statement) == nil {
      return nil
    }
    var taken = isDone
    var made: [(id: Int64, hit: Hit, place: Int?)] = []
    for id in before..<world.world.disk.nextHitID {
      guard let hit = world.world.hit(id)?.hit, let fields = Self.fields(of: hit) else { continue }
      let place = candidates(near: index).first { place in
        !taken.contains(place) && Self.isSame(fields, hits[place].fields, but: way.unchecked)
          && (place != index || hit.tag == way.tag)
      }
      if let place { taken.insert(place) }
      made.append((id, hit, place))
    }
    return made.contains { $0.place == index } ? Trial(way: way, made: made) : nil
  }

  /// The indices of the hits that may come from the same push, starting with this one.
  private func candidates(near index: Int) -> Range<Int> {
    guard let start = hits[index].made else { return index..<index + 1 }
    let end = hits[index...].firstIndex { hit in
      guard let made = hit.made else { return true }
      return (made - start).wholeMilliseconds > Self.pushMilliseconds
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

  private static func statement(_ line: String) -> Statement? {
    (try? StatementParser.parse(line: line)) ?? nil
  }

  private func ways(
    to hit: Capture.Hit, _ items: [OrderedDictionary<String, String>], in world: Simulation
  ) -> ([Way], reason: String?) {
    guard let inversion else {
      let statement = SendLine.text(of: hit.fields).flatMap { Self.statement($0) }
      return statement.map { ([Way(statement: $0)], nil) }
        ?? ([], "no scenario line sends such a hit")
    }
    let found = inversion.candidates(for: hit.fields, with: items)
    let ways = found.candidates.compactMap { way($0, world) }
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

  private func way(_ candidate: HitInversion.Candidate, _ world: Simulation) -> Way? {
    var pushed: OrderedDictionary<String, Value> = ["event": .string(candidate.event)]
    var clearing: [String] = []
    for (key, value) in candidate.keys.elements {
      let present = world.runtime?.dataLayer.get(key) ?? .null
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
    return Self.statement("push " + words.joined(separator: " ")).map {
      Way(
        clearing: clearing.compactMap { Self.statement($0) }, statement: $0,
        tag: names[candidate.tag], pushed: pushed, guessed: Array(candidate.guesses.keys),
        unchecked: candidate.free)
    }
  }

  // MARK: Lines

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

  /// Lets the waiting hits be sent at the end of a scenario.
  mutating func sendRest(in world: inout some PhoneWorld) {
    guard world.present.world.disk.nextHitID > 1 else { return }
    tell(["", "# The waiting hits are sent."])
    for line in ["dispatch", "wait 5s"] { _ = hand(line, to: &world) }
    tell(["expect sent \(world.present.world.ledger.sent)"])
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
