import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The effects of the selected row on the start page, or the reason why there are none.
struct StartDetails: ScreenPart {
  let context: ScreenContext
  let state: StartState

  private var outlook: ContainerOutlook { state.outlook }

  // MARK: Title

  var title: String {
    guard let row = state.row else { return "What would happen" }
    let name = state.name(of: row)
    switch row.kind {
    case .event, .automatic: return "What would happen at \(outlook.events[row.place].name)"
    case .never, .paused: return "Why \(name) can never fire"
    case .tag:
      return outlook.tags[row.place].never != nil
        ? "Why \(name) can never fire"
        : "Why \(name) "
          + (tag(row.place, in: state.unheard)?.didFire == true ? "fires" : "does not fire")
    case .function: return "What needs \(name)"
    case .value: return "What \(name) is"
    }
  }

  /// The note at the right of the title.
  var note: String {
    guard let row = state.row, row.isEvent, let forecast = state.forecast(ofEvent: row.place) else {
      return ""
    }
    let verb = forecast.firedCount == 1 ? "fires" : "fire"
    return "\(forecast.firedCount) of \(outlook.tags.count) \(verb)"
  }

  // MARK: Lines

  func lines(columns: Int) -> [Line] {
    guard let row = state.row else { return [] }
    switch row.kind {
    case .event, .automatic: return eventLines(row.place, columns)
    case .never, .tag: return tagLines(row.place, columns)
    case .paused:
      return wrapped("It is paused in the web interface, so no phone gets it.", columns: columns)
    case .function: return functionLines(outlook.functions[row.place], columns)
    case .value: return valueLines(outlook.values[row.place], columns)
    }
  }

  /// Returns the effects of other events, as many as fit below those of the selected one.
  func otherLines(columns: Int, rows: Int) -> [Line] {
    var lines: [Line] = []
    for place in state.otherEvents where state.forecast(ofEvent: place) != nil {
      let more = [Line()] + eventLines(place, columns)
      guard lines.count + more.count <= rows else { break }
      lines += more
    }
    return lines
  }

  private func functionLines(_ need: ContainerOutlook.Need, _ columns: Int) -> [Line] {
    let how =
      outlook.generation == .firebase ? "a class with this name" : "a handler with this name"
    let without =
      need.isForTags
      ? "Without it, the tag fires but nothing runs, and the SDK logs nothing."
      : "Without it, the value is empty, and the SDK logs nothing."
    return wrapped("\(need.name) is \(need.role).", columns: columns)
      + wrapped("The app needs \(how). \(without)", columns: columns)
      + wrapped(
        "The app in this trial has one, which only records its calls.", columns: columns, .dim)
  }

  private func valueLines(_ value: ContainerOutlook.Need, _ columns: Int) -> [Line] {
    wrapped("\(value.name): \(value.role)", columns: columns)
      + wrapped(
        "The app reads it by name. Values (3) shows what it gets now, and why.",
        columns: columns, .dim)
  }

  // MARK: Events

  private func eventLines(_ place: Int, _ columns: Int) -> [Line] {
    let event = outlook.events[place]
    if event.isAutomatic {
      return wrapped(
        "Firebase logs it by itself; apps cannot. These tags listen for it:",
        columns: columns)
        + event.tags.flatMap { wrapped(outlook.tags[$0].name, columns: columns, indent: 1) }
    }
    guard let forecast = state.forecast(ofEvent: place) else {
      return wrapped(noForecast, columns: columns, .dim)
    }
    guard !forecast.tags.isEmpty else {
      return wrapped(forecast.reason, columns: columns)
    }
    let fired = outlook.tags.indices.filter { self.tag($0, in: forecast)?.didFire == true }
    let names = nameColumns(event, fired, columns)
    let head = "\(event.name) fires" + (fired.isEmpty ? " nothing" : "")
    var lines = wrapped(head, columns: columns, .bold)
    for tag in fired { lines += firedLines(tag, forecast, names, columns) }
    for tag in event.tags where !fired.contains(tag) {
      lines += keptLines(tag, forecast, names, columns)
    }
    return lines + keyLines(event, names, columns)
  }

  private var noForecast: String {
    let simulation = view.simulation
    if !simulation.isRunning { return "The app is not running: K launches it." }
    if simulation.isSuspended { return "The app is in the background: b brings it back." }
    return "This is not known now."
  }

  private func tag(_ position: Int, in forecast: StartForecast?) -> TagExplanation? {
    guard let tags = forecast?.tags, tags.indices.contains(position) else { return nil }
    return tags[position]
  }

  /// Returns the width up to the column after the names, which tags and keys share.
  private func nameColumns(
    _ event: ContainerOutlook.Event, _ fired: [Int], _ columns: Int
  ) -> Int {
    func width(_ text: String) -> Int { TextWidth.columns(of: TerminalText.visible(text)) }
    let tags = (fired + event.tags).map { width(outlook.tags[$0].name) + 3 }
    let keys = event.keys.filter { $0.value != nil }.map { width($0.path) + 1 }
    return min((tags + keys).max() ?? 0, max(10, columns * 45 / 100)) + 4
  }

  private func firedLines(
    _ tag: Int, _ forecast: StartForecast, _ names: Int, _ columns: Int
  ) -> [Line] {
    let told = outlook.tags[tag]
    let fate = self.tag(tag, in: forecast).map { TagFate($0) }
    let needsApp = told.call != nil
    let isOff = needsApp || fate.map { $0.kind.didFire && $0.isTrouble } ?? false
    let code = outlook.generation == .firebase ? "a class" : "a handler"
    let action = told.action + (needsApp ? ": needs \(code) in the app" : "")
    let rule = self.tag(tag, in: forecast)?.rules.first(where: \.isTrue)
    let besides = rule.map { outlook.besides(rule: $0.position) } ?? ""
    let style: Style = isOff ? .attention : .fired
    return row(isOff ? "!" : signs.yesMark, told.name, action, style, names, columns)
      + (besides.isEmpty ? [] : wrapped("as \(besides)", columns: columns, indent: 5))
  }

  /// Returns a tag that listens for the event and would not fire, with the nearest miss.
  private func keptLines(
    _ tag: Int, _ forecast: StartForecast, _ names: Int, _ columns: Int
  ) -> [Line] {
    guard let explanation = self.tag(tag, in: forecast) else { return [] }
    let reason = TagFate(explanation).action
    return row(signs.noMark, outlook.tags[tag].name, "", .plain, names, columns)
      + wrapped(reason, columns: columns, indent: 5)
  }

  private func row(
    _ sign: String, _ name: String, _ text: String, _ style: Style, _ names: Int, _ columns: Int
  ) -> [Line] {
    let texts = text.isEmpty ? [""] : Wrapping.lines(text, columns: max(8, columns - names))
    return texts.enumerated().map { index, text in
      let lead = index == 0 ? cell(" \(sign) \(TerminalText.visible(name))", names - 1) + " " : ""
      return Line(borders.cell(lead, names) + text, style)
    }
  }

  private var borders: Borders { context.borders }

  private func keyLines(
    _ event: ContainerOutlook.Event, _ names: Int, _ columns: Int
  ) -> [Line] {
    var lines: [Line] = []
    let given = event.keys.compactMap { key in key.value.map { (key.path, $0) } }
    if !given.isEmpty {
      let rule = Vocabulary(outlook.generation).rule
      lines += [Line(), Line("Sent with it (a \(rule) requires it):", .bold)]
      for (path, value) in given {
        let key = cell(" " + TerminalText.visible(path), names - 1)
        lines.append(Line(key + " " + JSONWriter.write(value)))
      }
    }
    let paths = Set(given.map(\.0))
    let others = event.keys.map(\.path).filter { !paths.contains($0) }
    let rest = outlook.keys.filter { !paths.contains($0) && !others.contains($0) }
    let told = others + rest
    guard !told.isEmpty else { return lines }
    return lines + [given.isEmpty ? Line() : nil].compactMap { $0 }
      + [Line("Also read, left empty:", .bold)]
      + wrapped(told.listed(upTo: 20), columns: columns - 1, indent: 1)
  }

  // MARK: Tags

  private func tagLines(_ position: Int, _ columns: Int) -> [Line] {
    let told = outlook.tags[position]
    var lines: [Line] = []
    let explanation = tag(position, in: state.unheard)
    if let never = told.never {
      lines += wrapped("\(told.name) can never fire: \(never).", columns: columns)
    } else if explanation?.didFire == true {
      lines += wrapped("\(told.name) fires on every event.", columns: columns)
    } else {
      let when = view.eventRow == nil ? "No events yet. " : ""
      lines += wrapped("\(when)\(told.name) listens for \(heard(position)).", columns: columns)
    }
    for rule in explanation?.rules ?? [] { lines += ruleLines(rule, "", columns) }
    for rule in explanation?.blockingRules ?? [] {
      lines += ruleLines(rule, "blocked by ", columns)
    }
    lines += [Line()] + wrapped("If it fires: \(told.action)", columns: columns)
    return lines + wouldFireLines(position, columns)
  }

  /// Returns the events that can fire a tag, in words.
  private func heard(_ tag: Int) -> String {
    let names = state.eventsOf(tag: tag).prefix(3).map { outlook.events[$0].heard }
    return names.isEmpty ? "an event that tagsim cannot guess" : names.joined(separator: " or ")
  }

  private func ruleLines(_ rule: RuleExplanation, _ role: String, _ columns: Int) -> [Line] {
    guard !rule.conditions.isEmpty else {
      return wrapped(
        "\(role)\(rule.title) has no conditions: always true", columns: columns, indent: 1)
    }
    let needs = rule.conditions.count == 1 ? "needs" : "needs ALL of"
    var lines = [Line()] + wrapped("\(role)\(rule.title) \(needs)", columns: columns, indent: 1)
    for condition in rule.conditions {
      let mark = condition.holds ? signs.yesMark : signs.noMark
      let style: Style = condition.holds ? .plain : .attention.strong
      let texts = Wrapping.lines(condition.sentence, columns: max(8, columns - 5))
      lines += texts.enumerated().map { Line(($0 == 0 ? "   \(mark) " : "     ") + $1, style) }
      guard !condition.holds else { continue }
      let isNone = condition.actual == StartGuide.noEvent
      let actual = isNone ? "no events yet" : "it is \(condition.actual)"
      lines += wrapped(actual, columns: columns, indent: 8)
      if let trouble = condition.trouble { lines += wrapped(trouble, columns: columns, indent: 8) }
    }
    return lines
  }

  /// Returns the event that would fire a tag, with the keys that it needs.
  private func wouldFireLines(_ position: Int, _ columns: Int) -> [Line] {
    guard let place = state.eventsOf(tag: position).first,
      let forecast = state.forecast(ofEvent: place),
      let explanation = tag(position, in: forecast)
    else { return [] }
    let event = outlook.events[place]
    let given = event.keys.compactMap { key in
      key.value.map { "\(key.path) = \(JSONWriter.write($0))" }
    }
    let with = given.isEmpty ? "" : " with " + given.joined(separator: ", ")
    guard explanation.didFire else {
      let miss = explanation.nearestMiss.map { ", nearest miss: \($0.words)" } ?? ""
      return wrapped("\(event.name)\(with) alone is not enough\(miss)", columns: columns)
    }
    return wrapped("Fires on \(event.name)\(with)", columns: columns)
  }
}
