import OrderedCollections
import TagRuntime
import TagSimulation

/// The statements about trackers, hits and the app in the background.
extension StatementReader {
  mutating func background() throws(ScenarioError) -> Command {
    var sendsHits: Bool?
    var duration: Duration?
    while let token = cursor.peek {
      if sendsHits == nil, cursor.take("send-hits") {
        sendsHits = true
      } else if duration == nil, cursor.take("for") {
        duration = try cursor.duration()
      } else {
        throw cursor.unexpected(
          token, "send-hits, for DURATION or the end of the line",
          suggestion: Suggestion.nearest(to: token.source, among: ["send-hits", "for"]))
      }
    }
    return .background(sendsHits: sendsHits, for: duration)
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
    return .upgrade(build: build, version: version)
  }

  mutating func tracker() throws(ScenarioError) -> Command {
    if cursor.take("remove") { return .trackerRemoved(try cursor.name("the name of a tracker")) }
    if cursor.take("default") { return .trackerChosen(try cursor.name("the name of a tracker")) }
    return .tracker(try cursor.tracker())
  }

  mutating func setField() throws(ScenarioError) -> Command {
    let code = try fieldCode()
    let value = try cursor.value()
    return .setField(
      code, value == .null ? nil : ValueConversion.text(value), tracker: try optionalTracker())
  }

  /// A field by its code, or by the name that people know it by.
  mutating func fieldCode() throws(ScenarioError) -> String {
    let token = try cursor.next("a field such as &cd or \"screen name\"")
    let name = token.name
    if name.hasPrefix("&"), name.count > 1 { return name }
    if name == "useSecure" { return name }
    if let field = HitField.all.first(where: { $0.name == name }) { return field.code }
    throw cursor.unknown(token, "field", among: HitField.all.map(\.name))
  }

  private mutating func optionalTracker() throws(ScenarioError) -> String? {
    var keys = KnownKeys(["tracker"])
    guard cursor.peek != nil else { return nil }
    _ = try keys.take(from: &cursor)
    return try cursor.name("the name of a tracker")
  }

  // MARK: Hits

  mutating func send() throws(ScenarioError) -> Command {
    let shape = try cursor.choice("type of hit", of: HitShape.self)
    var builder = HitBuilder(type: shape.type)
    var tracker: String?
    if shape == .screen, let token = cursor.peek, !cursor.isAtPair, cursor.isString(token) {
      builder.set("&cd", try cursor.string("the name of a screen"))
    }
    var taken: [String] = []
    while let token = cursor.peek {
      if case .json(let value) = token.kind {
        cursor.index += 1
        try EcommerceReader.add(value, to: &builder, token, cursor)
        continue
      }
      let key = try cursor.key()
      if taken.contains(key.name) { throw cursor.failure(.duplicate(what: "key"), key) }
      taken.append(key.name)
      if key.name == "tracker" {
        tracker = try cursor.name("the name of a tracker")
      } else if key.name == "campaign" {
        builder.setCampaign(fromURL: try cursor.string("a link with utm_source and others"))
      } else {
        try add(key, of: shape, to: &builder)
      }
    }
    return .send(builder, tracker: tracker)
  }

  private mutating func add(
    _ key: Token, of shape: HitShape, to builder: inout HitBuilder
  ) throws(ScenarioError) {
    if let field = shape.fields.first(where: { $0.key == key.name }) {
      switch field.kind {
      case .milliseconds:
        builder.set(field.code, String(try cursor.duration().wholeMilliseconds))
      case .flag: builder.set(field.code, try flag())
      case .text: set(field.code, try cursor.value(), &builder)
      }
    } else if key.name.hasPrefix("&"), key.name.count > 1 {
      set(key.name, try cursor.value(), &builder)
    } else {
      let known = shape.fields.map(\.key) + ["tracker", "campaign", "\"&cd1\""]
      throw cursor.unknown(key, "key", among: known)
    }
  }

  private mutating func flag() throws(ScenarioError) -> String {
    let token = cursor.peek
    guard case .bool(let flag) = try cursor.value("true or false") else {
      if let token { throw cursor.unexpected(token, "true or false") }
      return ""
    }
    return flag ? "1" : "0"
  }

  /// Null overrides what the tracker has with nothing.
  private func set(_ code: String, _ value: Value, _ builder: inout HitBuilder) {
    if value == .null {
      builder.clear(code)
    } else {
      builder.set(code, ValueConversion.text(value))
    }
  }
}
