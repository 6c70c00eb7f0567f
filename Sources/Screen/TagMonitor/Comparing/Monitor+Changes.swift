import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

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
  ///   - changes: the changes.
  ///   - path: the file of the new version, if the run does not know it yet.
  package mutating func showChanges(_ changes: PublishedChanges, at path: String? = nil) {
    if let path, let draft = changes.draft { run.inputs.containers[path] = draft }
    var changes = changes
    changes.rows.insert(run.timeline.rowCount)
    comparing.changes = changes
    message = nil
    close()
  }

  /// The changes while they cover the panes: until something happens.
  var shownChanges: PublishedChanges? {
    comparing.changes.flatMap { $0.isShown && isCurrent($0) ? $0 : nil }
  }

  private func isCurrent(_ changes: PublishedChanges) -> Bool {
    changes.rows.contains(run.timeline.rowCount)
  }

  /// Handles `O`: shows the changes by publishing the draft; without a draft, shows the last ones
  /// again if nothing has happened since, or asks for a file.
  mutating func openChanges() -> [MonitorEffect] {
    if draft(named: "") != nil { return askForChanges(of: "") }
    if let changes = comparing.changes, isCurrent(changes) {
      comparing.changes?.isShown = true
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

  /// Publishes the new version, or asks which one.
  fileprivate mutating func publish(_ changes: PublishedChanges) {
    let choice = versionChoices.first { choice in
      choice.file.map { $0.container === changes.draft } ?? false
    }
    if let choice { choose(choice, asDraft: false) } else { openVersionMenu() }
  }

  /// Opens the event of a cause: in both versions side by side, or in all panes in one of them.
  fileprivate mutating func open(_ cause: PublishedCause, in side: ComparedSide?) {
    guard let place = cause.place, let shown = comparing.changes,
      let runs = shown.runs[place.scenario]
    else { return say(.hint("no event shows this")) }
    guard !comparing.isOneWorld, comparing.branches.all.count + 2 <= Branches.limit else {
      return say(.hint("there is no room for two more branches: :branches removes some"))
    }
    let isAlike = Set(shown.names).count == 1
    let names = zip(shown.names, [(" before", runs[0]), (" after", runs[1])]).map { name, part in
      let (run, name) = (part.1, name + (isAlike ? part.0 : ""))
      let title = shown.runs.count > 1 ? "\(name), \(place.scenario)" : name
      guard let known = comparing.branches.named(title) else {
        return comparing.branches.keep(
          run, name: title, below: comparing.branches.all[0].id, from: 0, start: 0)
      }
      comparing.branches.renew(known.id, with: run)
      return title
    }
    guard let side else {
      var state = ComparisonState(runs[0], named: names[0], with: runs[1], named: names[1])
      for (side, row) in zip(ComparedSide.allCases, place.rows) {
        guard let pair = row.flatMap({ state.comparison.pairPlace(ofRow: $0, in: side) }) else {
          continue
        }
        state.select(state.comparison.entryPlace(ofPair: pair))
        break
      }
      comparing.compared = state
      return
    }
    let index = side == .a ? 0 : 1
    guard let row = place.rows[index], let branch = comparing.branches.named(names[index]) else {
      return say(.hint("\(shown.names[index]) has no such event"))
    }
    comparing.changes?.isShown = false
    leaveStart()
    go(toBranch: branch.id)
    look(at: row)
    move(to: .tags)
    message = .ok("#\(row) in \(shown.names[index]): O shows what changes again")
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
}

extension PublishedChanges: Overlay {
  static let place = KeyPlace.changes
  static let keys: [KeyBinding] =
    [
      row([.enter], "open", "the event in both versions, side by side") {
        $0.open(in: nil, of: &$1)
      },
      row([.left], "before", "the event in the old version, in all panes") {
        $0.open(in: .a, of: &$1)
      },
      row([.right], "after", "the event in the new version, in all panes") {
        $0.open(in: .b, of: &$1)
      },
      row([.character("P")], "publish", "publish the new version") { $1.publish($0) },
      row([.character("O")], "other-file", "compare with another file") {
        $1.startTyping("changes ")
      },
    ]
    + moving("to the cause above", "to the cause below", ends: "cause", pages: .list) {
      $0.selected = $0.selected.moved(by: $1, upTo: max(0, $0.causes.count - 1))
      $2.message = nil
    } + copying
    + [
      KeyBinding.again(place, .character(":"), "prompt", "type any line")
    ].compactMap(\.self) + [
      row([.escape, .character("q")], "leave", "back", shown: "Esc  q") { state, _ in
        state.isShown = false
      }
    ]

  func hints(in monitor: Monitor) -> [KeyHint]? {
    let isWide = monitor.display.size.columns >= Self.wideColumns
    let arrows = monitor.display.borders == .utf8 ? "←→" : "Left Right"
    let opening =
      causes.contains { $0.place != nil }
      ? [
        .enter(isWide ? "what happens at the event" : "what happens"),
        KeyHint(.right, arrows, "before and after"),
      ] : []
    return opening + [
      KeyHint("P", newName.isEmpty ? "publish" : "publish " + newName), KeyHint("O", "other file"),
      KeyHint("y", "copy"), .escape("back"),
    ]
  }

  func copied(in monitor: Monitor) -> CopySource? {
    monitor.source("what changes", text.map { Line($0) })
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    if [.character("?"), .character(":"), .function(1)].contains(key) { return nil }
    return monitor.say(.hint("that key does nothing here: Esc closes the changes"))
  }

  /// They are left where something else showed the panes.
  mutating func follow(in monitor: Monitor) {
    isShown = isShown && monitor.comparing.changes?.isShown == true
  }

  private func open(in side: ComparedSide?, of monitor: inout Monitor) {
    monitor.message = nil
    if causes.indices.contains(selected) { monitor.open(causes[selected], in: side) }
  }

  /// Selects a cause, or opens it if it is selected.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let (_, rect, lines, top) = place(of: monitor)
    guard rect.contains(point), lines.indices.contains(top + point.row - rect.row),
      let index = lines[top + point.row - rect.row].cause
    else { return [] }
    if index == selected { open(in: nil, of: &monitor) } else { selected = index }
    return []
  }

  // MARK: Lines

  /// A line of the page, with the cause that it is about.
  typealias Row = (line: Line, cause: Int?)

  /// The width from which what was played is inside the frame.
  private static let wideColumns = 100
  /// The most cells of a row, so that the eye keeps it.
  private static let rowColumns = 104

  /// The causes as lines, under their groups.
  func lines(columns: Int, _ monitor: Monitor) -> [Row] {
    let columns = min(columns, Self.rowColumns)
    var rows: [Row] = []
    for group in PublishedCause.Group.allCases {
      let places = causes.indices.filter { causes[$0].group == group }
      guard !places.isEmpty else { continue }
      if !rows.isEmpty { rows.append((Line(), nil)) }
      rows.append((Line(" " + group.title, .bold), nil))
      let widest = places.map { TextWidth.columns(of: TerminalText.visible(causes[$0].subject)) }
      let room = min(widest.max() ?? 0, (columns - 4) * 9 / 20)
      for place in places {
        let isSelected = place == selected && !monitor.signs.isReader
        rows += lines(of: causes[place], room, columns, monitor.signs, isSelected).map {
          ($0, place)
        }
      }
    }
    return rows
  }

  /// Returns the lines of a cause: its subject in a column, its text wrapped in its own.
  private func lines(
    of cause: PublishedCause, _ room: Int, _ columns: Int, _ signs: Signs, _ isSelected: Bool
  ) -> [Line] {
    let borders = signs.borders
    let sign =
      switch cause.sign {
      case .new: signs.plus
      case .lost: signs.minus
      case .differs: signs.differs
      case .open: "?"
      case .remark: signs.toCome
      }
    let head = " \(sign) "
    let end = cause.counted.isEmpty ? "" : "  " + cause.counted
    let gap = cause.subject.isEmpty ? 0 : room + 2
    let width = max(8, columns - TextWidth.columns(of: head + end) - gap)
    let subject = gap == 0 ? [] : Wrapping.lines(cause.subject, columns: room)
    let text = Wrapping.lines(cause.text, columns: width)
    return (0..<max(subject.count, text.count)).map { place in
      let first = place == 0 ? head : String(repeating: " ", count: TextWidth.columns(of: head))
      let name = gap == 0 ? "" : borders.cell(subject.count > place ? subject[place] : "", gap)
      let said = text.count > place ? text[place] : ""
      let line =
        first + name + (place == 0 && !end.isEmpty ? borders.cell(said, width) + end : said)
      guard isSelected else { return Line(line) }
      return Line(place == 0 ? signs.cursor : " ", .accent)
        + Line(borders.cell(String(line.dropFirst()), columns - 1), .selection)
    }
  }

  /// The frame, the part of it for the lines, these, and the first that is seen.
  private func place(of monitor: Monitor) -> (frame: Rect, rect: Rect, lines: [Row], top: Int) {
    let size = monitor.display.size
    let message = monitor.layout(size: size).message
    let isWide = size.columns >= Self.wideColumns
    let head = isWide ? 1 : 2
    let frame = Rect(
      column: 0, row: head, columns: message.columns, rows: max(0, message.row - head))
    let inner = frame.inset()
    let rect =
      isWide
      ? Rect(
        column: inner.column, row: inner.row + 2, columns: inner.columns,
        rows: max(0, inner.rows - 2)) : inner
    let lines = lines(columns: rect.columns, monitor)
    let own = lines.indices.filter { lines[$0].cause == selected }
    // The heading above the first cause is seen with it.
    let selection = own.first.map { (selected == 0 ? 0 : $0)..<(own.last ?? $0) + 1 }
    let top = ScrollWindow.offset(
      count: lines.count, height: rect.rows, selection: selection, previous: 0)
    return (frame, rect, lines, top)
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    let (frame, rect, lines, top) = place(of: monitor)
    let borders = monitor.display.borders
    let versions = names.joined(separator: borders == .utf8 ? " → " : " -> ") + " "
    let room = max(0, frame.columns - TextWidth.columns(of: versions))
    let isInside = frame.row == 1
    let said = Line(" " + (isInside ? versions + "     " : "") + played)
    let head = [Line(borders.cell(" " + (id ?? monitor.scenarioTitle), room) + versions), said]
    buffer.write(
      Array(head.prefix(frame.row)),
      in: Rect(column: 0, row: 0, columns: frame.columns, rows: frame.row), borders)
    let below = lines.count - top - rect.rows
    let inner = monitor.panel(
      newName.isEmpty ? "What changes" : "What changes if \(newName) is published",
      note: Counted.text(causes.count { !$0.group.isRemark }, "cause"),
      footer: below > 0 ? "\(below) more below" : ""
    ).draw(in: frame, on: &buffer)
    if isInside { buffer.write([said], in: inner, borders) }
    buffer.write(lines.dropFirst(top).map(\.line), in: rect, borders)
    let row = (lines.firstIndex { $0.cause == selected } ?? top) - top
    return Point(column: rect.column, row: rect.row + min(max(0, row), max(0, rect.rows - 1)))
  }
}
