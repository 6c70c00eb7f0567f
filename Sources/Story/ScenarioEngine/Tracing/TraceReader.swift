import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

extension Trace {
  /// The number of bytes checked to recognize a trace.
  package static let wordRoom = 4096

  /// Whether a file is a trace, according to its first line.
  package static func isMeant(by bytes: [UInt8]) -> Bool {
    let line = Array(bytes.prefix(wordRoom).prefix { $0 != 0x0A })
    guard line.first == UInt8(ascii: "{") else { return false }
    return (try? JSONReader.read(line))?.members?["trace"] == .string(word)
  }

  /// Reads a trace that the user named or that was found in place of a scenario.
  package init(_ bytes: [UInt8], file: String, for loader: ScenarioLoader) throws(LoadFailure) {
    do throws(LoadFailure) {
      try self.init(bytes, file: file)
    } catch {
      if loader.mayQuote(file, as: .scenario, in: file) { throw error }
      throw LoadFailure("\(file): is a trace that cannot be read" + ScenarioLoader.hint)
    }
  }

  /// Reads a trace.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of its file.
  ///   - file: the name of the file in errors.
  /// - Throws: `LoadFailure` with the first mistake and its location.
  package init(_ bytes: [UInt8], file: String) throws(LoadFailure) {
    var reader = TraceReader(file)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() where !line.isEmpty {
      reader.line = place + 1
      do throws(LoadFailure) {
        try reader.take(Array(line))
      } catch {
        // A program that was ended while writing left half of a line.
        guard place == lines.count - 1, place > 0 else { throw error }
        reader.trace.remarks.append(
          "\(file): its last line is incomplete and was ignored")
      }
    }
    self = try reader.finish()
  }
}

private struct TraceReader {
  let file: String
  var line = 1
  var trace = Trace()
  private var hasBegun = false

  init(_ file: String) { self.file = file }

  func finish() throws(LoadFailure) -> Trace {
    guard hasBegun else { throw mistake("is not a tagsim trace, which begins with a header line") }
    guard !trace.play.scenario.isEmpty else {
      throw mistake("is incomplete: it ends before the scenario")
    }
    return trace
  }

  private func mistake(_ sentence: String) -> LoadFailure {
    LoadFailure([
      LoadProblem(sentence, at: ScenarioLocation(file: file, line: line, column: 1))
    ])
  }

  mutating func take(_ bytes: [UInt8]) throws(LoadFailure) {
    let value: Value
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      throw mistake("is not a line of a trace, which is a JSON object: \(error)")
    }
    guard let members = value.members else {
      throw mistake("is not a line of a trace: a JSON object is needed")
    }
    let line = members
    if !hasBegun { return try begin(line) }
    if line["file"] != nil {
      try takeFile(line)
    } else if line["zone"] != nil {
      try takeZone(line)
    } else if line["plays"] != nil {
      try takePlay(line)
    } else if line["digest"] != nil {
      let digest = try text(line, "digest")
      trace.digests.append(
        Trace.Digest(rows: try count(line, "rows"), text: digest, acts: trace.acts.count))
    } else if line["back"] != nil {
      try goBack(to: try count(line, "back"))
    } else if line["end"] != nil {
      _ = try text(line, "end")
    } else if line["full"] != nil {
      trace.remarks.append(
        "\(file): a trace has at most \(ScenarioRun.actLimit) actions, but there were more: it "
          + "ends there")
    } else {
      try takeAct(line)
    }
  }

  private mutating func begin(_ line: Line) throws(LoadFailure) {
    guard line["trace"] == .string(Trace.word) else {
      throw mistake("is not a tagsim trace, which begins with {\"trace\":\"\(Trace.word)\"")
    }
    let version = try count(line, "version")
    trace.build = (try? text(line, "build")) ?? ""
    guard version == Trace.version else {
      let build = trace.build.isEmpty ? "another tagsim" : "tagsim \(trace.build)"
      throw mistake(
        "was made by \(build) with trace version \(version), but this tagsim reads "
          + "version \(Trace.version): open it with that tagsim")
    }
    hasBegun = true
  }

  // MARK: Files and zones

  private mutating func takeFile(_ line: Line) throws(LoadFailure) {
    let path = try text(line, "file")
    guard trace.files.count < Trace.fileLimit || trace.files[path] != nil else {
      throw mistake("has too many files: a trace has at most \(Trace.fileLimit)")
    }
    if case .string(let content)? = line["text"] {
      trace.files[path] = Trace.File(path, Array(content.utf8))
    } else if case .string(let content)? = line["base64"] {
      guard let bytes = BaseEncoding.base64.bytes(of: content) else {
        throw mistake("has bytes of '\(path)' that are not Base64")
      }
      trace.files[path] = Trace.File(path, bytes)
    } else {
      let lack = (try? text(line, "missing")) ?? "no reason given"
      trace.files[path] = Trace.File(path, lack: lack)
    }
  }

  private mutating func takeZone(_ line: Line) throws(LoadFailure) {
    guard trace.zones.count < Trace.fileLimit else {
      throw mistake("has too many time zones: a trace has at most \(Trace.fileLimit)")
    }
    var changes: [ZoneRules.Transition] = []
    for change in line["changes"]?.elements ?? [] {
      guard let pair = change.elements, pair.count == 2, case .int(let from) = pair[0],
        case .int(let offset) = pair[1]
      else { throw mistake("has a time zone change that is not a moment with an offset") }
      changes.append(
        ZoneRules.Transition(
          from: WallTime(milliseconds: from), offsetSeconds: try offsetSeconds(offset)))
    }
    let name = try text(line, "zone")
    trace.zones.append(
      Trace.Zone(
        name, around: WallTime(milliseconds: try number(line, "around")),
        ZoneRules(
          name: (try? text(line, "name")) ?? name,
          initialOffsetSeconds: try offsetSeconds(try number(line, "offset")),
          transitions: changes)))
  }

  /// Checks the offset of a zone from UTC, which must be less than a day.
  private func offsetSeconds(_ number: Int64) throws(LoadFailure) -> Int {
    guard (-86_399...86_399).contains(number) else {
      throw mistake("has a time zone that is a day or more from UTC")
    }
    return Int(number)
  }

  /// The maximum size of the history that a foreign file may request, in bytes.
  private static let historyLimit = 4 * HistorySize.usualBytes

  private mutating func takePlay(_ line: Line) throws(LoadFailure) {
    var play = Trace.Play(scenario: try text(line, "plays"))
    func optional(_ key: String) throws(LoadFailure) -> String? {
      line[key] == nil ? nil : try text(line, key)
    }
    play.way = try optional("way")
    play.branch = try optional("branch")
    play.container = try optional("container")
    play.device = try optional("device")
    if let seed = try optional("seed") {
      guard let number = UInt64(seed) else { throw mistake("has a seed that is not a number") }
      play.seed = number
    }
    if let copies = line["instead"]?.members {
      for (path, copy) in copies.elements {
        guard case .string(let name) = copy else { throw mistake("replaces a file by no name") }
        play.instead[path] = name
      }
    }
    if line["history"] != nil {
      play.history = min(max(try count(line, "history"), HistorySize.leastBytes), Self.historyLimit)
    }
    (trace.play, trace.acts, trace.digests) = (play, [], [])
  }

  // MARK: Acts

  private mutating func goBack(to count: Int) throws(LoadFailure) {
    guard count <= trace.acts.count else {
      throw mistake("goes back to action \(count), but there are only \(trace.acts.count)")
    }
    trace.acts.removeSubrange(count...)
    trace.digests.removeAll { $0.acts > count }
  }

  private mutating func takeAct(_ line: Line) throws(LoadFailure) {
    guard let (action, count) = try action(line), count > 0 || action != .told else { return }
    guard count <= ScenarioRun.actLimit - trace.acts.count else {
      throw mistake("has too many actions: a trace has at most \(ScenarioRun.actLimit)")
    }
    let moment = TracedAct.Moment(
      at: Instant(milliseconds: try number(line, "at")), rows: try self.count(line, "rows"))
    if case .passed(let more) = action, let last = trace.acts.last,
      case .passed(let sum) = last.action,
      sum + more <= Self.longest
    {
      trace.acts[trace.acts.count - 1].action = .passed(sum + more)
    } else {
      trace.acts.append(TracedAct(action: action, moment: moment))
      trace.acts += Array(repeating: TracedAct(action: action), count: max(0, count - 1))
    }
    // Digests of undone rows are no longer valid.
    if case .cut(let row) = action { trace.digests.removeAll { $0.rows > row } }
  }

  /// Reads the action of a line, and its count; nil if it is not a known action.
  private func action(_ line: Line) throws(LoadFailure) -> (TracedAct.Action, Int)? {
    if line["told"] != nil { return (.told, try count(line, "told")) }
    if line["line"] != nil {
      let place = line["from"] == nil ? TracedAct.promptName : try text(line, "from")
      return (.line(try text(line, "line"), from: place), 1)
    }
    if line["passed"] != nil { return (.passed(try milliseconds(line)), 1) }
    if line["cut"] != nil { return (.cut(row: try count(line, "cut")), 1) }
    let plain: [(String, TracedAct.Action)] = [
      ("begun", .began), ("ended", .ended), ("due", .due), ("teardown", .teardown),
    ]
    return plain.first { line[$0.0] != nil }.map { ($0.1, 1) }
  }

  // MARK: Members

  private typealias Line = OrderedDictionary<String, Value>

  private func text(_ line: Line, _ key: String) throws(LoadFailure) -> String {
    guard case .string(let text)? = line[key] else {
      throw mistake("has no text for '\(key)'")
    }
    return text
  }

  private func number(_ line: Line, _ key: String) throws(LoadFailure) -> Int64 {
    guard case .int(let number)? = line[key] else {
      throw mistake("has no whole number for '\(key)'")
    }
    return number
  }

  /// The maximum time that passes at once, in milliseconds.
  private static let longest = DurationText.limitDays * 86_400_000

  /// Reads the duration of passed time, limited like a wait in a statement.
  private func milliseconds(_ line: Line) throws(LoadFailure) -> Int64 {
    let passed = try count(line, "passed")
    guard passed <= Self.longest else {
      throw mistake("has a 'passed' of more than \(DurationText.limitDays) days")
    }
    return Int64(passed)
  }

  private func count(_ line: Line, _ key: String) throws(LoadFailure) -> Int {
    let number = try number(line, key)
    guard number >= 0 else { throw mistake("has a '\(key)' below 0") }
    return Int(clamping: number)
  }
}
