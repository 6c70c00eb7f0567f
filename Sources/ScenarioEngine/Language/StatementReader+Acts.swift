import OrderedCollections
import TagRuntime
import TagSimulation

extension StatementReader {
  mutating func launch() throws(ScenarioError) -> Command {
    let isCold = cursor.take("cold")
    var kind: OpenKind?
    var timeout: Duration?
    var keys = KnownKeys(["open", "timeout"])
    while let token = cursor.peek {
      guard cursor.isAtPair else {
        throw cursor.unexpected(
          token, "cold, open=… or timeout=…",
          suggestion: Suggestion.nearest(to: token.source, among: ["cold"]))
      }
      if try keys.take(from: &cursor) == "open" {
        kind = try cursor.choice("way to open", of: OpenKind.self)
      } else {
        timeout = try cursor.duration()
      }
    }
    return .launch(isCold: isCold, kind: kind, timeout: timeout)
  }

  mutating func tap() throws(ScenarioError) -> Command {
    let title = try cursor.string("the title of a button")
    var arguments: OrderedDictionary<String, Value> = [:]
    while cursor.peek != nil {
      let key = try cursor.key()
      let name = key.name
      if arguments[name] != nil { throw cursor.failure(.duplicate(what: "key"), key) }
      arguments[name] = cursor.take("absent") ? .absent : try cursor.value()
    }
    return .tap(title, arguments: arguments)
  }

  mutating func push() throws(ScenarioError) -> Command {
    if let token = cursor.peek, case .json(let value) = token.kind {
      guard value.members != nil else {
        throw cursor.unexpected(token, "a map in braces or key=value")
      }
      cursor.index += 1
      return .push(value)
    }
    let template = try cursor.pushTemplate(allowsParameters: false)
    // Without parameters no argument can be missing.
    return .push((try? template.update()) ?? .map([:]))
  }

  mutating func dispatchInterval() throws(ScenarioError) -> Duration? {
    if cursor.take("off") { return nil }
    let token = cursor.peek
    let interval = try cursor.duration("off or a duration")
    let shortest = Settings.shortestDispatchInterval
    if let token, interval > .zero, interval < shortest {
      throw cursor.unexpected(
        token,
        "at least \(DurationText.text(shortest)), because the SDK counts less than "
          + "\(shortest.shortText) as off: write off")
    }
    return interval
  }

  mutating func queueLimit() throws(ScenarioError) -> Int {
    let token = cursor.peek
    let expected = "a number of hits from 1 to \(Limits.largestHitStore)"
    let limit = try cursor.count(expected)
    if let token, !(1...Limits.largestHitStore).contains(limit) {
      throw cursor.unexpected(token, expected)
    }
    return limit
  }

  mutating func ask() throws(ScenarioError) -> Command {
    let question = try cursor.string("a question")
    var keys = KnownKeys(["answer"])
    guard cursor.peek != nil else { return .ask(question, answer: nil) }
    _ = try keys.take(from: &cursor)
    return .ask(question, answer: try cursor.string("an answer"))
  }

  mutating func timeTarget() throws(ScenarioError) -> TimeTarget {
    let expected = "a time such as 23:58:40 or 2014-03-01T23:58:40+01:00"
    let token = try cursor.next(expected)
    if let word = token.word {
      if let time = LocalTime(word) { return .local(time) }
      if let (wall, _) = CivilTime.parseISO(word) { return .full(wall) }
    }
    throw cursor.unexpected(token, expected)
  }

  mutating func view(_ verb: Verb) throws(ScenarioError) -> ViewCommand {
    if verb == .speed {
      let token = try cursor.next("a pace such as 4x")
      let words = ["1/4x": "0.25x", "1/2x": "0.5x"]
      let word = token.word.map { words[$0] ?? $0 } ?? ""
      guard word.hasSuffix("x"), let pace = Double(word.dropLast()), pace > 0, pace.isFinite else {
        throw cursor.unexpected(token, "a pace such as 4x")
      }
      return ViewCommand(verb: verb, words: [word])
    }
    var words = [try cursor.name("a name")]
    while cursor.peek != nil { words.append(try cursor.name("a name")) }
    return ViewCommand(verb: verb, words: words)
  }
}
