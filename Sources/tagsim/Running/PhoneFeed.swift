import CommandKit
import Foundation
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TagTrials

/// The log of a phone while it grows, for the monitor: what it says becomes lines of the language,
/// and is held against the container.
struct PhoneFeed {
  /// What came since it was asked last.
  struct News {
    /// What the phone did, as lines of the language.
    var lines: [String] = []
    /// How phone and container stand to each other; nil where nothing has changed.
    var sum: String?
  }

  /// How much is read at once, and how often before the screen is drawn.
  private static let chunk = 65_536
  private static let chunksAtOnce = 16
  /// How long the first event is waited for before the screen is there, in turns and milliseconds.
  private static let firstTurns = 10
  private static let turnMilliseconds: Int32 = 50

  /// The scenario before the first event.
  let text: String
  /// Whether more may come.
  private(set) var isOpen = true

  private let file: Int32
  private let isRegular: Bool
  @Boxed private var reader: PhoneLogReader
  @Boxed private var record: PhoneRecord
  @Boxed private var player: PhonePlayer
  private var waiting: [PhoneRecord.Change] = []
  private var told = ""

  /// Begins to read a log, until its first event or for a moment.
  ///
  /// - Parameters:
  ///   - log: its path; that of standard input is read as it comes.
  ///   - source: the container.
  init(_ log: String, _ source: CapturedContainer) throws(CommandFailure) {
    file =
      StandardInput.isMeant(by: log) ? StandardInput.handOver() : open(log, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandFailure(
        "\(log): cannot be read (\(String(cString: strerror(errno))))", code: .badInput)
    }
    var status = stat()
    isRegular = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    var reader = PhoneLogReader()
    var record = PhoneRecord()
    var changes: [PhoneRecord.Change] = []
    var isOpen = true
    for _ in 0..<Self.firstTurns where record.events.isEmpty && isOpen {
      let (bytes, goesOn) = Self.read(file, isRegular, Self.turnMilliseconds)
      for entry in reader.read(bytes[...]) { changes.append(record.take(entry)) }
      isOpen = goesOn
    }
    let beginning: (text: String, player: PhonePlayer)
    do throws(ScenarioErrors) {
      beginning = try PhoneScenario.beginning(
        of: record, named: log, container: (source.container, source.path(from: "")),
        year: LogYear.present, now: Self.now)
    } catch {
      let reason = error.errors.first?.sentence ?? "a name in it cannot be written"
      throw CommandFailure("\(log): cannot be followed: \(reason)", code: .badInput)
    }
    text = beginning.text
    player = beginning.player
    self.reader = reader
    self.record = record
    self.isOpen = isOpen
    waiting = changes
  }

  /// The clock of this machine.
  private static var now: CaptureTime {
    let now = Date()
    return CaptureTime(
      wall: WallTime(milliseconds: Int64(now.timeIntervalSince1970 * 1000)),
      offsetSeconds: TimeZone.current.secondsFromGMT(for: now))
  }

  /// What has come meanwhile; it does not wait.
  mutating func news() -> News {
    var news = News()
    let wasOpen = isOpen
    player.arrival = Self.now.wall
    for change in waiting { take(change) }
    waiting = []
    if isOpen {
      let (bytes, goesOn) = Self.read(file, isRegular, 0)
      isOpen = goesOn
      for entry in reader.read(bytes[...]) {
        if case .event(let event) = entry.kind { player.note(event.stages) }
        take(record.take(entry))
      }
    }
    if wasOpen, !isOpen {
      for entry in reader.finish() { take(record.take(entry)) }
      player.finish()
    }
    news.lines = player.takeStory()
    let sum = self.sum
    if sum != told { news.sum = sum }
    told = sum
    return news
  }

  private mutating func take(_ change: PhoneRecord.Change) {
    switch change {
    case .event(let place): player.take(record.events[place])
    case .hit(let place): player.take(record.hits[place])
    case .property(let place):
      player.take(property: record.properties[place].name, record.properties[place].value)
    case .nothing: break
    }
  }

  private var sum: String {
    let states = PhoneMatch.State.allCases.compactMap { state -> String? in
      let count = player.matches.count { $0.state == state }
      return count > 0 ? "\(count) \(state.words)" : nil
    }
    let open = player.openCount
    let parts =
      [Counted.text(record.events.count, "event"), Counted.text(record.hits.count, "hit")] + states
      + (open > 0 ? ["\(open) not yet seen"] : [])
      + (record.flaws.isEmpty ? [] : [Counted.text(record.flaws.count, "finding")])
    return "phone: " + parts.joined(separator: ", ") + (isOpen ? "" : "; the log has ended")
  }

  /// What is there to be read, and whether more may come.
  private static func read(
    _ file: Int32, _ isRegular: Bool, _ milliseconds: Int32
  ) -> (bytes: [UInt8], goesOn: Bool) {
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: chunk)
    for turn in 0..<chunksAtOnce {
      var waited = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard poll(&waited, 1, turn == 0 ? milliseconds : 0) > 0 else { break }
      let count = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A file may grow; a pipe that has ended does not.
      guard count > 0 else { return (all, isRegular && count == 0) }
      all += bytes[..<count]
    }
    return (all, true)
  }
}
