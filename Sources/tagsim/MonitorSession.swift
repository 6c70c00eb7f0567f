import CommandKit
import ContainerFormats
import Foundation
import NcursesTerminal
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TagTrials
import TerminalKit

/// Runs the monitor on a terminal: the one place where it meets a clock, files and a screen.
struct MonitorSession {
  /// How often the screen is drawn while the clock runs.
  private static let frameMilliseconds = 50
  /// The most names of a folder that are completed.
  private static let nameLimit = 2000
  /// How many events are taken before the screen is drawn.
  private static let burstLimit = 1000

  @Boxed var monitor: Monitor
  private(set) var loader: ScenarioLoader
  private(set) var scenarioPath: String
  /// The file of the phone's disk; nil where it has none.
  var device: DeviceFile?
  /// The phone that is followed; nil for none.
  @Boxed var feed: PhoneFeed?
  /// Where notes for the presenter go; nil for nowhere.
  var notes: NotePipe?
  /// Where typed lines are kept; nil for nowhere.
  var history: HistoryFile?
  /// What a trace is made from; nil where none can be.
  var source: TraceSource?
  /// The file to which the session is recorded, as the command line names it; nil for none.
  @Boxed var recordingPath: String?
  /// Whether this session has written that file already.
  private(set) var wasRecordingWritten = false
  /// The trace that is written as things happen; nil for none.
  var trace: SessionTrace?
  /// Is told where the trace is, once there is one.
  var keeps: ((_ path: String) -> Void)?
  /// Makes the monitor of another scenario.
  var opens: ((OpenedFile) -> Monitor)?
  /// What looks at the keys while something takes long; nil for nothing.
  var work: LongWork?
  /// Is handed the keys that were typed meanwhile, and draws everything anew.
  var takesBack: ((_ typed: [UInt8]) -> Void)?
  /// What is said of the terminal where it was started.
  var environment = ProcessInfo.processInfo.environment
  /// What takes copies where no command does; nil for nothing.
  private var clipboard: TerminalClipboard?
  /// Why the file does not hold what is shown; nil where it does.
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

  /// Shows the monitor until the user leaves; false where the program was told to end.
  mutating func run(on terminal: any Terminal) -> Bool {
    defer { terminal.close() }
    clipboard = TerminalClipboard(terminal, environment)
    let clock = ContinuousClock()
    var last = clock.now
    _ = monitor.handle(.resized(terminal.size))
    // What a phone did before it was looked at is in the trace, too.
    keepTrace()
    follow()
    show(on: terminal)
    while true {
      let isTimed = monitor.wantsTime || feed?.isOpen == true
      let wait = isTimed ? Self.frameMilliseconds : -1
      var event = terminal.nextEvent(timeoutMilliseconds: wait)
      let now = clock.now
      monitor.advance(by: now - last)
      last = now
      var taken = 0
      while let next = event {
        // What takes long may be ended from outside: all that came before is kept by then.
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

  /// Does what the phone did meanwhile; false where there is none, or it did nothing.
  @discardableResult
  private mutating func follow() -> Bool {
    guard let news = feed?.news() else { return false }
    monitor.follow(news)
    return true
  }

  /// Has the monitor take an event; one that takes too long for the user changes nothing.
  private mutating func handle(_ event: TerminalEvent) -> Bool? {
    guard work != nil else { return obey(monitor.handle(event)) }
    var effects: [MonitorEffect] = []
    return beingPatient { session in effects = session.monitor.handle(event) } ? obey(effects) : nil
  }

  /// Does something that may take long; false where the user had enough of it, and the monitor is
  /// as it was.
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

  /// Presses keys one after the other, up to one by which the user leaves.
  mutating func press(_ keys: [Key]) {
    for key in keys where obey(monitor.handle(.key(key))) != nil { return }
  }

  /// Has the monitor do something, does what it wants, and keeps what was done.
  ///
  /// - Returns: nil while the user stays; else true where they leave, and false where the program
  ///   is to end.
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

  /// Does what the monitor wants; true when the user leaves, false when the program is to end.
  private mutating func obey(_ effects: [MonitorEffect]) -> Bool? {
    for effect in effects {
      switch effect {
      case .quit: return true
      case .interrupt: return false
      case .load(let path): load(path)
      case .open(let lesson): open(lesson)
      case .keep(let lines, let path): keep(lines, path)
      case .saveDraft(let draft): save(draft)
      case .compare(let draft): compare(draft)
      case .record(let path): if record(to: path) { return true }
      case .copy(let copied): copy(copied)
      case .saveTrace(let path): saveTrace(path)
      case .report(let path): report(path)
      case .list(let folder): monitor.listed(names(in: folder), folder: folder)
      }
    }
    return nil
  }

  /// Hands a text to the command that takes copies, or to the terminal.
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
          "snapshots are kept beside a scenario, and this is a trace: R records one",
          code: .badInput)
      }
      try SnapshotFiles().keepNew(lines, at: path)
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Writes an edited copy beside the scenario, where its lines find it again.
  private mutating func save(_ draft: SavedDraft) {
    do throws(CommandFailure) {
      let place = loader.resolved(draft.path, besides: writingPath)
      monitor.saved(draft, try DraftFiles().save(draft, at: place))
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Shows what happens differently once a draft is published.
  private mutating func compare(_ draft: PublishedDraft) {
    _ = beingPatient { session in
      let comparison = BehaviourComparison(
        redoing: session.monitor.run, published: draft.published, draft: draft.draft)
      session.monitor.showChanges(
        ofPublishing: comparison.new.name, comparison.page, places: comparison.places)
    }
  }

  /// Writes the recording beside the scenario; true where the monitor is to be left then.
  private mutating func record(to path: String) -> Bool {
    do throws(CommandFailure) {
      // The file of the command line is named from the folder of the command.
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

  /// Beside what files are written: the scenario, and what is at hand where a trace names it, which
  /// somebody else may have made.
  private var writingPath: String {
    monitor.isOfTrace
      ? scenarioPath.split(separator: "/").last.map(String.init) ?? "" : scenarioPath
  }

  /// Where recordings are written.
  var recordings: RecordingFiles {
    RecordingFiles(loader: loader, scenarioPath: scenarioPath)
  }

  /// Writes the trace of the run at hand.
  private mutating func saveTrace(_ path: String?) {
    do throws(CommandFailure) {
      if device != nil { throw TraceSource.deviceRefusal }
      guard let source else { return }
      monitor.savedTrace(try source.save(monitor.run, to: path))
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Writes what is seen as a page.
  private mutating func report(_ path: String) {
    do throws(CommandFailure) {
      try ReportFiles().save(monitor, at: path)
      monitor.wrote(report: path)
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Has what was done be kept, whatever comes.
  private mutating func keepTrace() {
    guard let source, let trace else { return }
    let isNew = trace.path == nil
    let trouble = trace.follow(monitor, source)
    if isNew, let path = trace.path { keeps?(path) }
    if let trouble { monitor.show(failure: trouble) }
  }

  /// Opens another scenario in the place of this one, at its title.
  private mutating func open(_ lesson: String) {
    do throws(CommandFailure) {
      let opened = try OpenedFile(lesson: lesson)
      guard let opens else { return }
      let kept = try monitor.hasUnsavedRecording ? recordings.keepUnwritten(monitor) : nil
      // The lesson has a phone of its own; the file stays as this one left it.
      save()
      device = nil
      trace?.end(monitor, "another lesson was opened")
      trace = trace?.next(for: opened)
      source = opened.source
      var next = opens(opened)
      next.take(over: monitor)
      next.showTitleCard()
      monitor = next
      loader = opened.loader
      scenarioPath = opened.scenarioPath
      kept.map { monitor.show(hint: $0) }
    } catch {
      monitor.show(failure: error.lines.joined(separator: " "))
    }
  }

  /// Hands what came for the presenter to whoever reads it.
  private mutating func tellNotes() {
    guard let notes, let trouble = notes.write(monitor.takeNotes()) else { return }
    monitor.show(failure: trouble)
  }

  /// Keeps what was typed for later sessions.
  private mutating func keepTyped() {
    let lines = monitor.takeTypedLines()
    guard let history, let trouble = history.add(lines) else { return }
    monitor.show(failure: trouble)
  }

  /// The names in a folder beside the scenario, those of folders with a `/`; none where it cannot
  /// be read.
  private func names(in folder: String) -> [String] {
    let place = loader.resolved(folder.isEmpty ? "." : folder, besides: scenarioPath)
    return loader.names(in: place).sorted().prefix(Self.nameLimit).map { $0 }
  }

  private mutating func load(_ path: String) {
    let place = loader.resolved(path, besides: scenarioPath)
    do throws(LoadFailure) {
      let container = try loader.container(place)
      // The statement that named it is done now.
      var effects: [MonitorEffect] = []
      _ = beingPatient { effects = $0.monitor.loaded(container, path: path) }
      _ = obey(effects)
    } catch {
      monitor.failedToLoad(error.lines.joined(separator: " "))
    }
  }
}
