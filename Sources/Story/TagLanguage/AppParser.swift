import TagRuntime
public import TagSimulation
import TagWords

/// Reads app descriptions: files with one `app … end` block.
public enum AppParser {
  /// Reads an app.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  /// - Complexity: O(n) in the length of the text.
  public static func parse(_ bytes: [UInt8], file: String) throws(ScenarioErrors) -> App {
    try describe(bytes, file: file).app
  }

  /// Reads an app, with the places of names that are checked elsewhere.
  package static func describe(
    _ bytes: [UInt8], file: String
  ) throws(ScenarioErrors) -> AppDescription {
    var errors = ScenarioErrors()
    do {
      var reader = AppReader(LineReader(try SourceText(bytes, file: file)))
      reader.readFile()
      guard !reader.lines.errors.isEmpty else {
        return AppDescription(
          app: reader.app, zonePlaces: reader.zonePlaces, actions: reader.actionPlaces)
      }
      errors = reader.lines.errors
    } catch {
      errors.add(error)
    }
    throw errors
  }

  /// Reads an app.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  public static func parse(_ text: String, file: String) throws(ScenarioErrors) -> App {
    try parse(Array(text.utf8), file: file)
  }
}

package struct AppDescription {
  package var app: App
  /// The places where the time zones of its trackers are named, by the indices of the trackers.
  package var zonePlaces: [Int: ScenarioLocation]
  /// What its code does, in the order of the text.
  package var actions: [PlacedAction]
}

/// An action of an app's code, with its line.
package struct PlacedAction: Sendable, Hashable {
  /// What it does; a push of a handler or a class is one of the app.
  package var action: AppAction
  /// Whether a class of a container of the second generation does it.
  package var isOfClass = false
  package var location: ScenarioLocation
}

extension Scenario {
  /// The first app that it describes itself; nil for none.
  package var ownApp: AppDescription? {
    apps.first.map { AppDescription(app: $0, zonePlaces: zonePlaces, actions: appActions) }
  }
}

struct AppReader {
  var lines: LineReader
  var app = App(name: "", package: "", containers: [AppContainer(id: "")])
  /// The screens that actions open, to be checked when all screens are known.
  var destinations: [(screen: String, token: Token)] = []
  /// The words `goes` after `on view`, each with the screens that it connects.
  var viewDestinations: [(from: String, to: String, token: Token)] = []
  /// The places where the time zones of trackers are named, by the indices of the trackers.
  private(set) var zonePlaces: [Int: ScenarioLocation] = [:]
  private(set) var actionPlaces: [PlacedAction] = []
  private var seen: Set<String> = []
  /// The tokens of the current line.
  var cursor = TokenCursor(
    TokenLine(tokens: [], end: TextPosition(offset: 0, line: 1, column: 1), text: ""), file: "")
  /// Whether the current line ended its block.
  var isClosed = false

  // MARK: The block that is read

  var screen = AppScreen(name: "")
  var cases: [AppMacro.Case] = []
  var mapping = BrazeMapping()
  var handlings: [AppTag.Action] = []
  var done: [AppAction] = []

  init(_ lines: LineReader) { self.lines = lines }

  /// Reads a file with one app and nothing else.
  mutating func readFile() {
    guard let line = lines.next() else {
      if lines.errors.isEmpty {
        let start = TextPosition(offset: 0, line: 1, column: 1)
        lines.errors.add(
          ScenarioError(
            file: lines.file, position: start, kind: .missing, found: "", expected: "'app \"NAME\"'"
          ))
      }
      return
    }
    guard line.first.word == "app" else {
      let cursor = TokenCursor(line, file: lines.file)
      lines.errors.add(cursor.unexpected(line.first, "'app \"NAME\"'"))
      return
    }
    readApp(line)
    if let line = lines.next() {
      let cursor = TokenCursor(line, file: lines.file)
      lines.errors.add(
        cursor.failure(.misplaced, line.first, expected: "the app ended above"))
    }
    lines.errors.sortByPlace()
  }

  /// Reads from the line `app "NAME"` to its `end`.
  mutating func readApp(_ opening: TokenLine) {
    attempt(opening) { reader throws(ScenarioError) in
      reader.cursor.index = 1
      reader.app.name = try reader.cursor.string("the name of the app")
    }
    while !isClosed, let line = lines.next() {
      attempt(line) { reader throws(ScenarioError) in try reader.read(.app) }
    }
    if lines.errors.isFull { return }
    if !isClosed { return lines.unclosed("app", opening.first) }
    checkWhole(opening)
  }

  /// Reads a line, with the block that it may open.
  mutating func read(_ room: Form.Room, _ what: String? = nil) throws(ScenarioError) {
    let token = cursor.line.first
    let form = try cursor.form(in: room, what)
    if form.isOnce, !seen.insert(form.word).inserted {
      throw cursor.failure(.duplicate(what: "line"), token)
    }
    try read(form)
    try cursor.end()
  }

  /// Reads what follows the word of a form.
  mutating func read(_ form: Form) throws(ScenarioError) {
    if case .room(let room) = form.reading { return try read(try cursor.form(in: room)) }
    if case .app(let read) = form.reading { try read(&self) }
  }

  /// Reads the link schemes that an app registers with the phone: `preview`, for previews, and
  /// those of its own; or `none`.
  mutating func readSchemes() throws(ScenarioError) {
    app.registersScheme = false
    if cursor.take("none") { return }
    repeat {
      let expected = "preview, none or a scheme of the app's own such as shop"
      let place = cursor
      let name = try cursor.name(expected)
      let token = cursor.line.tokens[place.index]
      if name == "preview" ? app.registersScheme : app.ownSchemes.contains(name) {
        throw cursor.failure(.duplicate(what: "scheme"), token)
      }
      guard Self.isScheme(name) else { throw cursor.unexpected(token, expected) }
      if name == "preview" { app.registersScheme = true } else { app.ownSchemes.append(name) }
    } while cursor.peek != nil
  }

  /// Whether a word can be the scheme of an app's own links, by RFC 3986; those of the web are not
  /// an app's to register.
  private static func isScheme(_ word: String) -> Bool {
    let isKnown = ["none", "http", "https"].contains(word.lowercased())
    return !isKnown && word.utf8.first?.isLetter == true
      && word.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  mutating func readOpening() throws(ScenarioError) {
    if cursor.take("never") {
      container.opensAtLaunch = false
    } else if let token = cursor.peek, OpenKind(rawValue: token.word ?? "") == nil {
      throw cursor.unknown(
        token, "way to open", among: OpenKind.allCases.map(\.rawValue) + ["never"])
    } else {
      container.opening = try cursor.opening(allowsID: false).opening
    }
  }

  /// The container that the current lines belong to.
  var container: AppContainer {
    get { app.containers[app.containers.count - 1] }
    set { app.containers[app.containers.count - 1] = newValue }
  }

  /// Reads a container line. The first container may be named after lines that belong to it; each
  /// further one begins a separate part.
  mutating func readContainer() throws(ScenarioError) {
    let token = cursor.peek
    let id = try cursor.name("a container such as GTM-AB12")
    if let token, app.container(id) != nil {
      throw cursor.failure(.duplicate(what: "container"), token)
    }
    var generation: SDKGeneration?
    if cursor.peek != nil {
      var keys = KnownKeys(["sdk"])
      _ = try keys.take(from: &cursor)
      let sdk: ScenarioHeader.SDK = try cursor.choice("sdk")
      generation = sdk.generation
    }
    if seen.contains("container") {
      app.containers.append(AppContainer(id: id, generation: generation))
      seen.subtract(["open", "refresh-timer"])
    } else {
      seen.insert("container")
      container.id = id
      container.generation = generation
    }
  }

  mutating func readVersion() throws(ScenarioError) {
    app.version = try cursor.name("a version")
    var keys = KnownKeys(["build"])
    while cursor.peek != nil {
      _ = try keys.take(from: &cursor)
      app.build = Int64(try cursor.count("a build number"))
    }
  }

  /// Reads a tracker; all hits of a property must be reported in one time zone.
  mutating func readTracker() throws(ScenarioError) {
    let (tracker, zone) = try cursor.tracker(keys: ["name", "report-zone"])
    if let zone, let name = tracker.reportZone {
      let others = app.trackers.filter { $0.trackingID == tracker.trackingID }
      if let known = others.compactMap(\.reportZone).first, known != name {
        throw cursor.unexpected(
          zone, "\(known), the report zone that \(tracker.trackingID) has above")
      }
      zonePlaces[app.trackers.count] = ScenarioLocation(
        file: lines.file, line: zone.position.line, column: zone.position.column)
    }
    app.trackers.append(tracker)
  }

  mutating func readRead() throws(ScenarioError) {
    let kind: ValueKind = try cursor.choice("type")
    let key = cursor.peek
    let read = TypedRead(kind: kind, key: try cursor.name("a key"))
    if container.reads.contains(read), let key {
      throw cursor.failure(.duplicate(what: "read"), key)
    }
    container.reads.append(read)
  }

  /// Checks everything that is only known at the end: nothing is missing, and every opened screen
  /// exists.
  private mutating func checkWhole(_ opening: TokenLine) {
    let cursor = TokenCursor(opening, file: lines.file)
    // An app without Tag Manager has no container, and no lines about one.
    if !seen.contains("container"), container == AppContainer(id: "") { app.containers = [] }
    for word in ["package", "container"]
    where !seen.contains(word) && !(word == "container" && app.containers.isEmpty) {
      var error = cursor.failure(.incomplete(what: "app"), opening.first, expected: "'\(word)'")
      error.found = ScenarioError.quotable(app.name)
      lines.errors.add(error)
    }
    let names = app.screens.map(\.name)
    for (screen, token) in destinations where !names.contains(screen) {
      var error = cursor.unknown(token, "screen", amongNames: names)
      error.found = ScenarioError.quotable(screen)
      lines.errors.add(error)
    }
    checkCircles(cursor)
  }

  /// Records where actions of the current line are written.
  mutating func place(_ actions: some Sequence<AppAction>, isOfClass: Bool = false) {
    let position = cursor.line.first.position
    let location = ScenarioLocation(
      file: lines.file, line: position.line, column: position.column)
    actionPlaces += actions.map {
      PlacedAction(action: $0, isOfClass: isOfClass, location: location)
    }
  }

  /// Reads a line and records its mistake, if it has one.
  mutating func attempt(
    _ line: TokenLine, _ read: (inout AppReader) throws(ScenarioError) -> Void
  ) {
    cursor = TokenCursor(line, file: lines.file)
    attempt(read)
  }

  mutating func attempt(_ read: (inout AppReader) throws(ScenarioError) -> Void) {
    do {
      try read(&self)
    } catch {
      lines.errors.add(error)
    }
  }
}

// MARK: - Cycles

extension AppReader {
  /// Finds screens that open each other as soon as they appear, without an end.
  ///
  /// - Complexity: O(n) in the `goes` of all `on view`.
  mutating func checkCircles(_ cursor: TokenCursor) {
    var next: [String: [Int]] = [:]
    for (index, edge) in viewDestinations.enumerated() {
      next[edge.from, default: []].append(index)
    }
    var done: Set<String> = []
    for start in app.screens.map(\.name) where !done.contains(start) {
      // The screens on the way here, each with the place among its edges: a list in place of
      // recursion, because an app may have any number of screens.
      var path = [(screen: start, edge: 0)]
      var places = [start: 0]
      while let (screen, edge) = path.last {
        guard let edges = next[screen], edge < edges.count else {
          done.insert(screen)
          path.removeLast()
          places[screen] = nil
          continue
        }
        path[path.count - 1].edge += 1
        let (_, to, token) = viewDestinations[edges[edge]]
        if let first = places[to] {
          let circle = path[first...].map(\.screen) + [to]
          var error = cursor.failure(.circular, token, quoted: ": " + Self.shown(circle))
          error.found = ScenarioError.quotable(to)
          lines.errors.add(error)
        } else if !done.contains(to) {
          places[to] = path.count
          path.append((to, 0))
        }
      }
    }
  }

  private static func shown(_ circle: [String]) -> String {
    let limit = 8
    let names = circle.prefix(limit).map { "\"" + ScenarioError.quotable($0) + "\"" }
    return names.joined(separator: ", ") + (circle.count > limit ? ", …" : "")
  }
}

extension TokenCursor {
  /// Reads the period of the app's refresh timer.
  mutating func refreshPeriod(
    _ expected: String = "a duration"
  ) throws(ScenarioError) -> Duration {
    let token = peek
    let period = try duration(expected)
    if let token, period < App.shortestRefreshTimer {
      throw unexpected(
        token, "a duration of at least \(DurationText.text(App.shortestRefreshTimer))")
    }
    return period
  }
}
