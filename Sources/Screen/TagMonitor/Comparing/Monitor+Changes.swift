import OrderedCollections
import ScenarioEngine
package import TagInspection
import TagPanes
package import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The changes that publishing a draft would cause, as last shown.
struct PublishedChanges: Sendable {
  /// The title, such as "What changes if v9 is published".
  var title: String
  var page: [ContainerDescription.Line]
  /// The places that lines open, by their indices in the page, in order.
  var places: OrderedDictionary<Int, ChangePlace> = [:]
  /// The index of the selected place among those.
  var selected = 0
  /// The number of rows of the run when it was compared.
  var rows = 0
}

/// The place that a line of the changes opens.
package struct ChangePlace: Sendable, Hashable {
  /// The event of the current run that shows the change; nil if it occurred only in a trial.
  package var row: Int?
  /// The tag of the change; nil for something else.
  package var tag: String?
  /// The line of the language that causes it.
  package var line: String

  /// - Parameters:
  ///   - row: the event of the current run; nil if it occurred only in a trial.
  ///   - tag: the tag of the change.
  ///   - line: the line that causes it.
  package init(row: Int?, tag: String?, line: String) {
    (self.row, self.tag, self.line) = (row, tag, line)
  }
}

/// A draft to compare with the container that it would replace.
package struct PublishedDraft: Sendable, Hashable {
  package var published: CompiledContainer
  /// The container that would be published.
  package var draft: CompiledContainer
}

/// `:changes` compares two versions of the session: as it is, and as if a draft were published.
extension Monitor {
  /// Requests the changes that publishing a draft would cause.
  ///
  /// - Parameter text: the file of a container; empty for the previewed one or, without a preview,
  ///   the newest draft.
  mutating func askForChanges(of text: Substring) -> [MonitorEffect] {
    let path = String(text.unquoted)
    guard let (id, draft) = draft(named: path) else {
      if !path.isEmpty {
        pendingChanges = path
        return [.load(path: path)]
      }
      message = .failure("there is no draft: create one with P, or name a file as in changes FILE")
      return []
    }
    guard let published = actedWorld.world.server.published[id]?.container else {
      return say(.failure("\(id) is not published yet: P publishes it"))
    }
    guard published != draft else {
      return say(.hint("the draft equals the published version: nothing changes"))
    }
    return [.compare(PublishedDraft(published: published, draft: draft))]
  }

  /// Answers `MonitorEffect.compare`: shows the changes.
  ///
  /// - Parameters:
  ///   - name: the name of the draft, such as "v9".
  ///   - page: the comparison.
  ///   - places: the places that lines of the page open, by line number.
  package mutating func showChanges(
    ofPublishing name: String, _ page: [ContainerDescription.Line],
    places: [Int: ChangePlace] = [:]
  ) {
    let known = places.sorted { $0.key < $1.key }
    changes = PublishedChanges(
      title: "What changes if \(name) is published", page: page,
      places: OrderedDictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value) }),
      rows: run.timeline.rows.count)
    overlay = .changes(0)
  }

  /// Handles `O`: shows the changes by publishing the draft; without a draft, shows the last ones
  /// again if nothing has happened since, or asks for a file.
  mutating func openChanges() -> [MonitorEffect] {
    if draft(named: "") != nil { return askForChanges(of: "") }
    if let changes, changes.rows == run.timeline.rows.count {
      overlay = .changes(0)
      return []
    }
    startTyping("changes ")
    return say(.hint("the file of the version to publish; Tab completes it"))
  }

  /// Handles `c` in the menu of versions: shows the changes by publishing the selected one.
  mutating func openChanges(of choice: VersionChoice) -> [MonitorEffect] {
    guard let file = choice.file else {
      startTyping("changes ")
      return []
    }
    adoptEditedCopies()
    if run.inputs.containers[file.path] == nil {
      run.inputs.containers[file.path] = file.container
    }
    return askForChanges(of: Substring(LanguageWord.written(file.path)))
  }

  /// Handles a key while the changes are shown.
  mutating func handleInChanges(_ key: Key, _ offset: Int) {
    guard var told = changes, !told.places.isEmpty else {
      overlay = scrolled(key, offset).map { .changes($0) }
      return
    }
    let step: Int
    switch key {
    case .up, .character("k"): step = -1
    case .down, .character("j"): step = 1
    case .enter: return open(told.places.values[told.selected])
    default:
      overlay = scrolled(key, offset).map { .changes($0) }
      return
    }
    told.selected = min(max(0, told.selected + step), told.places.count - 1)
    changes = told
    let rows = popupRect.rows - 2
    let (lines, columns) = popupText(in: layout(size: size).body)
    let line = changesPlaces(columns: columns - 4)[told.selected]
    let top = min(max(offset, line + 2 - rows), line)
    // Include the heading above the first one.
    overlay = .changes(min(told.selected == 0 ? 0 : top, max(0, lines.count - rows)))
  }

  /// Selects the event of a change; after a trial, offers its line at the prompt instead.
  private mutating func open(_ place: ChangePlace) {
    if let row = place.row, run.timeline.rows.indices.contains(row - 1) {
      overlay = nil
      look(at: row)
      move(to: .tags)
      if let tag = place.tag.flatMap({ name in view.tags.firstIndex { $0.name == name } }),
        let order = selection.tagOrder.firstIndex(of: tag)
      {
        selection.select(order, in: .tags, of: view.tags.count, view)
      }
    } else if place.line.isEmpty {
      message = .hint("no event of this run belongs to it")
    } else {
      startTyping(place.line)
      message = .hint("that was only tried: Enter runs it here")
    }
  }

  /// Returns the container that would be published, and its public id.
  private func draft(named path: String) -> (id: String, container: CompiledContainer)? {
    let world = actedWorld
    let ids = world.world.app.containers.map(\.id)
    if !path.isEmpty {
      guard let container = run.inputs.containers[path] else { return nil }
      let own = container.version.containerID.flatMap { ids.contains($0) ? $0 : nil }
      return (own ?? world.world.app.containerID, container)
    }
    if let id = world.runtime?.previewedContainer, let used = world.runtime?.compiledContainer(id),
      world.runtime?.containerStatus(of: id)?.source == .preview
    {
      return (id, used)
    }
    for id in ids {
      if let draft = world.world.server.drafts[id]?.last { return (id, draft) }
    }
    return nil
  }

  /// Returns the lines of the last shown changes.
  func changesLines(columns: Int) -> [Line] {
    guard let changes else { return [] }
    let selected = changes.places.isEmpty ? nil : changes.places.keys[changes.selected]
    return changes.page.enumerated().flatMap { place, line in
      lines(of: line, columns: columns, isSelected: place == selected)
    }
  }

  /// Returns the selected line of the text in a popup; nil if it has none.
  func presentLine(columns: Int) -> Int? {
    guard case .text(.changes, _)? = overlay, let changes, !changes.places.isEmpty else {
      return nil
    }
    return changesPlaces(columns: columns)[changes.selected]
  }

  private func lines(
    of line: ContainerDescription.Line, columns: Int, isSelected: Bool = false
  ) -> [Line] {
    if line.text.isEmpty { return [Line()] }
    let text = TerminalText.visible(line.text)
    let space = String(repeating: " ", count: line.indent)
    let style: Style = isSelected ? .selection : line.indent == 0 ? .bold : .plain
    return Wrapping.lines(text, columns: max(8, columns - line.indent)).map {
      Line(isSelected ? borders.cell(space + $0, columns) : space + $0, style)
    }
  }

  /// Returns the first line of each place that can be opened.
  private func changesPlaces(columns: Int) -> [Int] {
    guard let changes else { return [] }
    var starts: [Int] = []
    var count = 0
    for (place, line) in changes.page.enumerated() {
      if changes.places[place] != nil { starts.append(count) }
      count += lines(of: line, columns: columns).count
    }
    return starts
  }
}
