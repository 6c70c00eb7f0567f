import CommandKit
import Following
import Foundation
import MeasurementPlan
import OrderedCollections
import PhoneLog
import PlanChecking
import ScenarioEngine
import TagInspection
import TagMonitor
import TagRuntime

/// The growing log of a phone for the monitor: its entries become lines of the language, and are
/// compared with the container.
struct PhoneFeed {
  /// The number of bytes per read, and the most reads before the screen is drawn.
  private static let chunk = 65_536
  private static let chunksAtOnce = 16
  /// The most entries that are played before keys are read and the screen is drawn.
  static let entriesAtOnce = 16
  /// How long to wait for the first event before the screen appears, in turns and milliseconds.
  private static let firstTurns = 10
  private static let turnMilliseconds: Int32 = 50

  /// How often phone and container are compared while nothing arrives.
  private static let quietPeriod = Duration.seconds(1)

  /// The source of the log.
  private enum Origin {
    /// A pipe, or a file that may grow.
    case stream(GrowingFile)
    /// A capture that is saved repeatedly.
    case capture(GrowingCapture)
    /// A shipped log, line by line.
    case lesson(LessonLog)
    /// The end of a pipe, or of a shipped log.
    case ended
  }

  /// The scenario before the first event.
  var text: String { follower.text }
  /// Whether more may arrive.
  var isOpen: Bool { follower.isOpen }
  /// Whether entries were read that are not played yet.
  var isBusy: Bool { !waiting.isEmpty }

  private var origin: Origin
  /// The name of the log for users, or the command that writes it.
  private let name: String
  /// The command that writes the log; nil for a file or a pipe.
  private var command: PhoneCommand?
  @Boxed private var reader: PhoneLogReader
  @Boxed private var follower: PhoneFollower
  /// The entries that were read and are not played yet, with the times at which they arrived.
  private var waiting: ArraySlice<(entry: PhoneEntry, arrival: WallTime)> = []
  private let entriesAtOnce: Int
  /// The plan that its events are held against; nil for none.
  @Boxed private var plan: PlanCheck?
  /// What deviates from the plan, each where it was seen, and the number of events judged so far.
  private var deviations: [PhoneWarning] = []
  private var judgedEvents = 0
  /// The most deviations that are listed.
  private static let deviationLimit = 1_000
  /// What the next news say of the log itself.
  private var remarks: [String] = []
  private var told: (sum: PhoneSum, head: String)?
  private var lastEntry = ContinuousClock.now
  /// When the log last grew.
  private var grown = Date()
  private var lastLook: ContinuousClock.Instant?

  /// Starts reading a log, up to its first event or hit, or for a moment.
  ///
  /// - Parameters:
  ///   - log: its path; standard input is read as it arrives.
  ///   - source: the container.
  ///   - entriesAtOnce: the most entries that a call of `news()` plays.
  init(
    _ log: String, _ source: CapturedContainer, entriesAtOnce: Int = Self.entriesAtOnce
  ) throws(CommandFailure) {
    try self.init(
      GrowingFile(log),
      named: StandardInput.isMeant(by: log)
        ? "a pipe" : log.split(separator: "/").last.map(String.init) ?? log, log, source,
      entriesAtOnce)
  }

  /// Follows what a command writes; if that is not possible, the command is ended.
  init(_ command: PhoneCommand, _ source: CapturedContainer) throws(CommandFailure) {
    do throws(CommandFailure) {
      try self.init(
        GrowingFile(command.output), named: command.line, command.line, source, Self.entriesAtOnce)
    } catch {
      var command = command
      _ = command.end(isOver: false)
      throw error
    }
    self.command = command
  }

  private init(
    _ file: GrowingFile, named name: String, _ log: String, _ source: CapturedContainer,
    _ entriesAtOnce: Int
  ) throws(CommandFailure) {
    (self.entriesAtOnce, self.name) = (entriesAtOnce, name)
    var file = file
    if let date = file.date { grown = date }
    var first: [UInt8] = []
    var reader = PhoneLogReader()
    var record = PhoneRecord()
    for _ in 0..<Self.firstTurns where record.events.isEmpty && record.hits.isEmpty && file.isOpen {
      let bytes = file.read(waiting: Self.turnMilliseconds, Self.chunk, Self.chunksAtOnce)
      if first.isEmpty { first = bytes }
      if file.isRegular, Capture.isArchive(first) { break }
      for entry in reader.read(bytes[...]) {
        waiting.append((entry, Self.now.wall))
        _ = record.take(entry)
      }
    }
    if file.isRegular, Capture.isArchive(first) {
      origin = .capture(GrowingCapture(log))
      guard source.container.version.generation == .legacy else {
        throw CommandFailure(
          "\(log): a capture that grows is followed by its hits, and \(source.words) is a "
            + "container of the second generation (v5), whose tags fire on events: read its "
            + "uploads with --report human, or follow the phone's log",
          code: .badInput)
      }
    } else {
      origin = .stream(file)
    }
    self.reader = reader
    follower = try Self.follower(record, log, source)
  }

  /// Starts a shipped log.
  init(_ lesson: LessonLog, named name: String, _ source: CapturedContainer) throws(CommandFailure)
  {
    origin = .lesson(lesson)
    self.name = name.split(separator: "/").last.map(String.init) ?? name
    entriesAtOnce = Self.entriesAtOnce
    reader = PhoneLogReader()
    var ahead = PhoneLogReader()
    var record = PhoneRecord()
    for entry in ahead.read(lesson.all[...]) { _ = record.take(entry) }
    // The world begins with the first event, and receives the rest as it arrives.
    follower = try Self.follower(record, name, source)
  }

  private static func follower(
    _ record: PhoneRecord, _ log: String, _ source: CapturedContainer
  ) throws(CommandFailure) -> PhoneFollower {
    do throws(ScenarioErrors) {
      return try PhoneFollower(
        of: Capture(of: record, year: LogYear.present), named: log,
        container: (source.container, source.path(from: "")), now: now)
    } catch {
      let reason = error.errors.first?.sentence ?? "one of its names cannot be written"
      throw CommandFailure("\(log): cannot be followed: \(reason)", code: .badInput)
    }
  }

  /// The current time of this machine.
  private static var now: CaptureTime {
    let now = Date()
    return CaptureTime(
      wall: WallTime(milliseconds: Int64(now.timeIntervalSince1970 * 1000)),
      offsetSeconds: TimeZone.current.secondsFromGMT(for: now))
  }

  /// Returns the news since the last call, without waiting; nil if there are none.
  ///
  /// Of a burst it plays a part: the next call goes on, and `isBusy` says that there is more.
  ///
  /// - Parameter run: the run of the phone, at whose end it is played.
  mutating func news(in run: inout ScenarioRun) -> PhoneNews? {
    let now = ContinuousClock.now
    readMore(at: Self.now.wall, in: &run)
    for (entry, arrival) in waiting.prefix(entriesAtOnce) {
      lastEntry = .now
      follower.take(entry, at: arrival, in: &run)
    }
    waiting = waiting.dropFirst(entriesAtOnce)
    // While entries wait, their times say what has passed.
    if isOpen, !isBusy {
      if case .ended = origin {
        follower.finish(in: &run)
      } else {
        follower.pass(.now - lastEntry, in: &run)
      }
    }
    let acts = follower.takeActs()
    // If nothing arrived, only time passes.
    let isQuiet =
      acts.isEmpty && remarks.isEmpty && lastEntry < now && told?.sum.isOpen == isOpen
    if isQuiet, let lastLook, now - lastLook < Self.quietPeriod { return nil }
    lastLook = now
    let matches = follower.matches
    judgeEvents()
    var sum = follower.sum(of: matches)
    sum.warnings += deviations.count
    let head = head
    guard !acts.isEmpty || !remarks.isEmpty || told.map({ sum != $0 || head != $1 }) ?? true
    else { return nil }
    told = (sum, head)
    defer { remarks = [] }
    return PhoneNews(
      acts: acts, matches: matches, sum: sum, warnings: follower.warnings + deviations,
      unplayed: follower.unplayed + remarks, head: head, app: follower.app)
  }

  /// Holds all events from now on against a plan; what tags of the container log needs no row.
  mutating func check(_ plan: MeasurementPlan, of source: CapturedContainer) {
    var check = PlanCheck(plan)
    check.ownEvents = Set(ContainerListening(of: source.container).ownEvents)
    self.plan = check
  }

  private mutating func judgeEvents() {
    guard plan != nil else { return }
    for event in follower.record.events.dropFirst(judgedEvents) {
      guard deviations.count < Self.deviationLimit, let sighting = PlanSighting(event, file: name),
        let parts = plan?.parts(of: sighting, .phone, defaults: [])
      else { continue }
      for finding in parts.flatMap(\.findings) where finding.level == .deviation {
        deviations.append(PhoneWarning("\(finding.code.id) \(finding.sentence)", at: event.source))
      }
      if deviations.count >= Self.deviationLimit {
        deviations.append(PhoneWarning("more deviations are not listed", at: event.source))
      }
    }
    judgedEvents = follower.record.events.count
  }

  /// The log, how much of it was read, and how long ago: "adb logcat, 31 lines, 6 s ago".
  private var head: String {
    let lines = reader.lineCount > 0 ? ", " + Counted.text(reader.lineCount, "line") : ""
    guard isOpen else { return name + lines + ", ended" }
    // From a minute on in larger units: a phone that does nothing changes little on the screen.
    let seconds = max(0, Int64(Date().timeIntervalSince(grown)))
    let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
    let age =
      units.first { seconds >= $0.0 }.map { Counted.text(Int(seconds / $0.0), $0.1) }
      ?? "\(seconds) s"
    return "\(name)\(lines), \(age) ago"
  }

  /// Ends the command that writes the log, if there is one.
  mutating func end() {
    _ = command?.end(isOver: false)
    command = nil
  }

  /// Reads what there is, up to more than is played at once.
  private mutating func readMore(at arrival: WallTime, in run: inout ScenarioRun) {
    func arrived(_ entries: [PhoneEntry]) { waiting += entries.map { ($0, arrival) } }
    func end() {
      arrived(reader.finish())
      origin = .ended
      if let trouble = command?.end(isOver: true) { remarks.append(trouble) }
      command = nil
    }
    command?.readComplaints()
    switch origin {
    case .stream(var file):
      for _ in 0..<Self.chunksAtOnce where waiting.count <= entriesAtOnce && file.isOpen {
        let turn = file.turn(isAtEnd: false)
        let bytes = turn == nil ? file.read(waiting: 0, Self.chunk, 1) : []
        if !bytes.isEmpty {
          grown = Date()
          arrived(reader.read(bytes[...]))
          continue
        }
        guard let turn = turn ?? file.turn(isAtEnd: true) else { break }
        if turn == .anew { arrived(reader.finish()) }
        remarks.append(turn.rawValue)
      }
      origin = .stream(file)
      if !file.isOpen { end() }
    case .capture(var capture):
      let hits = capture.news()
      origin = .capture(capture)
      if !hits.isEmpty {
        (lastEntry, grown) = (.now, Date())
        follower.take(hits, in: &run)
      }
    case .lesson(var lesson):
      let due = lesson.due()
      origin = .lesson(lesson)
      for caption in due.captions { follower.say(caption, in: &run) }
      arrived(reader.read(due.bytes[...]))
      if lesson.isOver { end() }
    case .ended: break
    }
  }
}

/// A pipe, or a file that may grow.
struct GrowingFile {
  /// Whether more may arrive.
  private(set) var isOpen = true
  /// Whether it is a file on a disk.
  let isRegular: Bool
  private let path: String
  private var file: Int32
  /// The last bytes that were read, by which an overwritten file is known.
  private var last: [UInt8] = []
  private var isGone = false

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    file =
      StandardInput.isMeant(by: path) ? StandardInput.handOver() : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandFailure(
        "\(path): cannot be read (\(String(cString: strerror(errno))))", code: .badInput)
    }
    var status = stat()
    isRegular = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What a command writes.
  init(_ output: FileHandle) {
    (path, file, isRegular) = ("", dup(output.fileDescriptor), false)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  }

  /// When a file on a disk was written last; nil for anything else.
  var date: Date? {
    var status = stat()
    guard isRegular, fstat(file, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return Date(timeIntervalSince1970: Double(status.st_mtimespec.tv_sec))
    #else
      return Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    #endif
  }

  /// Returns the bytes that can be read now.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait for the first of them.
  ///   - chunk: the number of bytes per read.
  ///   - limit: the most reads.
  mutating func read(waiting milliseconds: Int32, _ chunk: Int, _ limit: Int) -> [UInt8] {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: chunk)
    for turn in 0..<limit {
      var waited = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&waited, 1, turn == 0 ? milliseconds : 0) > 0 else { break }
      let count = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // A file may grow; a pipe that has ended does not.
        isOpen = isRegular && count == 0
        break
      }
      all += bytes[..<count]
    }
    last = Array((last + all.suffix(64)).suffix(64))
    return all
  }
}

extension GrowingFile {
  /// What became of a file, as `tail -F` notices it.
  enum Turn: String {
    case anew = "the log was cut or replaced: it is read from its beginning"
    case gone = "the log was deleted or renamed: a new one of its name is awaited"
  }

  /// Goes to the beginning if the file was cut or overwritten, or, at its end, if another one has
  /// its name now, as when logs are rotated; nil if nothing became of it.
  mutating func turn(isAtEnd: Bool) -> Turn? {
    var (own, named) = (stat(), stat())
    guard isRegular, fstat(file, &own) == 0 else { return nil }
    let place = lseek(file, 0, SEEK_CUR)
    var seen = [UInt8](repeating: 0, count: last.count)
    if own.st_size < place
      || pread(file, &seen, seen.count, place - off_t(seen.count)) > 0 && seen != last
    {
      last = []
      return lseek(file, 0, SEEK_SET) == 0 ? .anew : nil
    }
    guard isAtEnd, !StandardInput.isMeant(by: path) else { return nil }
    let other = open(path, O_RDONLY | O_CLOEXEC)
    let wasGone = isGone
    isGone = other < 0
    guard !isGone else { return wasGone ? nil : .gone }
    guard fstat(other, &named) == 0, (named.st_dev, named.st_ino) != (own.st_dev, own.st_ino) else {
      close(other)
      return nil
    }
    close(file)
    (file, last) = (other, [])
    return .anew
  }
}

/// A capture that a proxy saves repeatedly: returns the hits added since.
struct GrowingCapture {
  /// How often the file is checked.
  private static let period = Duration.milliseconds(500)

  private let path: String
  private var looked: ContinuousClock.Instant?
  private var changed: Date?
  private var size = -1
  private var count = 0
  private var first: OrderedDictionary<String, String>?

  init(_ path: String) { self.path = path }

  /// Returns the new hits; none while the file is being written.
  mutating func news() -> ArraySlice<Capture.Hit> {
    if let looked, .now - looked < Self.period { return [] }
    looked = .now
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else { return [] }
    let (date, length) = (facts[.modificationDate] as? Date, facts[.size] as? Int ?? 0)
    guard date != changed || length != size else { return [] }
    // A half-written file cannot be read: it is checked again later.
    guard let bytes = try? DiskFiles().bytes(of: path, limit: Capture.byteLimit),
      let capture = try? Capture(bytes, year: LogYear.present), capture.loss == nil
    else { return [] }
    (changed, size) = (date, length)
    // Another capture has another beginning.
    if capture.hits.count < count || capture.hits.first?.fields != first { count = 0 }
    defer { (count, first) = (capture.hits.count, capture.hits.first?.fields) }
    return capture.hits[count...]
  }
}

/// A shipped log that is fed slowly, with captions: a line that begins with `# ` is a caption, and
/// is shown for a while before the log continues.
struct LessonLog {
  /// The speed of the log relative to the clock of its lines.
  private static let speed = 2
  /// The shortest time that a caption is shown, and the time added for each character.
  private static let captionPause = Duration.milliseconds(1500)
  private static let characterPause = Duration.milliseconds(45)
  /// The longest pause between two lines.
  private static let longestPause = Duration.seconds(4)

  /// A line with the time from the beginning at which it is due.
  private struct Step {
    let due: Duration
    let line: String
    let isCaption: Bool
  }

  private let steps: [Step]
  private var next = 0
  private var start: ContinuousClock.Instant?

  init(_ text: String) {
    var steps: [Step] = []
    var due = Duration.milliseconds(500)
    var last: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("# ") {
        let caption = String(line.dropFirst(2))
        steps.append(Step(due: due, line: caption, isCaption: true))
        due += Self.captionPause + Self.characterPause * caption.count
        continue
      }
      let time = PhoneLogReader.clock(of: line)
      if let time, let last, time > last {
        due += min(Self.longestPause, .milliseconds((time - last) / Self.speed))
      }
      last = time ?? last
      steps.append(Step(due: due, line: line, isCaption: false))
    }
    self.steps = steps
  }

  /// Whether everything was fed.
  var isOver: Bool { next >= steps.count }

  /// All lines except the captions.
  var all: [UInt8] { Array(steps.filter { !$0.isCaption }.map { $0.line + "\n" }.joined().utf8) }

  /// Returns the lines that have become due.
  mutating func due() -> (bytes: [UInt8], captions: [String]) {
    let now = ContinuousClock.now
    let elapsed = now - (start ?? now)
    start = start ?? now
    return due(after: elapsed)
  }

  /// Returns the lines that have become due after a time since the beginning.
  mutating func due(after elapsed: Duration) -> (bytes: [UInt8], captions: [String]) {
    var bytes: [UInt8] = []
    var captions: [String] = []
    while next < steps.count, steps[next].due <= elapsed {
      let step = steps[next]
      if step.isCaption {
        captions.append("caption " + step.line.quoted)
      } else {
        bytes += Array((step.line + "\n").utf8)
      }
      next += 1
    }
    return (bytes, captions)
  }
}
