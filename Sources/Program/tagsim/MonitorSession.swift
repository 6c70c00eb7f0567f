import CommandKit
import ContainerFormats
import Foundation
import NcursesTerminal
import OrderedCollections
import Publishing
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit

/// Runs the monitor on a terminal: the one place where it meets a clock, files and a screen.
struct MonitorSession {
  /// How often the screen is drawn while the clock runs.
  private static let frameMilliseconds = 50
  /// The most names of a folder that are completed.
  private static let nameLimit = 2000
  /// The most events that are handled before the screen is drawn.
  private static let burstLimit = 1000

  @Boxed var monitor: Monitor
  private(set) var loader: ScenarioLoader
  private(set) var scenarioPath: String
  /// The file of the phone's disk; nil for none.
  var device: DeviceFile?
  /// The phone that is followed; nil for none.
  @Boxed var feed: PhoneFeed?
  /// The pipe for the presenter's notes; nil for none.
  var notes: NotePipe?
  /// The file of typed lines; nil for none.
  var history: HistoryFile?
  /// The inputs of a trace; nil if no trace is possible.
  var source: TraceSource?
  /// The file that the session is recorded to, as the command line names it; nil for none.
  @Boxed var recordingPath: String?
  /// Whether this session already wrote that file.
  private(set) var wasRecordingWritten = false
  /// The trace that is written as things happen; nil for none.
  var trace: SessionTrace?
  /// Receives the path of the trace, once it exists.
  var keeps: ((_ path: String) -> Void)?
  /// Makes the monitor of another scenario.
  var opens: ((OpenedFile) -> Monitor)?
  /// The watcher that reads the keys during long work; nil for none.
  var work: LongWork?
  /// Receives the keys that were typed meanwhile, and redraws everything.
  var takesBack: ((_ typed: [UInt8]) -> Void)?
  /// The environment in which the program was started.
  var environment = ProcessInfo.processInfo.environment
  /// The destination of copies without a copy command; nil for none.
  private var clipboard: TerminalClipboard?
  /// Why the file does not contain what is shown; nil if it does.
  private(set) var unsaved: CommandFailure?

  init(
    monitor: Monitor, loader: ScenarioLoader, scenarioPath: String, device: DeviceFile? = nil
  ) {
    self.monitor = monitor
    self.loader = loader
    self.scenarioPath = scenarioPath
    self.device = device
    self.monitor.programVersion = ProgramVersion.number
  }

  /// Shows the monitor until the user quits; false if the program was asked to end.
  mutating func run(on terminal: any Terminal) -> Bool {
    defer {
      feed?.end()
      terminal.close()
    }
    clipboard = TerminalClipboard(terminal, environment)
    let clock = ContinuousClock()
    var last = clock.now
    _ = monitor.handle(.resized(terminal.size))
    // The trace also contains what a phone did before it was first shown.
    keepTrace()
    follow()
    show(on: terminal)
    while true {
      let isTimed = monitor.wantsTime || feed?.isOpen == true
      let wait = feed?.isBusy == true ? 0 : isTimed ? Self.frameMilliseconds : -1
      var event = terminal.nextEvent(timeoutMilliseconds: wait)
      let now = clock.now
      monitor.advance(by: now - last)
      last = now
      var taken = 0
      while let next = event {
        // Long work may be ended from outside, so everything before it is saved first.
        keepTrace()
        if let isLeft = handle(next) {
          save()
          keepTyped()
          keepTrace()
          return isLeft
        }
        taken += 1
        event = taken < Self.burstLimit ? terminal.nextEvent(timeoutMilliseconds: 0) : nil
      }
      // A phone that does nothing changes nothing on the screen.
      let isIdle = !follow() && taken == 0 && feed != nil && !monitor.wantsTime
      if !isIdle { show(on: terminal) }
    }
  }

  /// Applies what the phone did meanwhile; false if there is no phone, or it did nothing.
  @discardableResult
  private mutating func follow() -> Bool {
    guard var feed else { return false }
    self.feed = nil
    defer { self.feed = feed }
    return monitor.follow { feed.news(in: &$0) }
  }

  /// Handles an event; if the user cancels it, nothing changes.
  private mutating func handle(_ event: TerminalEvent) -> Bool? {
    guard work != nil else { return obey(monitor.handle(event)) }
    var effects: [MonitorEffect] = []
    return beingPatient { session in effects = session.monitor.handle(event) } ? obey(effects) : nil
  }

  /// Does work that may take long; false if the user cancelled it, which leaves the monitor
  /// unchanged.
  private mutating func beingPatient(_ act: (inout MonitorSession) -> Void) -> Bool {
    guard let work else {
      act(&self)
      return true
    }
    let before = monitor
    work.begin()
    act(&self)
    guard let ended = work.end() else { return true }
    takesBack?(ended.typed)
    guard ended.isGivenUp else { return true }
    monitor = before
    monitor.gaveUp()
    return false
  }

  /// Presses keys one after another, up to one that quits.
  mutating func press(_ keys: [Key]) {
    for key in keys where obey(monitor.handle(.key(key))) != nil { return }
  }

  /// Runs an action of the monitor and its effects, and saves the result.
  ///
  /// - Returns: nil while the user stays; otherwise true if they quit, and false if the program
  ///   should end.
  mutating func take(_ act: (inout Monitor) -> [MonitorEffect]) -> Bool? {
    let end = obey(act(&monitor))
    save()
    keepTrace()
    return end
  }

  /// Shows the world once its disk is in the file.
  private mutating func show(on terminal: any Terminal) {
    save()
    tellNotes()
    keepTyped()
    keepTrace()
    terminal.show(monitor.frame(size: terminal.size))
  }

  private mutating func save() {
    guard let device else { return }
    do throws(CommandFailure) {
      try device.save(monitor.run.timeline.live.world.disk) {
        monitor.takeDiskChanges(since: $0, next: $1)
      }
      unsaved = nil
    } catch {
      unsaved = error
      monitor.show(failure: error.lines.joined(separator: " "))
    }
    let remarks = device.takeRemarks()
    if !remarks.isEmpty { monitor.show(failure: remarks.joined(separator: " ")) }
  }

  /// Carries out the monitor's effects; true if the user quits, false if the program should end.
  private mutating func obey(_ effects: [MonitorEffect]) -> Bool? {
    for effect in effects {
      switch effect {
      case .quit: return true
      case .interrupt: return false
      case .load(let path): load(path)
      case .open(let lesson): open(lesson)
      case .follow(let line): follow(line)
      case .keep(let lines, let path): keep(lines, path)
      case .saveDraft(let draft): save(draft)
      case .compare(let draft): compare(draft)
      case .record(let path): if record(to: path) { return true }
      case .copy(let copied): copy(copied)
      case .saveTrace(let path): saveTrace(path)
      case .report(let path, let isNamed): report(isNamed ? path : besideScenario(path))
      case .list(let folder): monitor.listed(names(in: folder), folder: folder)
      }
    }
    return nil
  }

  /// Passes a text to the copy command, or to the terminal.
  private mutating func copy(_ copied: CopiedText) {
    do throws(CommandFailure) {
      if let command = copied.command {
        try CopyCommand(command).take(copied.text)
        monitor.copied(copied, command)
      } else if let clipboard {
        try clipboard.take(copied.text)
        monitor.copied(copied, TerminalClipboard.doubt)
      } else {
        monitor.show(failure: "there is no terminal to copy to: set copy-command names a command")
      }
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  private mutating func keep(_ lines: [String], _ path: String) {
    do throws(CommandFailure) {
      if monitor.isOfTrace {
        throw CommandFailure(
          "snapshots are stored beside a scenario, but this is a trace: R records one",
          code: .badInput)
      }
      try SnapshotFiles().keepNew(lines, at: path)
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Writes an edited copy beside the scenario, where the scenario's lines find it again.
  private mutating func save(_ draft: SavedDraft) {
    do throws(CommandFailure) {
      let place = loader.resolved(draft.path, besides: writingPath)
      monitor.saved(draft, try DraftFiles().save(draft, at: place))
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  private mutating func compare(_ draft: PublishedDraft) {
    _ = beingPatient { session in
      let comparison = BehaviourComparison(
        redoing: session.monitor.run, published: draft.published, draft: draft.draft)
      session.monitor.showChanges(PublishedChanges(comparison))
    }
  }

  /// Writes the recording beside the scenario; true if the monitor then quits.
  private mutating func record(to path: String) -> Bool {
    do throws(CommandFailure) {
      // A file from the command line is relative to the current folder.
      let isNamed = path == recordingPath
      let place = isNamed ? path : loader.resolved(path, besides: writingPath)
      let replaces = isNamed && wasRecordingWritten
      let words = try recordings.write(monitor, to: place, replacing: replaces)
      if isNamed { wasRecordingWritten = true }
      return monitor.recorded(words)
    } catch {
      monitor.failedToRecord(error.lines.joined(separator: " "))
      return false
    }
  }

  /// The path beside which files are written: the scenario, or the current folder if the scenario's
  /// path comes from a trace, which someone else may have made.
  private var writingPath: String {
    monitor.isOfTrace
      ? scenarioPath.split(separator: "/").last.map(String.init) ?? "" : scenarioPath
  }

  var recordings: RecordingFiles {
    RecordingFiles(loader: loader, scenarioPath: scenarioPath)
  }

  /// Writes the trace of the current run.
  private mutating func saveTrace(_ path: String?) {
    do throws(CommandFailure) {
      if device != nil { throw TraceSource.deviceRefusal }
      guard let source else { return }
      monitor.savedTrace(try source.save(monitor.run, to: path))
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Writes the current view as a page.
  /// The path of a file beside the scenario; a shipped one and a log have no folder of their own.
  private func besideScenario(_ name: String) -> String {
    FileManager.default.fileExists(atPath: writingPath)
      ? loader.resolved(name, besides: writingPath) : name
  }

  private mutating func report(_ path: String) {
    do throws(CommandFailure) {
      try ReportFiles().save(monitor, at: path)
      monitor.wrote(report: path)
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Saves what was done in the trace, so that it survives a crash.
  private mutating func keepTrace() {
    guard let source, let trace else { return }
    let isNew = trace.path == nil
    let trouble = trace.follow(monitor, source)
    if isNew, let path = trace.path { keeps?(path) }
    if let trouble { monitor.show(failure: trouble) }
  }

  /// Opens another scenario in place of this one, at its title.
  private mutating func open(_ lesson: String) {
    do throws(CommandFailure) {
      try open(try OpenedFile(lesson: lesson), because: "another lesson opened") {
        $0.showTitleCard()
      }
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  private mutating func open(
    _ opened: OpenedFile, because reason: String, _ begin: (inout Monitor) -> Void
  ) throws(CommandFailure) {
    guard let opens else { return }
    let kept = try monitor.hasUnsavedRecording ? recordings.keepUnwritten(monitor) : nil
    // What is opened has its own phone; the file stays as this one left it.
    save()
    device = nil
    endFollowing()
    trace?.end(monitor, reason)
    trace = trace?.next(for: opened)
    source = opened.source
    var next = opens(opened)
    next.take(over: monitor)
    begin(&next)
    monitor = next
    loader = opened.loader
    scenarioPath = opened.scenarioPath
    kept.map { monitor.show(hint: $0) }
  }

  // MARK: Following

  /// Follows a log or a command with the container that is open.
  private mutating func follow(_ line: String) {
    do throws(CommandFailure) {
      guard opens != nil else {
        throw CommandFailure(
          "a phone is followed on the screen: tagsim follow --container FILE LOG", code: .usage)
      }
      let (path, bytes) = try openContainer()
      let source = try CapturedContainer(bytes, named: path)
      let words = try PhoneCommand.words(of: line)
      var feed: PhoneFeed
      if let log = file(line) ?? (words.count == 1 ? file(words[0]) : nil) {
        feed = try PhoneFeed(log, source)
      } else {
        feed = try PhoneFeed(PhoneCommand(line), source)
      }
      do throws(CommandFailure) {
        let opened = try OpenedFile(followed: feed.text, container: path, bytes)
        try open(opened, because: "a phone is followed") { _ in }
      } catch {
        feed.end()
        throw error
      }
      self.feed = feed
      follow()
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// The path of a file as typed, or beside the scenario, where Tab completes it; nil for none.
  private func file(_ path: String) -> String? {
    [path, loader.resolved(path, besides: scenarioPath)].first {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  /// The path and the bytes of the container that is open.
  private func openContainer() throws(CommandFailure) -> (path: String, bytes: [UInt8]) {
    let simulation = monitor.run.timeline.live
    let id = simulation.world.app.containerID
    let open =
      simulation.runtime?.compiledContainer(id) ?? simulation.world.server.published[id]?.container
    let path = monitor.run.inputs.containers.elements.first { $0.value === open }?.key
    guard let path else {
      throw CommandFailure(
        "the container that is open has no file: save it first, with save-draft", code: .badInput)
    }
    let place = loader.resolved(path, besides: scenarioPath)
    do {
      return (place, try loader.files.bytes(of: place, limit: ContainerLimits.bytes))
    } catch {
      throw CommandFailure("\(place): cannot be read", code: .badInput)
    }
  }

  /// Ends the following of a phone, and the command that writes its log.
  private mutating func endFollowing() {
    feed?.end()
    feed = nil
  }

  /// Writes new notes to the presenter's pipe.
  private mutating func tellNotes() {
    guard let notes, let trouble = notes.write(monitor.takeNotes()) else { return }
    monitor.show(failure: trouble)
  }

  /// Saves the typed lines for later sessions.
  private mutating func keepTyped() {
    let lines = monitor.takeTypedLines()
    guard let history, let trouble = history.add(lines) else { return }
    monitor.show(failure: trouble)
  }

  /// The names in a folder beside the scenario, with a `/` after those of folders; none if it
  /// cannot be read.
  private func names(in folder: String) -> [String] {
    let place = loader.resolved(folder.isEmpty ? "." : folder, besides: scenarioPath)
    return loader.names(in: place).sorted().prefix(Self.nameLimit).map { $0 }
  }

  private mutating func load(_ path: String) {
    let place = loader.resolved(path, besides: scenarioPath)
    do throws(LoadFailure) {
      let container = try loader.container(
        place, on: monitor.run.inputs.app.platform, in: scenarioPath)
      // The statement that named it is done now.
      var effects: [MonitorEffect] = []
      _ = beingPatient { effects = $0.monitor.loaded(container, path: path) }
      _ = obey(effects)
    } catch {
      monitor.failedToLoad(error.lines.joined(separator: " "))
    }
  }
}
