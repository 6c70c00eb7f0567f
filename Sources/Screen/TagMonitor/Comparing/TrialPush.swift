import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// The subject of `B`: the tag that is selected, or explained.
  private var subjectOfBranch: Explained {
    if case .explain(let state)? = overlay { return state.top.subject }
    return focus == .tags || focus == .explain ? context.explained : .nothing("")
  }

  /// Whether `B` tries something here instead of only beginning a branch.
  var canTry: Bool { !isOneWorld && context.trialPush(of: subjectOfBranch) != nil }

  /// Handles `B`: tries the nearest miss of the selected or explained tag on a branch; elsewhere
  /// begins a branch from the selected moment.
  mutating func branchOrTry() {
    let subject = subjectOfBranch
    guard let miss = context.trialPush(of: subject), let event = view.eventRow,
      case .tag(let name, let container) = subject
    else {
      overlay = nil
      return branchHere()
    }
    overlay = nil
    guard beginBranch(before: event) else { return }
    perform(line: miss.line)
    guard message?.kind == .ok else {
      let failure = message
      takeBackEmptyBranch()
      message = failure
      return
    }
    let tag = view.tags.first { $0.name == name && $0.containerID == container }
    let came = tag.map { $0.didFire ? "fires" : "does not fire" } ?? "is not evaluated"
    let here = branches.here
    message = .ok("\(name) \(came) with \(miss.words)")
    message?.remark = "branch \"\(here.name)\" from #\(here.row); z: undo"
    focus = .tags
    tab = .tags
    selection.tag =
      view.tags.firstIndex { $0.name == name && $0.containerID == container } ?? selection.tag
  }

  /// Begins a branch with the world before an event, so that it happens once; an event of the setup
  /// stays, and happens again.
  private mutating func beginBranch(before event: Timeline.Row) -> Bool {
    let isCut = event.number > 1 && run.step(ofBranchAt: event.number - 1) < event.step
    // If a statement cannot be split, its other effects must be repeated, too.
    let place = run.record.lastIndex { $0.rows.contains(event.number - 1) && $0.origin != .setup }
    if !isCut, let place {
      return beginBranch(named: nil, isAskedFor: false, beforeRecord: place)
    }
    cursor = isCut ? event.number - 1 : event.number
    refreshView()
    return beginBranch(named: nil, isAskedFor: false)
  }
}
