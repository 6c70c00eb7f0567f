import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Opening the dial on the subject of an explanation, and trying what it is turned to.
extension Monitor {
  /// Opens the dial on the selection in the focused pane.
  mutating func alter() { alter(context.explained, line: nil) }

  /// Opens the dial on the page of Explain, at its selected line.
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
      return say(.hint("a turns rules and values of a container: select a tag or a value first"))
    }
    do throws(UnalterablePart) {
      var dial = try Dial(
        candidate.container, candidate.base, candidate.parts, at: candidate.place)
      isPlaying = false
      dial.read(in: self)
      push(dial)
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

  // MARK: A value

  /// Returns a value now and as it is turned, and what reads it; nil for a condition.
  func values(of dial: Dial) -> Dial.Values? {
    guard case .definition = dial.part else { return nil }
    let read = TypedRead(kind: .string, key: dial.subject)
    let tags = dial.alterable.tags(readingMacro: dial.subject)
    let event = view.update?.firebase?.logged
    let altered = dial.outcome.edit.flatMap { try? dial.base.version.applying([$0]) }
    let after = altered.flatMap {
      view.simulation.reading(
        of: read, in: dial.container, having: CompiledContainer($0), during: event)
    }
    let now = view.reading(of: read, in: dial.container).shownValue
    return Dial.Values(
      now: now, after: after?.shownValue ?? now,
      readers: "The app reads it"
        + (tags.isEmpty ? "." : "; \(tags.listed(upTo: Self.namesShown)) fire by it or send it."))
  }

  /// The maximum number of names in a sentence.
  private static let namesShown = 6

  // MARK: Trying

  /// Plays the run with the changed container, on a branch.
  mutating func tryOut(_ dial: Dial) {
    guard let edit = dial.outcome.edit else {
      message = .hint(
        dial.outcome.trouble ?? "nothing changed yet: turn the operator, or type another value")
      return
    }
    do throws(UnalterablePart) {
      let (copy, after) = (try copy(dial, edit), try edit.parts(in: dial.base.version).after)
      let turned = dial.condition.flatMap { condition in
        dial.outcome.answers.flatMap { condition.groups($0).turned.first }
          .map { condition.events[$0].number }
      }
      let row = turned ?? cursor
      let before = turned.map { Set(firedTags(at: $0, in: dial.container)) }
      let isBegun = beginBranch(
        from: max(0, (turned ?? dial.reading.events.first?.number ?? 1) - 1), at: row
      ) { $0.again(reading: copy.container, named: copy.name, insteadOf: dial.base) }
      guard isBegun else { return }
      let dropped = saving.editedCopies.keep(copy)
      adoptEditedCopies()
      let fired = row.map { firedTags(at: $0, in: dial.container) } ?? []
      let what =
        dial.isOfCondition
        ? firing(in: dial.container, before: before ?? Set(fired), fired)
        : view.reading(of: TypedRead(kind: .string, key: dial.subject), in: dial.container)
          .shownValue
      refreshView()
      settle()
      var told = Message.ok("what if \(after): \(what)")
      told.remark = "branch \"\(comparing.branches.currentName)\"; z: undo, C: compare"
      message = told
      if let dropped {
        message?.said +=
          "; only \(EditedCopies.limit) edited copies are kept: \(dropped.name) was dropped"
      }
    } catch {
      message = .failure(error.description)
    }
  }

  private func copy(_ dial: Dial, _ edit: ContainerEdit) throws(UnalterablePart) -> EditedCopy {
    var altered = try dial.base.version.applying([edit])
    altered.version = nextVersion
    altered.containerID = altered.containerID ?? dial.container
    let last = saving.editedCopies.all.copy(of: dial.base)
    let version = dial.base.version.version
    let ending = altered.generation == .firebase ? ".json" : ""
    return EditedCopy(
      name: "\(dial.container)-v\(nextVersion)-edited" + ending, containerID: dial.container,
      container: CompiledContainer(altered),
      base: last?.base ?? (version.isEmpty ? "the default container" : "v" + version),
      changes: (last?.changes ?? []) + [try edit.words(in: dial.base.version)])
  }

  /// Returns the names of the tags of a container that fired at an event of the current run.
  private func firedTags(at number: Int, in container: String) -> [String] {
    guard run.timeline.hasRow(at: number),
      let update = run.timeline.traced(row: run.timeline.row(at: number))
    else { return [] }
    return update.explanations.filter { $0.containerID == container }
      .flatMap { $0.tags.filter(\.didFire).map(\.name) }
  }

  /// Returns the differences in the tags that fired, in words, and selects the first of them.
  private mutating func firing(
    in container: String, before: Set<String>, _ fired: [String]
  ) -> String {
    move(to: .tags)
    let new = fired.filter { !before.contains($0) }
    let gone = before.subtracting(fired).sorted()
    if let name = (new + gone).first,
      let index = view.tags.firstIndex(where: { $0.name == name && $0.containerID == container })
    {
      selection.tag = index
    }
    let parts = [
      new.isEmpty ? nil : new.listed(upTo: Self.namesShown) + (new.count == 1 ? " fires" : " fire"),
      gone.isEmpty
        ? nil
        : gone.listed(upTo: Self.namesShown) + " no longer " + (gone.count == 1 ? "fires" : "fire"),
    ].compactMap { $0 }
    return parts.isEmpty ? "the same tags fire" : parts.joined(separator: ", ")
  }
}
