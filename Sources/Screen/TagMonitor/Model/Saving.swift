import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
package import TagRuntime
import TagSimulation
import TerminalKit

/// What is taken along: recordings, copies and edited containers, and what waits for a file.
struct Saving: Sendable {
  /// The recording of the session.
  @Boxed var recorder = Recorder()
  /// The destination of copies.
  @Boxed var copying = Copying()
  /// The containers that the user edited.
  @Boxed var editedCopies = EditedCopies()
  /// The unsaved-work warning shown on the last attempt to quit.
  var toldUnsaved: String?
  /// The statement that waits for a file.
  @Boxed var pending: Statement?
  /// The file being read to compare it with the published version; nil for none.
  var pendingChanges: String?
}

/// The state of the recording, and its destination.
struct Recorder: Sendable {
  /// The title of the menu that asks about a recording before it is lost.
  static let question = "The recording is not saved"

  /// Whether the user's actions are recorded.
  var isOn = false
  /// Whether the recording is written on exit without asking.
  var isWrittenAtEnd = false
  /// The file to write it to; nil if none was named.
  var path: String?
  /// Whether the monitor quits once it is written.
  var leavesOnceWritten = false
}

/// The state of a run that was opened from a trace, and the data to write one.
struct Tracing: Sendable {
  /// The name of the run of a trace, from which all others branch.
  static let firstName = "as traced"

  /// Whether the first run comes from a trace.
  var isOfTrace = false
  /// The number of times that the current run was switched.
  var switches = 0
}

/// The destination of copies, and the program's version for them.
struct Copying: Sendable {
  /// The command that receives a copy; nil uses the terminal.
  var command: String?
  /// The version of the program, for archives.
  var program = ""
}

/// The containers that the user edited, the newest last.
struct EditedCopies: Sendable {
  /// The maximum number of copies that are kept; beyond that the oldest is dropped, with a message.
  static let limit = 50

  /// The verb that writes an edited copy to a file.
  static let saveWord = "save-draft"

  private(set) var all: [EditedCopy] = []

  /// Adds a copy.
  ///
  /// - Returns: the copy that was dropped for it.
  mutating func keep(_ copy: EditedCopy) -> EditedCopy? {
    all.append(copy)
    return all.count > Self.limit ? all.removeFirst() : nil
  }

  /// Records that a version was written to a file.
  mutating func noteSaved(_ version: ContainerVersion) {
    for place in all.indices where all[place].container.version == version {
      all[place].isSaved = true
    }
  }

  /// The copies whose changes are not in a file, the newest last.
  private var unsaved: [EditedCopy] {
    let saved = all.filter(\.isSaved)
    return all.filter { copy in !saved.contains { $0.holds(copy) } }
  }

  /// A sentence about the copies that would be lost, and the way to save them; nil for none.
  var unsavedSentence: String? {
    guard let copy = unsaved.last else { return nil }
    let others = unsaved.count - 1
    let more = others == 0 ? "" : ", nor \(others == 1 ? "is 1 other" : "are \(others) others")"
    let isNewest = copy.name == all.last?.name
    let version = isNewest ? "" : " version=\(copy.container.version.version)"
    return "\(copy.name) is not saved\(more): :\(Self.saveWord) FILE\(version) saves it"
  }
}

/// An edited copy to write to files: the output of `compile`, and a list of the changes.
package struct SavedDraft: Sendable, Hashable {
  package var version: ContainerVersion
  /// The path as typed, relative to the scenario.
  package var path: String
  /// The user's changes, line by line.
  package var changes: [String]
}

extension EditedCopy {
  /// Returns whether it includes all changes of another copy.
  fileprivate func holds(_ other: EditedCopy) -> Bool {
    containerID == other.containerID && base == other.base && changes.starts(with: other.changes)
  }
}
