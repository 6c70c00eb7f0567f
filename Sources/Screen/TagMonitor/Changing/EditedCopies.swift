import OrderedCollections
import ScenarioEngine
import TagPanes
package import TagRuntime
import TagSimulation

/// The containers that the user edited, the newest last.
struct EditedCopies: Sendable {
  /// The maximum number of copies that are kept; beyond that the oldest is dropped, with a message.
  static let limit = 50

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
    return "\(copy.name) is not saved\(more): :\(Monitor.saveDraftWord) FILE\(version) saves it"
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

extension Monitor {
  /// Adds the copies to the current run, as files that were read.
  mutating func adoptEditedCopies() {
    for copy in editedCopies.all where run.inputs.containers[copy.name] == nil {
      run.inputs.containers[copy.name] = copy.container
    }
  }

  /// Returns " id=GTM-CD34" for a container that is not the first one of the app.
  func idWords(_ id: String) -> String {
    id == run.timeline.live.world.app.containerID ? "" : " id=" + LanguageWord.written(id)
  }

  /// The number after the largest number of any version.
  var nextVersion: String {
    let world = actedWorld.world
    let server = world.server
    var all = Array(run.inputs.containers.values) + editedCopies.all.map(\.container)
    all += server.published.values.map(\.container) + server.drafts.values.flatMap { $0 }
    all += world.disk.savedContainers.values.map(\.container)
    let numbers = all.compactMap { Int64($0.version.version) }.filter { $0 < .max }
    return String((numbers.max() ?? 0) + 1)
  }

  // MARK: Saving

  /// The verb that writes an edited copy to a file.
  static let saveDraftWord = "save-draft"

  /// Saves an edited copy: `save-draft FILE [version=10]`, by default the newest.
  mutating func saveDraft(_ line: String) -> [MonitorEffect] {
    guard let newest = editedCopies.all.last else {
      return say(.hint("nothing was changed yet: press a in Explain to change a rule or a value"))
    }
    // The rest of the line has the syntax of `draft`.
    let rest = line.dropFirst(Self.saveDraftWord.count)
    let read = try? StatementParser.parse(line: "draft" + rest)
    guard case .draft(let path, let id, let version)? = read?.command else {
      message = .failure(
        "write \(Self.saveDraftWord) FILE, with version=10 for a copy other than the newest")
      return []
    }
    let wanted = editedCopies.all.last { copy in
      (version == nil || copy.container.version.version == version)
        && (id == nil || copy.containerID == id)
    }
    guard let copy = version == nil && id == nil ? newest : wanted else {
      let known = editedCopies.all.map { "v\($0.container.version.version) of \($0.containerID)" }
      message = .failure("there is no such edited copy; there are " + known.joined(separator: ", "))
      return []
    }
    return [
      .saveDraft(
        SavedDraft(version: copy.container.version, path: path, changes: copy.changeLines))
    ]
  }

  /// Answers `MonitorEffect.saveDraft`: the files were written.
  package mutating func saved(_ draft: SavedDraft, _ words: String) {
    editedCopies.noteSaved(draft.version)
    message = .ok(words)
  }
}

extension EditedCopy {
  /// Returns whether it includes all changes of another copy.
  fileprivate func holds(_ other: EditedCopy) -> Bool {
    containerID == other.containerID && base == other.base && changes.starts(with: other.changes)
  }

  var changeLines: [String] {
    [
      "Changes by hand: v\(container.version.version) of \(containerID), made of \(base)",
      "Repeat them in the web interface:", "",
    ] + changes.enumerated().map { "\($0.offset + 1). \($0.element)" }
  }
}
