package import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The state of the recording, and its destination.
struct Recorder: Sendable {
  /// Whether the user's actions are recorded.
  var isOn = false
  /// Whether the recording is written on exit without asking.
  var isWrittenAtEnd = false
  /// The file to write it to; nil if none was named.
  var path: String?
  /// Whether the monitor quits once it is written.
  var leavesOnceWritten = false
}

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
    recorder.isOn && recordedSum != RecordedSum(acts: 0, expected: 0)
  }

  /// Records from the beginning, and writes the recording on exit.
  ///
  /// - Parameter path: the file, which `R` also writes; nil for the default name.
  package mutating func recordToEnd(in path: String? = nil) {
    recorder.isOn = true
    recorder.isWrittenAtEnd = true
    recorder.path = path
  }

  /// Returns the recording of the current branch, as far as it was played.
  ///
  /// - Parameters:
  ///   - override: the container that replaces every published one, as the run knows it; nil for
  ///     none.
  ///   - name: returns the path of a file in the run, relative to the recording.
  package func recording(override: String?, naming name: (String) -> String) -> Recording {
    Recording(of: run, override: override, naming: name)
  }

  /// Returns the edited copy with a name in the run; nil if there is none.
  ///
  /// - Parameter name: the name, as in lines of the language.
  package func editedCopy(named name: String) -> SavedDraft? {
    editedCopies.all.last { $0.name == name }.map {
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
    guard recorder.isOn else {
      recorder.isOn = true
      let sum = recordedSum
      let before = sum.acts == 0 ? "" : ", including everything so far"
      message = .ok("recording\(before): \(sum.words) so far")
      message?.remark = "R stops and saves a scenario"
      return
    }
    overlay = .prompt(
      TextField(
        text: "record " + LanguageWord.written(recorder.path ?? recordingName), history: history))
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
    let leaves = recorder.leavesOnceWritten
    recorder = Recorder(
      isOn: recorder.isWrittenAtEnd, isWrittenAtEnd: recorder.isWrittenAtEnd, path: recorder.path)
    message = .ok(words)
    return leaves
  }

  /// Answers `MonitorEffect.record`: it could not be written, and recording continues.
  ///
  /// - Parameter sentence: the reason.
  package mutating func failedToRecord(_ sentence: String) {
    recorder.leavesOnceWritten = false
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
    guard hasUnsavedRecording, !recorder.isWrittenAtEnd, !isAskedAboutRecording else {
      return false
    }
    isPlaying = false
    let lines = ["save it to a file, and quit", "discard it, and quit", "stay"]
    overlay = .menu(
      .leaving, Menu(items: zip(["w", "d", "s"], lines).map { "\($0)  \($1)" }),
      does: [.writeAndLeave, .discardAndLeave, .stay])
    message = .hint("the recording, \(recordedSum.words), is not saved")
    return true
  }

  /// Whether the question about an unwritten recording is open.
  var isAskedAboutRecording: Bool {
    if case .menu(.leaving, _, _)? = overlay { true } else { false }
  }

  /// Asks for the file, and quits once it is written.
  mutating func writeAndLeave() {
    toggleRecording()
    recorder.leavesOnceWritten = true
  }

  /// Quits without the recording.
  mutating func discardAndLeave() -> [MonitorEffect] {
    recorder = Recorder()
    return leave()
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
    if history.last != line {
      history.append(line)
      keyboard.typed.append(line)
    }
    let remark = recorder.isOn ? keep(line) : "press R to record; then it is kept"
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
