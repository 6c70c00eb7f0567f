import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Trying an edited container on a branch: it repeats the action of the selected event, from just
/// before that action, with the edited container in use.
extension Monitor {
  /// The action to repeat.
  private struct Act {
    /// The place in the record; nil if the event was caused by time alone.
    var place: Int?
    /// The number of rows before it.
    var rowsBefore: Int
    /// The statement; a wait if the event was caused by time alone.
    var statement: Statement
    /// The origin of the statement.
    var origin = RecordedStatement.Origin.hand
    /// The number of rows from its first one to the event.
    var offset: Int
    var event: String

    /// Whether it is part of the setup, which is fixed: the run can be cut only after it.
    var isSetup: Bool { origin == .setup }

    /// Whether it starts the app.
    var isLaunch: Bool {
      if case .act(.launch) = statement.command { true } else { false }
    }
  }

  /// The action that caused the selected event; nil for none.
  private var actOfEvent: Act? {
    guard let row = view.eventRow else { return nil }
    let place = row.number - 1
    let event = row.event.update?.event ?? ""
    if let index = run.record.lastIndex(where: { $0.rows.contains(place) }) {
      let recorded = run.record[index]
      return Act(
        place: index, rowsBefore: recorded.rows.lowerBound, statement: recorded.statement,
        origin: recorded.origin, offset: place - recorded.rows.lowerBound, event: event)
    }
    let rows = run.timeline.rows
    guard let before = rows[..<place].last(where: { $0.step != row.step }) else { return nil }
    let wait = row.event.wall - before.event.wall
    let line = "wait " + DurationText.text(max(.milliseconds(1), wait))
    guard let statement = try? StatementParser.parse(line: line, file: ScenarioLocation.keys.file)
    else {
      return nil
    }
    return Act(
      rowsBefore: before.number, statement: statement, offset: place - before.number, event: event)
  }

  /// Returns the actions of Enter on the branch, line by line.
  func actions(of form: AlterForm) -> [String] {
    let act = isOfEvent(form) ? actOfEvent : nil
    return preparations(form, for: act) + (act.map { [$0.statement.text] } ?? [])
  }

  /// Whether the edited part matters only at events; values are read between them, too.
  private func isOfEvent(_ form: AlterForm) -> Bool {
    if case .condition = form.part { true } else { false }
  }

  /// Returns the lines that put the edited container into use before an action.
  private func preparations(_ form: AlterForm, for act: Act?) -> [String] {
    var world = actedWorld
    if let act, !act.isSetup {
      let rows = run.timeline.rows
      let step = act.rowsBefore > 0 ? rows[act.rowsBefore - 1].step : 0
      world = run.timeline.simulation(afterStep: step)
    }
    let name = LanguageWord.written(copyName(form)) + idWords(form.container)
    // If the app was running at the end of the setup, launch it again.
    let ends = act?.isSetup == true && world.isRunning ? act?.isLaunch == true : false
    let isOpen = world.isRunning && world.container(form.container) != nil && !ends
    return ["draft " + name] + (ends ? ["kill"] : [])
      + ["container \(isOpen ? "used" : "saved") \(name)"]
  }

  private func copyName(_ form: AlterForm) -> String {
    "\(form.container)-v\(nextVersion)-edited"
      + (form.base.version.generation == .firebase ? ".json" : "")
  }

  // MARK: Trying

  /// Creates the edited container, and tries it on a branch.
  mutating func tryOut(_ form: AlterForm) {
    guard let edit = form.outcome.edit else {
      message = .hint(
        form.outcome.trouble ?? "nothing changed yet: choose another operator, or type")
      return
    }
    do throws(UnalterablePart) {
      let copy = try copy(form, edit)
      let act = isOfEvent(form) ? actOfEvent : nil
      let lines = preparations(form, for: act)
      let tags = view.tags.filter { $0.containerID == form.container }
      let fired = Set(tags.filter(\.didFire).map(\.name))
      close()
      let (copies, at) = (saving.editedCopies, cursor)
      guard begin(act) else { return }
      let dropped = saving.editedCopies.keep(copy)
      adoptEditedCopies()
      for line in lines {
        perform(line: line)
        guard message?.kind == .ok else { return giveUp(copies, at) }
      }
      if let act {
        doAgain(act)
        guard message?.kind != .failure else { return giveUp(copies, at) }
      }
      comparing.branches.countAsOne(run.record.count - comparing.branches.here.start)
      tellOutcome(form, firedBefore: fired)
      if let dropped {
        message?.said +=
          "; only \(EditedCopies.limit) edited copies are kept: \(dropped.name) was dropped"
      }
    } catch {
      message = .failure(error.description)
    }
  }

  /// Undoes a failed trial, restores the copies and the position, and keeps the failure's message.
  private mutating func giveUp(_ copies: EditedCopies, _ at: Int?) {
    let why = message
    comparing.branches.countAsOne(run.record.count - comparing.branches.here.start)
    undo()
    // Offer nothing of it for redo.
    comparing.undone = []
    saving.editedCopies = copies
    if cursor != at { look(at: at) }
    message = why
  }

  /// Begins the branch before an action; without one, from the selected moment.
  private mutating func begin(_ act: Act?) -> Bool {
    guard let act, !act.isSetup else { return beginBranch() }
    if let place = act.place {
      return beginBranch(named: nil, isAskedFor: true, beforeRecord: place)
    }
    go(to: act.rowsBefore)
    return beginBranch()
  }

  private func copy(
    _ form: AlterForm, _ edit: ContainerEdit
  ) throws(UnalterablePart) -> EditedCopy {
    var altered = try form.base.version.applying([edit])
    altered.version = nextVersion
    altered.containerID = altered.containerID ?? form.container
    let last = saving.editedCopies.all.copy(of: form.base)
    let version = form.base.version.version
    return EditedCopy(
      name: copyName(form), containerID: form.container, container: CompiledContainer(altered),
      base: last?.base ?? (version.isEmpty ? "the default container" : "v" + version),
      changes: (last?.changes ?? []) + [try edit.words(in: form.base.version)])
  }

  /// Repeats the action, and selects the same event. A statement of the scenario is executed as the
  /// next one, so that the scenario continues from there.
  private mutating func doAgain(_ act: Act) {
    if case .scenario(let position) = act.origin, run.position == position,
      let result = run.executeNext()
    {
      // It answers an open question.
      telling.playback.isAsking = false
      tell(result)
      refreshView()
    } else {
      perform(act.statement)
    }
    let made = run.rowsOfLastAct
    let same = made.dropFirst(act.offset).first
    let isSame = same.map { ($0.event.update?.event ?? "") == act.event } ?? false
    let found = isSame ? same : made.last { $0.event.update?.event == act.event }
    guard let found else { return }
    look(at: found.number == run.timeline.rows.count ? nil : found.number)
  }

  private mutating func tellOutcome(_ form: AlterForm, firedBefore: Set<String>) {
    let what: String
    if case .definition(let position) = form.part {
      let read = TypedRead(kind: .string, key: form.base.version.macros[position].name ?? "")
      what = "\(read.key) is \(view.reading(of: read, in: form.container).shownValue)"
    } else {
      what = firing(in: form.container, before: firedBefore)
    }
    let said = what == form.outcome.after ? what : "\(form.outcome.after): \(what)"
    var told = Message.ok("what if \(said)")
    told.remark = "branch \"\(comparing.branches.currentName)\"; z: undo"
    message = told
  }

  /// Returns the differences in the tags that fired, in words, and selects the first of them.
  private mutating func firing(in container: String, before: Set<String>) -> String {
    move(to: .tags)
    let tags = view.tags.filter { $0.containerID == container }
    let new = tags.filter { $0.didFire && !before.contains($0.name) }.map(\.name)
    let gone = tags.filter { !$0.didFire && before.contains($0.name) }.map(\.name)
    if let name = (new + gone).first,
      let index = view.tags.firstIndex(where: { $0.name == name && $0.containerID == container })
    {
      selection.tag = index
    }
    let parts = [
      new.isEmpty ? nil : "\(Self.names(new)) \(new.count == 1 ? "fires" : "fire")",
      gone.isEmpty ? nil : "\(Self.names(gone)) no longer \(gone.count == 1 ? "fires" : "fire")",
    ].compactMap { $0 }
    return parts.isEmpty ? "the same tags fire" : parts.joined(separator: ", ")
  }
}
