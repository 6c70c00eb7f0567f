import CommandKit
import ContainerFormats
import MeasurementPlan
import PhoneLog
import ScenarioEngine
import TagInspection

/// The kinds of files, recognised by their bytes: what each is called, and the commands for it.
enum FileKind {
  /// A text that begins like a scenario.
  case scenario
  /// Any other text, such as an app.
  case text
  /// A container, or one that is damaged.
  case container
  case trace
  case log
  case capture
  case upload
  /// A plan of what is measured.
  case plan
  /// Other bytes, JSON or XML: what it is the reader of containers says best.
  case other

  /// The bytes of a file that are looked at first.
  private static let room = 1 << 16

  init(of bytes: [UInt8]) {
    let line = Self.firstLine(of: bytes)
    let word = String(line.prefix { $0 != " " && $0 != ":" })
    let rooms: [Form.Room] = [.verb, .block, .header]
    let fault = Self.fault(asContainer: bytes)
    if Trace.isMeant(by: bytes) {
      self = .trace
    } else if fault == nil {
      self = .container
    } else if line.hasPrefix("[") || line.hasPrefix("{"), Self.isPlan(bytes) {
      self = .plan
    } else if Capture.isArchive(bytes) {
      self = .capture
    } else if word == "app" {
      self = .text
    } else if word == "tagsim" || word == "---"
      || rooms.contains(where: { FormTable[$0][word] != nil })
    {
      self = .scenario
    } else if PhoneRecord.isLog(bytes) {
      self = .log
    } else if PhoneRecord(uploadIn: bytes)?.uploads.isEmpty == false {
      self = .upload
    } else if !CapturedHits(line).hits.isEmpty {
      self = .capture
    } else if Self.isPlan(bytes) {
      self = .plan
    } else if !"{[<".contains(line.first ?? " "), !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    {
      self = .text
    } else {
      self = Self.isDamage(fault) && line.first != "[" ? .container : .other
    }
  }

  /// Whether it is a plan: JSON as a whole, and a sheet by its first rows.
  private static func isPlan(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 > 0x20 }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let start = bytes.count > room && !isJSON ? bytes[..<room] : bytes[...]
    let end =
      start.count < bytes.count ? start.lastIndex(of: 0x0A) ?? start.startIndex : start.endIndex
    guard end > start.startIndex else { return false }
    return MeasurementPlan.read([("", Array(start[..<end]))]).files.contains(where: \.isPlan)
  }

  /// Returns why bytes cannot be read as a container; nil if they can.
  private static func fault(asContainer bytes: [UInt8]) -> ContainerError? {
    do throws(ContainerError) {
      _ = try ContainerReader.read(bytes, name: "")
      return nil
    } catch {
      return error
    }
  }

  /// Whether a fault is that of a container instead of another file.
  private static func isDamage(_ fault: ContainerError?) -> Bool {
    if case .foreign(.misshapen) = fault?.code { return true }
    if case .foreign = fault?.code { return false }
    if case .notAMap = fault?.code { return false }
    if case .unsupportedValue = fault?.code { return false }
    return true
  }

  /// Looks into a file, only at its start if that says enough; nil if it cannot be read, or is a
  /// pipe: looking into it would consume what is still to be read.
  init?(at path: String) {
    if StandardInput.isMeant(by: path) {
      guard let bytes = try? StandardInput.bytes(limit: Capture.byteLimit) else { return nil }
      self.init(of: bytes)
      return
    }
    let disk = DiskFiles(streams: [])
    guard disk.isPlain(path), let start = try? disk.start(of: path, count: Self.room) else {
      return nil
    }
    // No character is cut.
    let end = start.count < Self.room ? nil : start.lastIndex(of: 0x0A)
    self.init(of: end.map { Array(start[...$0]) } ?? start)
    // The messages of a phone may come late, and an upload is known when it is whole.
    let isUnsure =
      [.text, .other].contains(self) || self == .capture && start.first == UInt8(ascii: "[")
      || [0x0A, 0x1F].contains(start.first)
    if isUnsure, start.count == Self.room,
      let bytes = try? disk.bytes(of: path, limit: Capture.byteLimit)
    {
      self.init(of: bytes)
    }
  }

  /// Returns the first line of a text that is neither empty nor a comment.
  private static func firstLine(of bytes: [UInt8]) -> String {
    let start = bytes.prefix(room).drop { [0xEF, 0xBB, 0xBF].contains($0) }
    for line in start.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = line.drop { $0 == 0x20 || $0 == 0x09 }
      if let first = line.first, first != UInt8(ascii: "#") {
        return String(decoding: line, as: UTF8.self)
      }
    }
    return ""
  }

  /// Whether a phone wrote it or a proxy recorded it.
  var isOfPhone: Bool { [.log, .capture, .upload].contains(self) }

  // MARK: Another kind than a command needs

  /// The words for the kind, and its own command, with what that does.
  private var facts: (words: String, command: String, does: String) {
    switch self {
    case .scenario: ("a scenario", "run", "plays")
    case .text, .other: ("another file", "check", "reads")
    case .container: ("a container", "inspect", "describes")
    case .trace: ("a trace, already played", "explain", "explains")
    case .log: ("a phone's log", "follow", "reads")
    case .capture: ("a capture", "follow", "reads")
    case .upload: ("an upload of Firebase", "follow", "reads")
    case .plan: ("a measurement plan", "plan", "checks")
    }
  }

  /// Returns the failure of a command that needs another kind of file.
  func failure(_ file: String, needing kind: Self) -> CommandFailure {
    let word = StandardInput.isMeant(by: file) ? StandardInput.argument : ShellText.path(file)
    return CommandFailure(
      "\(file): is \(facts.words), not \(kind.facts.words): 'tagsim \(word)' opens it, "
        + "'tagsim \(facts.command) \(word)' \(facts.does) it", code: .badInput)
  }

  /// Refuses a file of another kind than a command needs. Of other files its reader says more.
  func refuse(_ file: String, needing kind: Self) throws(CommandFailure) {
    if ![kind, .text, .other].contains(self) { throw failure(file, needing: kind) }
  }

  /// Reads a scenario to play; the problem of another kind of file is what it is.
  static func parsed(_ file: String, by loader: ScenarioLoader) throws(LoadFailure) -> Scenario {
    do throws(LoadFailure) {
      return try loader.parse(file)
    } catch {
      let kind = FileKind(at: file) ?? .other
      guard ![.scenario, .text, .other].contains(kind) else { throw error }
      throw LoadFailure(kind.failure(file, needing: .scenario).problems)
    }
  }

  /// Refuses files that are no containers. Any that cannot be looked into is left to its reader.
  static func refuse(otherThanContainers files: [String]) throws(CommandFailure) {
    for file in files.map(StandardInput.path) {
      try FileKind(at: file)?.refuse(file, needing: .container)
    }
  }
}

extension DiskFiles {
  /// Returns the name for users and the bytes of a container file on the command line.
  func input(_ argument: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
    let name = StandardInput.path(argument)
    return (name, try container(name))
  }

  /// Returns the bytes of a file that may be a container.
  func container(_ name: String) throws(CommandFailure) -> [UInt8] {
    // A log may be larger than any container.
    try FileKind.refuse(otherThanContainers: [name])
    let bytes = try bytes(of: name, limit: ContainerLimits.bytes)
    try FileKind(of: bytes).refuse(name, needing: .container)
    return bytes
  }
}
