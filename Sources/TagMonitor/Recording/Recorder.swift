package import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What is recorded, and what becomes of it.
struct Recorder: Sendable {
  /// Whether what is done is recorded.
  var isOn = false
  /// Whether it is written when the monitor is left, so that nobody has to be asked.
  var isWrittenAtEnd = false
  /// The file to which it is written then; nil where nobody named one.
  var path: String?
  /// Whether the monitor is left once it is written.
  var leavesOnceWritten = false
}

/// How much was recorded.
struct RecordedSum: Sendable, Hashable {
  /// How many acts were done by hand.
  var acts: Int
  /// How many things are expected.
  var expected: Int

  /// "5 acts", "5 acts, 2 expected"
  var words: String {
    Counted.text(acts, "act") + (expected > 0 ? ", \(expected) expected" : "")
  }
}

extension Monitor {
  /// What is recorded of the branch at hand: all that was done by hand on the way to it belongs to
  /// it, since a scenario begins at its beginning.
  var recordedSum: RecordedSum {
    let acts = run.record.count { entry in
      entry.origin == .hand && entry.statement.command.isAct && !entry.isFailure
    }
    return RecordedSum(acts: acts, expected: run.kept.count)
  }

  /// How much was recorded, in words: "5 acts, 2 expected".
  package var recordedWords: String { recordedSum.words }

  /// Whether something is recorded that would be lost with the monitor.
  package var hasUnsavedRecording: Bool {
    recorder.isOn && recordedSum != RecordedSum(acts: 0, expected: 0)
  }

  /// Records from the beginning, and writes it when the monitor is left.
  ///
  /// - Parameter path: the file, which `R` writes, too; nil for the name that it has otherwise.
  package mutating func recordToEnd(in path: String? = nil) {
    recorder.isOn = true
    recorder.isWrittenAtEnd = true
    recorder.path = path
  }

  /// The recording of the branch at hand, as far as it was played.
  ///
  /// - Parameters:
  ///   - override: the container that stands in for every published one, as the run knows it; nil
  ///     for none.
  ///   - name: what a file that the run names is called from where the recording is to lie.
  package func recording(override: String?, naming name: (String) -> String) -> Recording {
    Recording(of: run, override: override, naming: name)
  }

  /// The edited copy that the run knows by a name; nil where there is none.
  ///
  /// - Parameter name: the name, as the lines of the language have it.
  package func editedCopy(named name: String) -> SavedDraft? {
    editedCopies.all.last { $0.name == name }.map {
      SavedDraft(version: $0.container.version, path: name, changes: $0.changeLines)
    }
  }

  /// The name that a recording has unless somebody gives another.
  package var recordingName: String {
    let file = run.scenario.file.split(separator: "/").last.map(String.init) ?? ""
    let ending = ".scenario"
    let stem = file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
    return (stem.isEmpty ? "session" : stem) + "-recorded" + ending
  }

  // MARK: On and off

  /// `R`: begins to record, or asks for the file to which it is written.
  mutating func toggleRecording() {
    guard recorder.isOn else {
      recorder.isOn = true
      let sum = recordedSum
      let before = sum.acts == 0 ? "" : ", with all that led here"
      message = Message(kind: .ok, text: "recording\(before): \(sum.words) so far")
      message?.remark = "R ends it and writes a scenario"
      return
    }
    overlay = .prompt(
      TextField(
        text: "record " + LanguageWord.written(recorder.path ?? recordingName), history: history))
    message = Message(
      kind: .hint,
      text: "\(recordedSum.words): Enter writes the recording, Esc goes on recording")
  }

  /// `record [FILE]`.
  mutating func record(_ line: String) -> [MonitorEffect] {
    let name = line.dropFirst("record".count).drop { $0 == " " }
    guard !name.isEmpty else {
      toggleRecording()
      return []
    }
    let isQuoted = name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
    let path = isQuoted ? name.dropFirst().dropLast() : name
    guard !path.isEmpty, !path.contains("\"") else {
      message = Message(kind: .failure, text: "write record FILE, with the name in quotes or bare")
      return []
    }
    return [.record(path: String(path))]
  }

  /// Answers `MonitorEffect.record`: it was written.
  ///
  /// - Parameter words: what was written, and how it is played.
  /// - Returns: whether the monitor is to be left now.
  package mutating func recorded(_ words: String) -> Bool {
    let leaves = recorder.leavesOnceWritten
    recorder = Recorder(
      isOn: recorder.isWrittenAtEnd, isWrittenAtEnd: recorder.isWrittenAtEnd, path: recorder.path)
    message = Message(kind: .ok, text: words)
    return leaves
  }

  /// Answers `MonitorEffect.record`: it could not be written, and is recorded on.
  ///
  /// - Parameter sentence: why.
  package mutating func failedToRecord(_ sentence: String) {
    recorder.leavesOnceWritten = false
    message = Message(kind: .failure, text: sentence)
  }

  // MARK: Leaving

  /// Leaves at once; only a recording that is not written is asked about first.
  ///
  /// - Parameter effect: how.
  mutating func leave(by effect: MonitorEffect) -> [MonitorEffect] {
    asksAboutRecording() ? [] : [effect]
  }

  /// Asks what becomes of a recording that is not written, once.
  ///
  /// - Returns: whether that was necessary.
  mutating func asksAboutRecording() -> Bool {
    guard hasUnsavedRecording, !recorder.isWrittenAtEnd, !isAskedAboutRecording else {
      return false
    }
    isPlaying = false
    let lines = ["write it to a file, and leave", "discard it, and leave", "stay"]
    overlay = .menu(
      .leaving, Menu(items: zip(["w", "d", "s"], lines).map { "\($0)  \($1)" }),
      does: [.writeAndLeave, .discardAndLeave, .stay])
    message = Message(kind: .hint, text: "the recording, \(recordedSum.words), is not written")
    return true
  }

  /// Whether it is asked what becomes of a recording that is not written.
  var isAskedAboutRecording: Bool {
    if case .menu(.leaving, _, _)? = overlay { true } else { false }
  }

  /// Asks for the file, and leaves once it is written.
  mutating func writeAndLeave() {
    toggleRecording()
    recorder.leavesOnceWritten = true
  }

  /// Leaves without what was recorded.
  mutating func discardAndLeave() -> [MonitorEffect] {
    recorder = Recorder()
    return leave()
  }

  // MARK: Expecting

  /// `expect this`: expects what is selected, and keeps it in the recording.
  mutating func expectThis() {
    guard let line = expectationOfSelection() else {
      message = Message(
        kind: .hint,
        text: "nothing is selected that can be expected and holds here: select a tag, a value, a "
          + "key, a hit or a line of the log")
      return
    }
    if history.last != line {
      history.append(line)
      keyboard.typed.append(line)
    }
    let remark = recorder.isOn ? keep(line) : "R records, and then it is kept"
    message = Message(kind: .ok, text: line)
    message?.remark = remark
  }

  /// Keeps a line in the recording that holds at the event that is looked at.
  ///
  /// - Returns: what came of it.
  mutating func keep(_ line: String) -> String {
    guard let statement = try? StatementParser.parse(line: line) else { return "not kept" }
    let row = expectedRow
    let place = row.map { "after #\($0)" } ?? "here"
    if let why = run.keep(statement, afterRow: row) { return "not kept in the recording: \(why)" }
    return "kept in the recording \(place)"
  }
}
