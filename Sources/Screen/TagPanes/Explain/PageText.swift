package import TagInspection
import TagRuntime
import TagSimulation
import TagWords
package import TerminalKit

/// A line of an explanation, and its target.
package struct PageLine: Sendable, Hashable {
  package struct Target: Sendable, Hashable {
    package var subject: Explained
    /// The event to select for it; nil stays at the current one.
    package var row: Int?

    init(_ subject: Explained, at row: Int? = nil) {
      self.subject = subject
      self.row = row
    }

    /// Returns an event of the list as a target.
    static func row(_ number: Int) -> Target { Target(.row(number), at: number) }
  }

  package var line: Line
  package var target: Target?
  /// The part of the container that the line describes, for editing.
  package var part: AlterPart?
}

/// An explanation being written: lines of one width, the first a plain sentence.
package struct PageText: Sendable {
  package let columns: Int
  package let borders: Borders
  /// Whether it has what other panes beside it have, too.
  package let isWhole: Bool
  package private(set) var lines: [PageLine] = []
  /// The line on which the selection begins; nil is the first that can be followed.
  package var start: Int?

  package init(columns: Int, borders: Borders, isWhole: Bool = true) {
    self.columns = max(20, columns)
    self.borders = borders
    self.isWhole = isWhole
  }

  /// Writes the first sentence.
  package mutating func headline(_ text: String) { say(text, .bold) }

  /// Writes a sentence on as many lines as it needs.
  package mutating func say(
    _ text: String, _ style: Style = .plain, indent: Int = 0, to target: PageLine.Target? = nil
  ) {
    append(Line.wrapped(text, columns: columns, indent: indent, style), to: target)
  }

  package mutating func blank() {
    if let last = lines.last, !last.line.pieces.isEmpty { lines.append(PageLine(line: Line())) }
  }

  package mutating func head(_ text: String) { append([Line(text, .bold)]) }

  /// Writes the heading of a part below a blank line.
  package mutating func part(_ text: String) {
    blank()
    head(text)
  }

  /// Writes a label and its text, on as many lines as that needs.
  package mutating func fact(
    _ label: String, _ text: String, width: Int, indent: Int = 2, _ style: Style = .plain,
    to target: PageLine.Target? = nil
  ) {
    let width = min(width, columns / 2)
    let space = String(repeating: " ", count: indent)
    let parts = Wrapping.lines(text, columns: columns - indent - width)
    append(
      parts.enumerated().map { index, part in
        Line(space + borders.cell(index == 0 ? label : "", width), .plain) + Line(part, style)
      }, to: target)
  }

  /// Adds finished lines; the first of them has the target.
  package mutating func append(
    _ new: [Line], to target: PageLine.Target? = nil, part: AlterPart? = nil
  ) {
    for (index, line) in new.enumerated() {
      lines.append(
        PageLine(line: line, target: index == 0 ? target : nil, part: index == 0 ? part : nil))
    }
  }

  /// Begins the selection on the next line, unless a line is chosen already.
  package mutating func startHere() { start = start ?? lines.count }
}

package protocol ExplainPage: ScreenPart {
  func write(_ page: inout PageText)
}

extension ExplainPage {
  /// Returns the lines of the explanation at a width.
  package func page(columns: Int, isWhole: Bool = true) -> PageText {
    var page = PageText(columns: columns, borders: context.borders, isWhole: isWhole)
    write(&page)
    if page.lines.isEmpty { page.headline("There is nothing more to explain.") }
    return page
  }

  package var record: RunRecord { context.memory.record(of: timeline) }

  /// Returns several event numbers, only the first ones if there are many: "#8, #11 and 5 more".
  package func numbers(_ rows: [Int], limit: Int = 12) -> String {
    let shown = rows.prefix(limit).map { "#\($0)" }
    if rows.count > limit {
      return shown.joined(separator: ", ") + " and \(rows.count - limit) more"
    }
    return shown.listed("and")
  }

  /// Returns "once", "twice", "3 times".
  package func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}

extension ScreenContext {
  /// Returns the explanation of a subject, cached until something changes.
  package func page(of subject: Explained, columns: Int, isWhole: Bool = true) -> PageText {
    memory.page(of: subject, columns: columns, isWhole: isWhole, in: self) {
      made(subject).page(columns: columns, isWhole: isWhole)
    }
  }

  private func made(_ subject: Explained) -> any ExplainPage {
    switch subject {
    case .row(let number): RowPage(context: self, number: number)
    case .tag(let name, let container): TagPage(context: self, name: name, container: container)
    case .rule(let position, let container):
      RulePage(context: self, position: position, container: container)
    case .value(let read, let container): ValuePage(context: self, read: read, container: container)
    case .dataKey(let path): DataKeyPage(context: self, path: path)
    case .hit(let story): HitPage(self, story)
    case .fields(let story): HitFieldsPage(self, story)
    case .log(let line): LogPage(context: self, line: line)
    case .event: EventPage(context: self)
    case .container(let id): ContainerPage(context: self, id: id)
    case .brazeCall(let number): BrazeCallPage(context: self, number: number)
    case .device(let name, let text):
      NothingPage(context: self, why: "\(name.sentenceCased): \(text)")
    case .nothing(let why): NothingPage(context: self, why: why)
    }
  }
}

/// A page that says why there is nothing to explain.
package struct NothingPage: ExplainPage {
  package let context: ScreenContext
  let why: String

  package func write(_ page: inout PageText) { page.say(why, .dim) }
}

/// The journey of an event of Firebase.
package struct EventPage: ExplainPage {
  package let context: ScreenContext

  package func write(_ page: inout PageText) {
    let journey = EventJourney(context)
    // What the container changed is among the tags beside it.
    page.append(
      page.isWhole
        ? journey.lines(columns: page.columns, isWhole: true)
        : journey.logged(columns: page.columns))
    guard let row = view.eventRow else { return }
    PhoneText(context: context).write(ofRow: row.number, on: &page)
    if page.isWhole || view.tags.isEmpty {
      RowPage(context: context, number: row.number).writeTags(&page)
    }
  }
}

/// A part of a container to edit.
package enum AlterPart: Sendable, Hashable {
  /// A condition of a rule.
  case condition(ConditionPlace)
  /// A definition of a macro, by its position.
  case definition(Int)
}
