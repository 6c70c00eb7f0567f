import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// A line of an explanation, and what it leads to.
struct PageLine: Sendable, Hashable {
  /// Where following a line leads.
  struct Target: Sendable, Hashable {
    /// What is explained there.
    var subject: Explained
    /// The event that is looked at for it; nil stays at the one at hand.
    var row: Int?

    init(_ subject: Explained, at row: Int? = nil) {
      self.subject = subject
      self.row = row
    }

    /// An event of the list.
    static func row(_ number: Int) -> Target { Target(.row(number), at: number) }
  }

  var line: Line
  var target: Target?
  /// The part of the container that it tells of, to be altered.
  var part: AlterPart?
}

/// An explanation on its way: lines of a width, the first a sentence for everybody.
struct PageText: Sendable {
  let columns: Int
  let borders: Borders
  private(set) var lines: [PageLine] = []
  /// The line on which the selection begins; nil is the first that leads somewhere.
  var start: Int?

  init(columns: Int, borders: Borders) {
    self.columns = max(20, columns)
    self.borders = borders
  }

  /// The sentence that stands first.
  mutating func headline(_ text: String) { say(text, .bold) }

  /// A sentence on as many lines as it needs.
  mutating func say(
    _ text: String, _ style: Style = .plain, indent: Int = 0, to target: PageLine.Target? = nil
  ) {
    append(Line.wrapped(text, columns: columns, indent: indent, style), to: target)
  }

  mutating func blank() {
    if let last = lines.last, !last.line.pieces.isEmpty { lines.append(PageLine(line: Line())) }
  }

  /// The heading of a part.
  mutating func head(_ text: String) { append([Line(text, .bold)]) }

  /// A label and what it says, on as many lines as that needs.
  mutating func fact(
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

  /// Lines that are made elsewhere; the first of them leads on.
  mutating func append(
    _ new: [Line], to target: PageLine.Target? = nil, part: AlterPart? = nil
  ) {
    for (index, line) in new.enumerated() {
      lines.append(
        PageLine(line: line, target: index == 0 ? target : nil, part: index == 0 ? part : nil))
    }
  }

  /// The line that comes next is the one on which the selection begins, unless one is chosen.
  mutating func startHere() { start = start ?? lines.count }
}

/// A page of Explain.
protocol ExplainPage: ScreenPart {
  /// Writes the explanation.
  func write(_ page: inout PageText)
}

extension ExplainPage {
  /// The lines of the explanation, as many columns wide at most.
  func page(columns: Int) -> PageText {
    var page = PageText(columns: columns, borders: context.borders)
    write(&page)
    if page.lines.isEmpty { page.headline("There is nothing more to tell of this.") }
    return page
  }

  var record: RunRecord { context.memory.record(of: timeline) }

  /// Several numbers of events, the first ones where there are many: "#8, #11 and 5 more".
  func numbers(_ rows: [Int], limit: Int = 12) -> String {
    let shown = rows.prefix(limit).map { "#\($0)" }
    guard rows.count > 1 else { return shown.first ?? "" }
    if rows.count > limit {
      return shown.joined(separator: ", ") + " and \(rows.count - limit) more"
    }
    return shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
  }

  /// "once", "twice", "3 times".
  func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}

extension ScreenContext {
  /// The explanation of something, kept for as long as nothing changes.
  func page(of subject: Explained, columns: Int) -> PageText {
    memory.page(of: subject, columns: columns, in: self) { made(subject).page(columns: columns) }
  }

  private func made(_ subject: Explained) -> any ExplainPage {
    switch subject {
    case .row(let number): RowPage(self, number)
    case .tag(let name, let container): TagPage(self, name, container)
    case .rule(let position, let container): RulePage(self, position, container)
    case .value(let read, let container): ValuePage(self, read, container)
    case .dataKey(let path): DataKeyPage(self, path)
    case .hit(let story): HitPage(self, story)
    case .fields(let story): HitFieldsPage(self, story)
    case .log(let line): LogPage(self, line)
    case .event: EventPage(self)
    case .container(let id): ContainerPage(self, id)
    case .brazeCall(let number): BrazeCallPage(self, number)
    case .device(let name, let text): DeviceRowPage(self, name, text)
    case .nothing(let why): NothingPage(self, why)
    }
  }
}

/// That there is nothing to explain, and why.
struct NothingPage: ExplainPage {
  let context: ScreenContext
  private let why: String

  init(_ context: ScreenContext, _ why: String) {
    self.context = context
    self.why = why
  }

  func write(_ page: inout PageText) { page.say(why, .dim) }
}

/// The way of an event of Firebase.
struct EventPage: ExplainPage {
  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func write(_ page: inout PageText) {
    page.append(EventJourney(context).lines(columns: page.columns, isWhole: true))
    guard let row = view.eventRow else { return }
    PhoneText(context).write(ofRow: row.number, on: &page)
    RowPage(context, row.number).writeTags(&page)
  }
}
