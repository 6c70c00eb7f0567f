import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
package import TerminalKit
import TextKit

extension Monitor {
  /// Returns the screen at a size, as a value.
  ///
  /// - Complexity: O(n) in the cells of the screen and in the rows of the panes that are shown.
  package func frame(size: Size) -> Frame {
    drawn?.frame(of: size) { makeFrame(size: size) } ?? makeFrame(size: size)
  }

  private func makeFrame(size: Size) -> Frame {
    var buffer = CellBuffer(size: size)
    let layout = layout(size: size)
    guard !layout.isTooSmall else {
      let needed = Layout.smallest
      let text =
        "needs \(needed.columns)x\(needed.rows), has \(size.columns)x\(size.rows)"
      buffer.write(text, at: Point(column: 0, row: 0))
      if isAskedAboutRecording {
        buffer.write("not written: w d Esc", at: Point(column: 0, row: 1))
      }
      return Frame(
        buffer: buffer, cursor: nil, title: windowTitle, theme: shownTheme,
        wantsMouse: display.wantsMouse)
    }
    let context = context
    let focusPoint: Point?
    if let whole {
      focusPoint = whole.draw(self, layout, on: &buffer)
    } else {
      if !isStartShown { drawHead(layout, context, on: &buffer) }
      focusPoint = drawBody(layout, context, on: &buffer)
    }
    drawFoot(layout, on: &buffer)
    var cursor = drawOverlay(layout, on: &buffer)
    // A screen reader must read the answer.
    if display.isReader, cursor == nil, message != nil { cursor = layout.message.origin }
    return Frame(
      buffer: buffer, cursor: cursor ?? focusPoint, title: windowTitle, theme: shownTheme,
      wantsMouse: display.wantsMouse)
  }

  private var windowTitle: String { "tagsim " + scenarioTitle }

  /// The title, with the choices of the matrix for this run; the generation is shown elsewhere.
  var scenarioTitle: String {
    let header = run.scenario.header
    let choices = header.choices.elements.filter { $0.key != "sdk" }
    let way = choices.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    // Possibly only a branch of the scenario is played.
    let name =
      comparing.branches.here.parent == nil
      ? run.scenario.branch?.name : comparing.branches.currentName
    let branch = name.map { " › " + $0 } ?? ""
    let file = telling.start?.guide.file ?? ""
    let title = file.isEmpty ? header.title ?? run.scenario.file : file
    return title + (way.isEmpty ? "" : " [\(way)]")
      + (display.borders == .utf8 ? branch : branch.replacing("›", with: ">"))
  }

  /// Whether the story is about opening a container, as its tags say.
  var tellsOpening: Bool { telling.tellsStory && run.scenario.header.tags.contains("opening") }

  // MARK: Above and below the panes

  private func drawHead(
    _ layout: Layout, _ context: ScreenContext, on buffer: inout CellBuffer
  ) {
    let columns = layout.status.columns
    let status = StatusLine(context: context, title: scenarioTitle)
    buffer.write([status.line(columns: columns)], in: layout.status, display.borders)
    var lines = [timeStrip(context, at: buffer.size).line(columns: columns)]
    if layout.strip.rows > 1, let race = view.race {
      lines.append(RaceStrip(context: context, race: race).line(columns: columns))
    }
    if page?.place == .lanes {
      lines = [PhoneLanes(context, place: nil, in: layout.body).sumLine()]
    }
    buffer.write(lines, in: layout.strip, display.borders)
    buffer.write(captionLines(columns: columns), in: layout.caption, display.borders)
  }

  private func drawFoot(_ layout: Layout, on buffer: inout CellBuffer) {
    let columns = layout.message.columns
    let right = (chapterChecks?.summary).map { $0 + " " } ?? ""
    let width = TextWidth.columns(of: right)
    let said = messageLine(columns: columns)
    buffer.write([said], in: layout.message, display.borders)
    if said.width + width + 2 <= columns {
      buffer.write(
        right, at: Point(column: columns - width, row: layout.message.row),
        style: chapterChecks.map { $0.failed > 0 } ?? false ? .lost : .fired)
    }
    let rest = message?.lines(columns: columns, display.borders).dropFirst().first
    buffer.write(
      [rest ?? keyLine.line(columns: columns)], in: layout.keys, display.borders)
  }

  // MARK: Panes

  private func drawBody(
    _ layout: Layout, _ context: ScreenContext, on buffer: inout CellBuffer
  ) -> Point? {
    if let page { return page.draw(self, layout, on: &buffer) }
    var grid = BorderGrid(size: buffer.size, borders: display.borders, hasColors: showsColors)
    let docked = isExplaining ? layout.explain : nil
    let isCovered = overlay?.isOfPane == false
    for place in layout.panes { grid.add(place.rect, isFocused: false) }
    let focused = layout.panes.first { $0.pane == focus }
    if let docked {
      grid.add(docked.rect, isFocused: true)
    } else if let focused, !isCovered {
      grid.add(focused.rect, isFocused: true)
    }
    grid.draw(on: &buffer)
    var focusPoint: Point?
    for place in layout.panes where place != docked {
      let point = draw(
        place, layout, context, isLit: place.pane == focus && !isCovered, on: &buffer)
      if place.pane == focus { focusPoint = point }
    }
    return focusPoint
  }

  /// Draws a pane with its border, and returns the position of its present line.
  func draw(
    _ place: Layout.Place, _ layout: Layout, _ context: ScreenContext, isLit: Bool,
    on buffer: inout CellBuffer
  ) -> Point {
    let pane = place.pane.view(in: context)
    let columns = place.rect.columns
    var content = pane.content(in: place.inner.size)
    if let find = context.find(in: place.pane), place.pane != .events {
      content.lines = content.lines.map { $0.marking(find, hasColors: showsColors) }
    }
    let hasOneBelow = layout.hasPane(below: place)
    let words = columns >= 34 && !hasOneBelow ? " more below" : " more"
    let matches = "\(content.matchesBelow) \(content.matchesBelow == 1 ? "match" : "matches")"
    let more =
      content.below == 0 || hasOneBelow
      ? "" : content.matchesBelow > 0 ? "n N  \(matches)\(words)" : "\(content.below)\(words)"
    let look = pane.lookNote(columns: columns - Self.titleColumns)
    let note = look.isEmpty ? pane.note(columns: columns) : look
    let title =
      shownTabs(of: place).map { $0.line(columns: columns - 5) }
      ?? heading(of: pane, beside: look, columns)
    let own = hasOneBelow ? "" : pane.footer(columns: columns)
    let short = own.isEmpty ? more : more.replacing(" below", with: "")
    let footer = [own, short].filter { !$0.isEmpty }.joined(separator: "  ")
    // An expectation of a pane as a whole marks its title.
    let isMarked = context.lit.map { $0.pane == place.pane && $0.name.isEmpty } ?? false
    let mark = isMarked ? signs.lit : ""
    let text = BorderText(
      title: mark + title, note: note,
      footer: footer,
      isFocused: isLit)
    text.draw(in: place.rect, display.borders, on: &buffer)
    let inner = place.inner
    buffer.write(content.lines, in: inner, display.borders)
    if let lit = content.lit, lit < inner.rows {
      buffer.write(signs.lit, at: inner.line(lit).origin, style: .accent)
    }
    if hasOneBelow, content.below > 0, inner.rows > 1 {
      // The line below is the title of another pane.
      let last = inner.line(inner.rows - 1)
      buffer.fill(last)
      buffer.write(
        [Line(" \(signs.fold) \(content.below + 1) more", .dim)], in: last, display.borders)
    }
    if let selected = content.selected, selected >= 0, selected < inner.rows {
      if ![.events, .tags, .phone, .device].contains(place.pane) {
        buffer.write(pane.signs.cursor, at: inner.line(selected).origin, style: .accent)
      }
      if isLit, place.pane != .events { buffer.apply(.selection, to: inner.line(selected)) }
    }
    return Point(
      column: inner.column, row: inner.row + min(max(0, content.present), max(0, inner.rows - 1)))
  }

  /// The columns of a border that the search text leaves to the corners and the shortest title.
  private static let titleColumns = 10

  /// Returns the title of a pane, shortened to fit beside the search text.
  private func heading(of pane: any PaneView, beside note: String, _ columns: Int) -> String {
    let room = columns - 9 - TextWidth.columns(of: note)
    let number = pane.heading.prefix { $0 != " " }
    let all = [pane.heading, "\(number) " + type(of: pane).pane.name, String(number)]
    return note.isEmpty ? pane.heading : all.first { TextWidth.columns(of: $0) <= room } ?? all[2]
  }

  /// Returns the tabs over a pane; nil if it has none, or if they make room for the search text and
  /// the filter.
  func shownTabs(of place: Layout.Place) -> Tabs? {
    guard place.tabs.count > 1 else { return nil }
    let tabs = tabs(of: place)
    let columns = place.rect.columns - Self.titleColumns
    let note = place.pane.view(in: context).lookNote(columns: columns)
    guard !note.isEmpty else { return tabs }
    let line = tabs.line(columns: Size.limit)
    let used = TextWidth.columns(of: line) + TextWidth.columns(of: note)
    return used + 9 <= place.rect.columns ? tabs : nil
  }

  func tabs(of place: Layout.Place) -> Tabs {
    let context = context
    let isNarrow = display.size.columns < Layout.listColumns
    let items = place.tabs.map { pane in
      Tabs.Item(
        key: isNarrow || pane.number > Pane.phone.number ? "" : pane.key,
        name: pane.tabName(in: context),
        short: pane.kind.tabName, note: pane.view(in: context).tabNote)
    }
    return Tabs(items, selected: place.tabs.firstIndex(of: place.pane) ?? 0)
  }
}

extension Pane {
  func tabName(in context: ScreenContext) -> String {
    self == .data && context.view.isFirebase ? "Firebase" : name
  }
}

// MARK: Popups

extension Monitor {
  /// Draws the overlay, and returns the position of the cursor in a line being typed.
  func drawOverlay(_ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    guard let overlay else { return nil }
    // What a popup covers recedes, so that the popup is read first.
    if overlay.isPopup { buffer.apply(.dim, to: layout.body) }
    return overlay.draw(self, layout, on: &buffer)
  }

  func panel(_ title: String, note: String = "", footer: String) -> Panel {
    Panel(
      BorderText(title: title, note: note, footer: footer, isFocused: true),
      borders: display.borders,
      hasColors: showsColors)
  }

  /// Draws a line that is typed into, in the place of the keys.
  func drawTyped(
    _ field: TextField, after head: String, _ layout: Layout, on buffer: inout CellBuffer
  ) -> Point? {
    let rect = layout.keys
    buffer.fill(rect)
    let used = buffer.write(head, at: rect.origin, style: .bold)
    return field.draw(in: rect.splitLeft(used).rest, on: &buffer, style: .plain)
  }
}
