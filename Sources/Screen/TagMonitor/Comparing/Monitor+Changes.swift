import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
package import TextKit

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
        saving.pendingChanges = path
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
    ofPublishing name: String, _ page: [IndentedLine],
    places: [Int: ChangePlace] = [:]
  ) {
    let known = places.sorted { $0.key < $1.key }
    comparing.changes = PublishedChanges(
      title: "What changes if \(name) is published", page: page,
      places: OrderedDictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value) }),
      rows: run.timeline.rows.count)
    open(TextPage(.changes))
  }

  /// Handles `O`: shows the changes by publishing the draft; without a draft, shows the last ones
  /// again if nothing has happened since, or asks for a file.
  mutating func openChanges() -> [MonitorEffect] {
    if draft(named: "") != nil { return askForChanges(of: "") }
    if let changes = comparing.changes, changes.rows == run.timeline.rows.count {
      open(TextPage(.changes))
      return []
    }
    startTyping("changes ")
    return say(.hint("the file of the version to publish; Tab completes it"))
  }

  /// Handles `O` in the menu of versions: shows the changes by publishing the selected one.
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

  /// Opens the selected change; returns false where there is none.
  mutating func openChange() -> Bool {
    guard let told = comparing.changes, !told.places.isEmpty else { return false }
    open(told.places.values[told.selected])
    return true
  }

  /// Selects another change, a number of steps away; returns false where there is none.
  mutating func selectChange(_ steps: Int, in page: TextPage) -> Bool {
    guard let told = comparing.changes, !told.places.isEmpty else { return false }
    let selected = told.selected.moved(by: steps, upTo: told.places.count - 1)
    comparing.changes?.selected = selected
    let rows = page.rect(in: self).rows - 2
    let line = changeRows(columns: page.columns(in: self) - 4).starts[selected]
    let top = min(max(page.top, line + 2 - rows), line)
    // Include the heading above the first one.
    let last = max(0, page.lines(in: self).count - rows)
    update(TextPage(.changes, min(selected == 0 ? 0 : top, last)))
    return true
  }

  /// Selects the event of a change; after a trial, offers its line at the prompt instead.
  private mutating func open(_ place: ChangePlace) {
    if let row = place.row, run.timeline.rows.indices.contains(row - 1) {
      close()
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
  func changesLines(columns: Int) -> [Line] { changeRows(columns: columns).lines }

  /// Returns the line of the selected change; nil if there is none.
  func changeLine(columns: Int) -> Int? {
    let starts = changeRows(columns: columns).starts
    return starts.isEmpty ? nil : comparing.changes.map { starts[$0.selected] }
  }

  /// Returns the lines, and the first one of each place that can be opened.
  private func changeRows(columns: Int) -> (lines: [Line], starts: [Int]) {
    guard let changes = comparing.changes else { return ([], []) }
    var (lines, starts): ([Line], [Int]) = ([], [])
    for (place, line) in changes.page.enumerated() {
      let isPlace = changes.places[place] != nil
      let isSelected = isPlace && starts.count == changes.selected
      if isPlace { starts.append(lines.count) }
      lines += self.lines(of: line, columns: columns, isSelected: isSelected)
    }
    return (lines, starts)
  }

  private func lines(
    of line: IndentedLine, columns: Int, isSelected: Bool
  ) -> [Line] {
    if line.text.isEmpty { return [Line()] }
    let text = TerminalText.visible(line.text)
    let space = String(repeating: " ", count: line.indent)
    let style: Style = isSelected ? .selection : line.indent == 0 ? .bold : .plain
    return Wrapping.lines(text, columns: max(8, columns - line.indent)).map {
      Line(isSelected ? display.borders.cell(space + $0, columns) : space + $0, style)
    }
  }
}
