import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

extension AlterForm: Overlay {
  static let place = KeyPlace.alter
  static let keys: [KeyBinding] =
    [
      row(
        [.enter], "try", "create the changed draft, and try it on a branch",
        hint: "try it on a branch"
      ) { $1.tryOut($0) },
      row([.up, .backTab], "up", "to the line above", shown: "Up  Shift-Tab") { form, _ in
        form.move(by: -1)
      },
      row(
        [.down, .tab], "down",
        "to the line below; Left and Right choose another condition or operator", hint: "next"
      ) { form, _ in form.move(by: 1) },
    ] + typing() + [row([.escape], "leave", "change nothing", hint: "leave") { $0.close(in: &$1) }]

  var forgetsMessage: Bool { true }

  func close(in monitor: inout Monitor) {
    monitor.message = nil
    monitor.pop()
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    let step = key == .left ? -1 : key == .right || key == .character(" ") ? 1 : 0
    switch (key, row) {
    case (_, .text): _ = field.handle(key)
    case (_, .part): if step != 0 { movePart(by: step) }
    case (.character(let letter), .comparison) where letter != " ":
      chooseComparison(startingWith: letter)
    case (_, .comparison): if step != 0 { moveComparison(by: step) }
    }
    return []
  }

  mutating func follow(in monitor: Monitor) { outcome = monitor.outcome(of: self) }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    row = .text
    monitor.insert(text, into: &field)
    return true
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    AlterPopup(monitor.context, self, actions: monitor.actions(of: self), in: layout.body)
      .draw(on: &buffer)
  }
}

/// Editing the subject of an explanation: opening the form, and the outcome.
extension Monitor {
  /// Opens the form on the selection in the focused pane.
  mutating func alter() { alter(context.explained, line: nil) }

  /// Opens the form on the page of Explain, at its selected line.
  mutating func alter(from state: ExplainState) {
    let page = explainPage(state)
    let line = state.top.selection(on: page).map { page.lines[$0] }
    alter(state.top.subject, line: line)
  }

  private mutating func alter(_ subject: Explained, line: PageLine?) {
    message = nil
    guard !hidesAnswers else {
      message = .hint(
        "the question is still open: press Space for the answer, then a to change the rule")
      return
    }
    let ofLine = line?.target.flatMap { candidate(for: $0.subject, line) }
    guard let candidate = ofLine ?? candidate(for: subject, line) else {
      return say(.hint("a changes rules and values of a container: select a tag or a value first"))
    }
    do throws(UnalterablePart) {
      var form = try AlterForm(
        candidate.container, candidate.base, candidate.parts, at: candidate.place)
      form.outcome = outcome(of: form)
      push(form)
    } catch {
      message = .failure(candidate.parts.isEmpty ? candidate.why : "\(error)")
    }
  }

  // MARK: Candidates

  private struct Candidate {
    var container: String
    var base: CompiledContainer
    var parts: [AlterPart]
    var place = 0
    /// The reason if there is nothing to edit.
    var why: String
  }

  /// Returns the parts of a subject that can be edited.
  private func candidate(for subject: Explained, _ line: PageLine?) -> Candidate? {
    switch subject {
    case .tag(let name, let id): return tagCandidate(name, id, line)
    case .rule(let position, let id):
      guard let base = container(metBy: id) else { return nil }
      let parts = AlterableContainer(base).conditions(ofRule: position)
      return placed(
        Candidate(
          container: id, base: base, parts: parts.map { .condition($0) },
          why: "it has no conditions: it is always true"), line)
    case .value(let read, let id):
      // A line that links to a variable may be a condition itself.
      if let part = line?.part, case .condition(let place) = part {
        return candidate(for: .rule(place.rule, container: id), line)
      }
      return valueCandidate(read, id)
    default: return nil
    }
  }

  /// Returns the container that the event was evaluated with.
  private func container(metBy id: String) -> CompiledContainer? {
    view.update?.explanations.first { $0.containerID == id }?.compiled
  }

  private func placed(_ candidate: Candidate, _ line: PageLine?) -> Candidate {
    guard let part = line?.part, let place = candidate.parts.firstIndex(of: part) else {
      return candidate
    }
    var placed = candidate
    placed.place = place
    return placed
  }

  private func tagCandidate(_ name: String, _ id: String, _ line: PageLine?) -> Candidate? {
    guard let tag = view.tags.first(where: { $0.name == name && $0.containerID == id }) else {
      return nil
    }
    let alterable = AlterableContainer(tag.compiled)
    let rules = tag.rules + tag.blockingRules
    let places = rules.flatMap { alterable.conditions(ofRule: $0.position) }
    var candidate = Candidate(
      container: id, base: tag.compiled, parts: places.map { .condition($0) },
      why: rules.isEmpty
        ? "no \(tag.ruleWord) fires \(name): add one in the web interface"
        : "its \(tag.ruleWord)s have no conditions: they are always true")
    // The user most likely wants to change a failed condition.
    let rule = NearestMiss(among: tag.rules)?.rule ?? rules.first
    if let rule {
      let own = alterable.conditions(ofRule: rule.position)
      let failing = rule.conditions.firstIndex { !$0.holds && !$0.isAboutEvent }
      let index = failing ?? rule.conditions.firstIndex { !$0.holds } ?? 0
      if own.indices.contains(index), let place = places.firstIndex(of: own[index]) {
        candidate.place = place
      }
    }
    return placed(candidate, line)
  }

  private func valueCandidate(_ read: TypedRead, _ id: String) -> Candidate? {
    guard let base = view.simulation.runtime?.compiledContainer(id) else { return nil }
    let positions = base.version.macros.indices.filter {
      base.version.macros[$0].name == read.key
    }
    let event = view.update?.firebase?.logged
    let definitions = view.simulation.definitions(of: read.key, in: id, during: event)
    let used = definitions.firstIndex(where: \.isInUse) ?? 0
    let version = base.version.version.isEmpty ? "the container" : "v" + base.version.version
    return Candidate(
      container: id, base: base, parts: positions.map { .definition($0) }, place: used,
      why:
        "\(version) has no key \(read.key): change an existing one, or add it in the web interface")
  }

  // MARK: The outcome

  /// Returns the outcome of the form at the selected event.
  func outcome(of form: AlterForm) -> AlterForm.Outcome {
    var outcome = AlterForm.Outcome()
    do throws(UnalterablePart) {
      let edit = try form.edit()
      let version = form.base.version
      let altered = try version.applying([edit])
      outcome.others = others(form)
      let new = CompiledContainer(altered)
      let told = try edit.parts(in: version)
      (outcome.before, outcome.after) = (told.before, told.after)
      outcome.trouble = told.trouble
      if told.before != told.after {
        outcome.edit = edit
        outcome.here = here(form, new)
      }
    } catch {
      outcome.trouble = error.description
    }
    return outcome
  }

  /// Returns the side effects: the tags that share the rule or read the value.
  private func others(_ form: AlterForm) -> [String] {
    let alterable = form.alterable
    switch form.part {
    case .condition(let place):
      let tags = alterable.tags(ofRule: place.rule)
      let more = tags.isEmpty ? "" : ", which decides on \(Self.names(tags))"
      return ["It is in \(alterable.quotedTitle(ofRule: place.rule))\(more)."]
    case .definition(let position):
      let name = form.base.version.macros[position].name ?? ""
      let tags = alterable.tags(readingMacro: name)
      let more = tags.isEmpty ? " alone" : ", and decides on or fills in \(Self.names(tags))"
      return ["\(name) is read by the app\(more)."]
    }
  }

  /// Returns several names, only the first ones if there are many.
  static func names(_ names: [String]) -> String { names.listed(upTo: namesShown) }

  /// The maximum number of names in a sentence.
  private static let namesShown = 6

  private func here(_ form: AlterForm, _ new: CompiledContainer) -> String {
    switch form.part {
    case .condition:
      guard let event = view.eventRow else { return "" }
      let tags = view.tags.filter { $0.containerID == form.container }
      let turned = tags.filter { tag in
        tag.counterpart(in: new).map { $0.wouldFire != tag.wouldFire } ?? false
      }
      let place = "At #\(event.number) \(event.event.name): "
      guard !turned.isEmpty else { return place + "the same tags fire." }
      let fires = turned.filter { !$0.wouldFire }.map(\.name)
      let stops = turned.filter(\.wouldFire).map(\.name)
      let parts = [
        fires.isEmpty ? nil : Self.names(fires) + " would fire",
        stops.isEmpty ? nil : Self.names(stops) + " would not",
      ]
      return place + parts.compactMap { $0 }.joined(separator: ", ") + "."
    case .definition(let position):
      let read = TypedRead(kind: .string, key: form.base.version.macros[position].name ?? "")
      let reading = view.simulation.reading(
        of: read, in: form.container, having: new, during: view.update?.firebase?.logged)
      guard let reading else { return "" }
      return "\(read.key) would be \(reading.shownValue) here."
    }
  }
}
