import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// The size of the recording of the current branch: it includes all of the user's actions before
  /// the branch, since a scenario starts at the beginning.
  var recordedSum: RecordedSum {
    let acts = run.record.count { entry in
      entry.origin == .hand && entry.statement.command.isAct && !entry.isFailure
    }
    return RecordedSum(acts: acts, expected: run.kept.count)
  }

  /// The size of the recording in words: "5 acts, 2 expected".
  package var recordedWords: String { recordedSum.words }

  /// Whether quitting would lose a recording.
  package var hasUnsavedRecording: Bool {
    saving.recorder.isOn && recordedSum != RecordedSum(acts: 0, expected: 0)
  }

  /// Records from the beginning, and writes the recording on exit.
  ///
  /// - Parameter path: the file, which `R` also writes; nil for the default name.
  package mutating func recordToEnd(in path: String? = nil) {
    saving.recorder.isOn = true
    saving.recorder.isWrittenAtEnd = true
    saving.recorder.path = path
  }

  /// Returns the edited copy with a name in the run; nil if there is none.
  ///
  /// - Parameter name: the name, as in lines of the language.
  package func editedCopy(named name: String) -> SavedDraft? {
    saving.editedCopies.all.last { $0.name == name }.map {
      SavedDraft(version: $0.container.version, path: name, changes: $0.changeLines)
    }
  }

  /// The default name of a recording.
  package var recordingName: String {
    let file = run.scenario.file.split(separator: "/").last.map(String.init) ?? ""
    let ending = ".scenario"
    let stem = file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
    return (stem.isEmpty ? "session" : stem) + "-recorded" + ending
  }

  // MARK: On and off

  /// Handles `R`: starts recording, or asks for the file to write.
  mutating func toggleRecording() {
    // All that a phone did is there already.
    if showsPhone { saving.recorder.isOn = true }
    guard saving.recorder.isOn else {
      saving.recorder.isOn = true
      let sum = recordedSum
      let before = sum.acts == 0 ? "" : ", including everything so far"
      message = .ok("recording\(before): \(sum.words) so far")
      message?.remark = "R stops and saves a scenario"
      return
    }
    startTyping("record " + LanguageWord.written(saving.recorder.path ?? recordingName))
    message = .hint("\(recordedSum.words): Enter saves the recording, Esc continues recording")
  }

  /// Executes `record [FILE]`.
  mutating func record(_ line: String) -> [MonitorEffect] {
    let name = line.dropFirst("record".count).drop { $0 == " " }
    guard !name.isEmpty else {
      toggleRecording()
      return []
    }
    let path = name.unquoted
    guard !path.isEmpty, !path.contains("\"") else {
      return say(.failure("write record FILE, with the name in quotes or bare"))
    }
    return [.record(path: String(path))]
  }

  /// Answers `MonitorEffect.record`: it was written.
  ///
  /// - Parameter words: the written files, and how to play them.
  /// - Returns: whether the monitor must quit now.
  package mutating func recorded(_ words: String) -> Bool {
    let leaves = saving.recorder.leavesOnceWritten
    saving.recorder = Recorder(
      isOn: saving.recorder.isWrittenAtEnd, isWrittenAtEnd: saving.recorder.isWrittenAtEnd,
      path: saving.recorder.path)
    message = .ok(words)
    return leaves
  }

  /// Answers `MonitorEffect.record`: it could not be written, and recording continues.
  ///
  /// - Parameter sentence: the reason.
  package mutating func failedToRecord(_ sentence: String) {
    saving.recorder.leavesOnceWritten = false
    message = .failure(sentence)
  }

  // MARK: Quitting

  /// Quits at once; asks first only about an unwritten recording.
  ///
  /// - Parameter effect: the way to quit.
  mutating func leave(by effect: MonitorEffect) -> [MonitorEffect] {
    asksAboutRecording() ? [] : [effect]
  }

  /// Asks once what to do with an unwritten recording.
  ///
  /// - Returns: whether it asked.
  mutating func asksAboutRecording() -> Bool {
    guard hasUnsavedRecording, !saving.recorder.isWrittenAtEnd, !isAskedAboutRecording else {
      return false
    }
    isPlaying = false
    open(
      OpenMenu(
        Recorder.question, asks: "recording",
        [
          // Asks for the file, and quits once it is written.
          OpenMenu.Line("save it to a file, and quit", "w") {
            $0.toggleRecording()
            $0.saving.recorder.leavesOnceWritten = true
            return []
          },
          OpenMenu.Line("discard it, and quit", "d") {
            $0.saving.recorder = Recorder()
            return $0.leave()
          },
          OpenMenu.Line("stay", "s") { _ in [] },
        ]))
    message = .hint("the recording, \(recordedSum.words), is not saved")
    return true
  }

  /// Whether the question about an unwritten recording is open.
  var isAskedAboutRecording: Bool {
    (overlay as? OpenMenu)?.title == Recorder.question
  }

  // MARK: Expecting

  /// Executes `expect this`: checks an expectation of the selection, and adds it to the recording.
  mutating func expectThis() {
    guard let line = expectationOfSelection() else {
      message = .hint(
        "nothing selected can become a check here: select a tag, a value, a key, a hit or a line "
          + "of the log")
      return
    }
    if display.keyboard.history.last != line {
      display.keyboard.history.append(line)
      display.keyboard.typed.append(line)
    }
    let remark = saving.recorder.isOn ? keep(line) : "press R to record; then it is kept"
    message = .ok(line)
    message?.remark = remark
  }

  /// Adds a line to the recording that holds at the selected event.
  ///
  /// - Returns: a text about the result.
  mutating func keep(_ line: String) -> String {
    guard let statement = try? StatementParser.parse(line: line) else { return "not kept" }
    let row = expectedRow
    let place = row.map { "after #\($0)" } ?? "here"
    if let why = run.keep(statement, afterRow: row) { return "not added to the recording: \(why)" }
    return "added to the recording \(place)"
  }
}

/// The run of a trace is read-only: any action begins a branch.
extension Monitor {
  /// The number of times that the current run was switched, so that an observer can detect whether
  /// new rows continue the same run.
  package var switches: Int { telling.tracing.switches }

  /// Marks the current run as opened from a trace.
  ///
  /// - Parameter remarks: notes on the run, one sentence each.
  package mutating func openTrace(remarks: [String]) {
    telling.tracing.isOfTrace = true
    comparing.branches = Branches(of: Tracing.firstName)
    telling.playback.sawEnd = run.next == nil
    message =
      remarks.isEmpty
      ? Message.hint(
        "this is a recorded trace: < and . step through it; any change starts a branch")
      : Message.failure(remarks.joined(separator: "; "))
  }

  /// Whether the first run comes from a trace.
  package var isOfTrace: Bool { telling.tracing.isOfTrace }

  /// Whether the current run is that of a trace.
  var showsTrace: Bool { telling.tracing.isOfTrace && comparing.branches.here.parent == nil }

  /// Returns whether the present can continue: for a trace or a real phone it continues on a
  /// branch, and undone steps are kept.
  mutating func prepareGoingOn() -> Bool {
    showsTrace || showsPhone ? beginBranch(named: nil, isAskedFor: false) : keepUndone()
  }

  // MARK: Writing

  /// Requests to write the trace of the current run: `save-trace [FILE]`.
  func saveTrace(_ line: Substring) -> [MonitorEffect] {
    let name = line.drop { $0 == " " }
    let path = name.unquoted
    return [.saveTrace(path: path.isEmpty ? nil : String(path))]
  }

  /// Answers `MonitorEffect.saveTrace`: it was written.
  ///
  /// - Parameter path: the path of the file.
  package mutating func savedTrace(_ path: String) {
    let place = cursor.map { " --at \($0)" } ?? ""
    message = .ok("saved: \(path)   tagsim \(ShellText.path(path))\(place) opens it")
  }
}
