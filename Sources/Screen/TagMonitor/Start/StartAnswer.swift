import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The answer for the selected cell of the start page, what to act on, and what the app needs.
struct StartAnswer: ScreenPart {
  let table: StartTable

  var context: ScreenContext { table.context }
  private var state: StartState { table.state }
  private var outlook: ContainerOutlook { state.outlook }

  /// The tags of the row with their outcomes.
  private var outcomes: [(tag: Int, sign: ContainerMatrix.Sign)] {
    guard let row = table.row, let signs = trial?.signs, !signs.isEmpty else { return [] }
    return row.tags.map { ($0, signs[$0]) }
  }

  private var trial: ContainerMatrix.Trial? { table.push.flatMap { state.matrix.trial(of: $0) } }

  private var event: ContainerOutlook.Event? { table.column.map { outlook.events[$0.event] } }

  // MARK: Places

  /// What the app needs is beside the answer where a third of the rows would be blank.
  private static let wideColumns = 100

  /// Returns the places of the answer and of what the app needs; nil for what has none.
  func halves(of rect: Rect) -> (left: Rect, right: Rect?) {
    let (left, right) = rect.sharedLeft(rect.columns * 56 / 100 + 1)
    let blank = rect.rows - 2 - lines(columns: left.columns - 3).count
    guard rect.columns >= Self.wideColumns, blank >= rect.rows / 3, !needs(columns: 40).isEmpty
    else { return (rect, nil) }
    return (left, right)
  }

  func draw(in left: Rect, _ right: Rect?, on buffer: inout CellBuffer) {
    let inner = left.inset()
    var all = lines(columns: inner.columns - 1)
    if right == nil {
      let needs = needs(columns: inner.columns - 1)
      if !needs.isEmpty, table.row != nil { all += [Line(), Line("For the app", .bold)] }
      all += needs
    }
    let below = all.count - inner.rows
    BorderText(
      title: title, note: note, footer: below > 0 ? "\(Counted.text(below, "more line"))" : ""
    ).draw(in: left, context.borders, on: &buffer)
    buffer.write(all.map { Line(" ") + $0 }, in: inner, context.borders)
    guard let right else { return }
    let place = right.inset()
    BorderText(title: "For the app").draw(in: right, context.borders, on: &buffer)
    buffer.write(
      needs(columns: place.columns - 1).map { Line(" ") + $0 }, in: place, context.borders)
  }

  // MARK: Title

  private var title: String {
    guard let row = table.row else { return "For the app" }
    let name = row.tags.count > 1 ? row.name : outlook.tags[row.tags[0]].title
    return event.map { "\(name) at \($0.head)" } ?? name
  }

  /// The outcome in few words: "fires", or "5 fire, 1 does nothing".
  private var note: String {
    guard let row = table.row else { return "" }
    if table.isNever(row) { return "never" }
    let outcomes = outcomes
    guard !outcomes.isEmpty else { return "" }
    func count(_ sign: ContainerMatrix.Sign) -> Int { outcomes.count { $0.sign == sign } }
    if outcomes.count == 1 {
      switch outcomes[0].sign {
      case .quiet: return "does not fire"
      case .fires: return "fires"
      case .idle: return "fires and does nothing"
      }
    }
    let parts = [
      (count(.fires), "fires", "fire"), (count(.idle), "does nothing", "do nothing"),
      (count(.quiet), "does not fire", "do not fire"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      .joined(separator: ", ")
  }

  // MARK: Lines

  private func lines(columns: Int) -> [Line] {
    let cell = cellLines(columns: columns)
    let warnings = state.guide.warnings
    guard !warnings.isEmpty else { return cell }
    let head = Counted.text(warnings.count, "thing") + " to act on"
    return cell + (cell.isEmpty ? [] : [Line()]) + [Line(head, .bold)]
      + warnings.flatMap { warning in
        Wrapping.lines(TerminalText.visible(warning), columns: columns - 3).enumerated().map {
          Line($0 == 0 ? " ! " : "   ", .attention.strong) + $1
        }
      }
  }

  private func cellLines(columns: Int) -> [Line] {
    guard let row = table.row else { return [] }
    guard let event, let push = table.push else {
      let never = outlook.tags[row.tags[0]].never.map { "It can never fire: \($0)." }
      return wrapped(never ?? "No event that tagsim can guess fires it.", columns: columns)
    }
    if outcomes.isEmpty || trial?.reason.isEmpty == false {
      return wrapped(untried(push), columns: columns)
        + factLines(facts(push, event), columns: columns)
    }
    if row.tags.count > 1 {
      let fired = outcomes.count { $0.sign != .quiet }
      let head =
        "\(event.head) fires \(fired == 0 ? "none" : String(fired)) of the "
        + "\(row.tags.count) tags of this " + Vocabulary(outlook.generation).rule + "."
      return wrapped(head, columns: columns) + factLines(facts(push, event), columns: columns)
        + groupLines(columns: columns)
    }
    return reason(row.tags[0]).flatMap { wrapped($0, columns: columns) }
      + factLines(facts(push, event), columns: columns)
  }

  /// The reason why there is no outcome.
  private func untried(_ push: ContainerMatrix.Push) -> String {
    let simulation = view.simulation
    if !simulation.isRunning { return "The app is not running: K launches it." }
    if simulation.isSuspended { return "The app is in the background: b brings it back." }
    if let reason = trial?.reason, !reason.isEmpty { return reason }
    if push.isAutomatic, state.guide.occasion(of: push) == nil {
      return "Only Firebase logs \(push.event), at what tagsim does not simulate."
    }
    return trial == nil ? "Not tried yet." : "No container is open to receive it."
  }

  /// Returns why a tag fires at the event, or does not.
  private func reason(_ position: Int) -> [String] {
    let told = outlook.tags[position]
    if let never = told.never { return ["It can never fire: \(never)."] }
    guard let trial, let tag = trial.tags.first(where: { $0.position == position }) else {
      return []
    }
    let fate = TagFate(tag)
    guard outcomes.first?.sign != .quiet else { return [quiet(told, tag, fate)] }
    let why = tag.rules.first(where: \.isTrue).map { rule in
      let others = rule.conditions.filter { !$0.isAboutEvent }.map(\.sentence)
      return (others.isEmpty ? "" : ", because \(others.listed("and"))") + " (\(rule.title))"
    }
    let without = told.call.map { call in
      let what = outlook.generation == .firebase ? "has the class" : "registers"
      return "It does nothing, unless the app \(what) \(call); the SDK says nothing then."
    }
    return ["\(who) fires it\(why ?? "")."]
      + [without ?? fate.reason.map { "It does nothing: \($0)." }].compactMap { $0 }
  }

  /// The event in words, with those that no condition tells apart from it.
  private var who: String {
    if alike.count > 1 { return "Any of " + alike.listed(upTo: 12) }
    let heard = event?.heard ?? ""
    return heard == event?.name ? heard : heard.prefix(1).uppercased() + heard.dropFirst()
  }

  /// The events of the selected column.
  private var alike: [String] {
    table.column.map { state.matrix.columns[$0.place].events.map { outlook.events[$0].head } } ?? []
  }

  private func quiet(
    _ told: ContainerOutlook.Tag, _ tag: TagExplanation, _ fate: TagFate
  ) -> String {
    if case .blocked(let rules) = fate {
      return "It does not fire: \(rules.map(\.title).listed("and")) blocks it."
    }
    let failing = tag.nearestMiss?.failing ?? []
    if failing.isEmpty || failing.contains(where: \.isAboutEvent) {
      return "It does not fire. It waits for "
        + (told.waits.isEmpty ? "an event that tagsim cannot guess." : told.waits + ".")
    }
    let changes = failing.map(\.remedy).listed("and")
    return failing.count == 1
      ? "It does not fire, and is one condition away: \(changes)."
      : "It does not fire. It also needs \(changes)."
  }

  /// Returns what is sent, what happens then, what else is read, and what the keys do.
  private func facts(
    _ push: ContainerMatrix.Push, _ event: ContainerOutlook.Event
  ) -> [Fact] {
    var facts: [Fact] = []
    let sent =
      push.keys.map { ($0.key, $0.value) }
      + push.userProperties.map {
        ("user property " + $0.key, $0.value)
      }
    if !sent.isEmpty {
      facts.append(
        Fact("Sent with it", sent.map { "\($0) = \(JSONWriter.write($1))" }.listed(upTo: 10)))
    }
    if let row = table.row, row.tags.count == 1, let sign = outcomes.first?.sign {
      facts.append(Fact(sign == .quiet ? "If it fires" : "Then", outlook.tags[row.tags[0]].action))
    }
    let occasion = push.isAutomatic ? state.guide.occasion(of: push) : nil
    let enter =
      push.isAutomatic
      ? occasion.map {
        "Only Firebase logs it, at \($0.words): \($0.lines.joined(separator: ", "))"
      }
      : "sends \(push.event)\(sent.isEmpty ? "" : " so"), p edits its values first"
    if let enter { facts.append(Fact("Enter", enter)) }
    if alike.count > 1, outcomes.first?.sign ?? .quiet == .quiet || outcomes.count > 1 {
      facts.append(Fact("The same at", alike.filter { $0 != event.head }.listed(upTo: 12)))
    }
    let reads = event.keys.map(\.path).filter { push.keys[$0] == nil }
    if !reads.isEmpty { facts.append(Fact("Reads", reads.listed(upTo: 5))) }
    return facts
  }

  /// Returns the tags of a row of several, one by one, in two columns where there is room.
  private func groupLines(columns: Int) -> [Line] {
    let isWide = columns >= Self.wideColumns
    let width = isWide ? columns / 2 : columns
    let names = outcomes.map { TextWidth.columns(of: outlook.tags[$0.tag].label) }.max() ?? 0
    let cells = outcomes.map { tag, sign in
      let (text, style) = table.look(of: sign)
      let told = outlook.tags[tag]
      let name = cell(told.label, min(names, width / 2))
      let action = cell(told.action, max(0, width - min(names, width / 2) - 6))
      return Line(" " + text, style) + Line(" " + name + "  ") + Line(action)
    }
    guard isWide else { return cells }
    let half = (cells.count + 1) / 2
    return (0..<half).map { cells[$0] + (half + $0 < cells.count ? cells[half + $0] : Line()) }
  }

  // MARK: The app

  /// Returns the functions that the app must have, the values that it can read, and the keys that
  /// it should push.
  private func needs(columns: Int) -> [Line] {
    guard !outlook.functions.isEmpty || !outlook.values.isEmpty else { return [] }
    let must = outlook.generation == .firebase ? "It must have the classes" : "It must register"
    let keys = OrderedSet(outlook.events.flatMap(\.keys).map(\.path))
    let push = outlook.generation == .firebase ? "It can log" : "It can push"
    let parts = [
      (must, outlook.functions.map { Fact($0.name, $0.role) }),
      ("It can read", outlook.values.map { Fact($0.name, $0.role) }),
      (push, keys.isEmpty ? [] : [Fact("with events", Array(keys).listed(upTo: 10))]),
    ]
    return parts.filter { !$0.1.isEmpty }.flatMap { head, facts in
      [Line(head)] + factLines(facts, columns: columns - 1).map { Line(" ") + $0 }
    }
  }
}
