import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// Adds the copies to the current run, as files that were read.
  mutating func adoptEditedCopies() {
    for copy in saving.editedCopies.all where run.inputs.containers[copy.name] == nil {
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
    var all = Array(run.inputs.containers.values) + saving.editedCopies.all.map(\.container)
    all += server.published.values.map(\.container) + server.drafts.values.flatMap { $0 }
    all += world.disk.savedContainers.values.map(\.container)
    let numbers = all.compactMap { Int64($0.version.version) }.filter { $0 < .max }
    return String((numbers.max() ?? 0) + 1)
  }

  // MARK: Saving

  /// Saves an edited copy: `save-draft FILE [version=10]`, by default the newest.
  mutating func saveDraft(_ line: String) -> [MonitorEffect] {
    guard let newest = saving.editedCopies.all.last else {
      return say(.hint("nothing was changed yet: press a in Explain to change a rule or a value"))
    }
    // The rest of the line has the syntax of `draft`.
    let rest = line.dropFirst(EditedCopies.saveWord.count)
    let read = try? StatementParser.parse(line: "draft" + rest)
    guard case .draft(let path, let id, let version)? = read?.command else {
      message = .failure(
        "write \(EditedCopies.saveWord) FILE, with version=10 for a copy other than the newest")
      return []
    }
    let wanted = saving.editedCopies.all.last { copy in
      (version == nil || copy.container.version.version == version)
        && (id == nil || copy.containerID == id)
    }
    guard let copy = version == nil && id == nil ? newest : wanted else {
      let known = saving.editedCopies.all.map {
        "v\($0.container.version.version) of \($0.containerID)"
      }
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
    saving.editedCopies.noteSaved(draft.version)
    message = .ok(words)
  }
}

extension EditedCopy {
  var changeLines: [String] {
    [
      "Changes by hand: v\(container.version.version) of \(containerID), made of \(base)",
      "Repeat them in the web interface:", "",
    ] + changes.enumerated().map { "\($0.offset + 1). \($0.element)" }
  }
}
