package import OrderedCollections
package import TagRuntime
import TagSimulation

/// The actions of the user in the app, and the states of its process.
extension Form {
  static let appVerbs: [Form] = [
    .verb(
      "launch [cold] [open=prefer-fresh|prefer-non-default|callback|never] [timeout=DURATION] "
        + "[url=LINK]",
      "Starts the app; cold marks a first start in the event list, url is the link that starts it.",
      "launch cold open=prefer-fresh timeout=5s"
    ) { reader throws(ScenarioError) in try reader.launch() },
    .verb(
      "screen NAME", "Shows a screen of the app.", "screen \"Cart\""
    ) { reader throws(ScenarioError) in
      .act(.screen(try reader.cursor.string("the name of a screen")))
    },
    .verb(
      "tap TITLE [KEY=VALUE ...]", "Taps a button, with values for its push.",
      "tap \"Buy\" sku=\"S-77\" price=19.90"
    ) { reader throws(ScenarioError) in try reader.tap() },
    .verb(
      "press LETTER|NUMBER [KEY=VALUE ...]",
      "Presses a button by its letter on the phone or its position, with values for its push.",
      "press b sku=\"S-77\""
    ) { reader throws(ScenarioError) in try reader.press() },
    .verb(
      "push event=EVENT [KEY=VALUE ...] | push KEY=VALUE ... | push JSON",
      "Pushes to the data layer.",
      "push event=\"openScreen\" screenName=\"Home Screen\""
    ) { reader throws(ScenarioError) in try reader.push() },
    .verb(
      "background [send-hits] [audio|location] [fetch DURATION] [silent-push DURATION] "
        + "[for DURATION]",
      "Puts the app into the background, where it is suspended; with send-hits, it sends its "
        + "waiting hits first. Sound, the phone's location, a fetch or a silent push message "
        + "keep it awake: its timers run, and its code can act.",
      "background audio for 30m"
    ) { reader throws(ScenarioError) in try reader.background() },
    .verb("foreground", "Brings the app back.", .act(.foreground)),
    .verb("kill", "Kills the process; everything on disk stays.", .act(.kill)),
    .verb(
      "reinstall", "Removes the app with everything it saved, and installs it again.",
      .act(.reinstall)),
    .verb(
      "upgrade [build=N] [version=V]",
      "Installs a newer build of the app; saved data stays.", "upgrade build=42"
    ) { reader throws(ScenarioError) in try reader.upgrade() },
  ]
}

extension StatementReader {
  mutating func launch() throws(ScenarioError) -> Command {
    let isCold = cursor.take("cold")
    var kind: OpenKind?
    var timeout: Duration?
    var link: String?
    var opens = true
    var keys = KnownKeys(["open", "timeout", "url"])
    while let token = cursor.peek {
      guard cursor.isAtPair else {
        throw cursor.unexpected(
          token, "cold, open=…, timeout=… or url=…",
          suggestion: Suggestion.nearest(to: token.source, among: ["cold"]))
      }
      switch try keys.take(from: &cursor) {
      case "open":
        opens = !cursor.take("never")
        if opens { kind = try cursor.choice("way to open", of: OpenKind.self, or: ["never"]) }
      case "url": link = try cursor.string("a link")
      default: timeout = try cursor.duration()
      }
    }
    return .act(.launch(isCold: isCold, kind: kind, timeout: timeout, link: link, opens: opens))
  }

  mutating func tap() throws(ScenarioError) -> Command {
    .act(.tap(try cursor.string("the title of a button"), arguments: try arguments()))
  }

  mutating func press() throws(ScenarioError) -> Command {
    let expected = "the letter of a button, or its position, starting at 1"
    let token = try cursor.next(expected)
    let isPlace = Int(token.name).map { $0 > 0 } ?? false
    guard token.name.count == 1 && token.name != "0" || isPlace else {
      let isTitle = !token.name.isEmpty && Int(token.name) == nil
      let quoted = isTitle ? "tap " + token.name.quoted : nil
      throw cursor.unexpected(token, expected, suggestion: quoted)
    }
    return .press(token.name, arguments: try arguments())
  }

  /// Reads `sku="S-77" coupon=absent`, up to the end of the line.
  private mutating func arguments() throws(ScenarioError) -> OrderedDictionary<String, Value> {
    var arguments: OrderedDictionary<String, Value> = [:]
    while cursor.peek != nil {
      let key = try cursor.key()
      let name = key.name
      if arguments[name] != nil { throw cursor.failure(.duplicate(what: "key"), key) }
      arguments[name] = cursor.take("absent") ? .absent : try cursor.value()
    }
    return arguments
  }

  mutating func push() throws(ScenarioError) -> Command {
    if let token = cursor.peek, case .json(let value) = token.kind {
      guard let members = value.members else {
        throw cursor.unexpected(token, "a map in braces or key=value")
      }
      cursor.index += 1
      return .act(.app(.push(members)))
    }
    let template = try cursor.pushTemplate(allowsParameters: false)
    // Without parameters, no argument can be missing.
    return .act(.app(.push((try? template.update().members) ?? [:])))
  }

  mutating func background() throws(ScenarioError) -> Command {
    var sendsHits: Bool?
    var mode: BackgroundMode?
    var duration: Duration?
    while let token = cursor.peek {
      if sendsHits == nil, cursor.take("send-hits") {
        sendsHits = true
      } else if duration == nil, cursor.take("for") {
        duration = try cursor.duration()
      } else if mode == nil, let found = try backgroundMode() {
        mode = found
      } else {
        let modes = mode == nil ? ["audio", "location", "fetch", "silent-push"] : []
        let words =
          (sendsHits == nil ? ["send-hits"] : []) + modes + (duration == nil ? ["for"] : [])
        throw cursor.unexpected(
          token, (words + ["the end of the line"]).listed(),
          suggestion: Suggestion.nearest(to: token.source, among: words))
      }
    }
    guard let duration else { return .act(.background(sendsHits: sendsHits, mode)) }
    return .background(sendsHits: sendsHits, mode, for: duration)
  }

  private mutating func backgroundMode() throws(ScenarioError) -> BackgroundMode? {
    if cursor.take("audio") { return .audio }
    if cursor.take("location") { return .location }
    if cursor.take("fetch") { return .fetch(try cursor.duration()) }
    return cursor.take("silent-push") ? .silentPush(try cursor.duration()) : nil
  }

  mutating func upgrade() throws(ScenarioError) -> Command {
    var build: Int64?
    var version: String?
    var keys = KnownKeys(["build", "version"])
    while cursor.peek != nil {
      if try keys.take(from: &cursor) == "build" {
        build = Int64(try cursor.count("a build number"))
      } else {
        version = try cursor.name("a version")
      }
    }
    return .act(.upgrade(build: build, version: version))
  }
}

// MARK: - Lines from keys

extension Statement {
  package static func screen(_ name: String, at location: ScenarioLocation) -> Statement {
    Statement(
      location: location, text: "screen " + name.quoted,
      command: .act(.screen(name)))
  }

  /// Creates the statement that taps a button, with its text.
  package static func tap(
    _ title: String, _ arguments: OrderedDictionary<String, Value> = [:],
    at location: ScenarioLocation
  ) -> Statement {
    let given = arguments.elements.map { name, value in
      " \(name)=" + (value == .absent ? "absent" : JSONWriter.write(value))
    }
    return Statement(
      location: location, text: "tap " + title.quoted + given.joined(),
      command: .act(.tap(title, arguments: arguments)))
  }
}
