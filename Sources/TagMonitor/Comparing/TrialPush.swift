import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// A repetition of an event with the data that would make a tag fire that did not.
struct TrialPush: Sendable {
  /// The line of the language that pushes or logs it.
  let line: String
  /// The changed data: "screenName = "ConfirmationScreen"".
  let words: String

  /// Finds a trial for a tag; nil if no push makes it fire.
  ///
  /// It can satisfy only conditions on the event and its data that require one value.
  init?(of tag: TagExplanation, at event: UpdateRecord) {
    guard tag.neverReason == nil, let failing = tag.nearestMiss?.failingInOrder,
      event.rejection == nil, event.firebase?.source != .automatic
    else { return nil }
    var update = event.update
    var words: [String] = []
    for condition in failing {
      guard condition.isEquality else { return nil }
      let path: String
      if condition.isAboutEvent {
        path = "event"
      } else if let maker = condition.maker, let subject = maker.subject,
        maker.readsDataLayer || maker.readsEvent
      {
        path = subject
      } else {
        return nil
      }
      let wanted = Value.string(condition.wanted)
      Self.set(wanted, at: path.split(separator: ".").map(String.init)[...], in: &update)
      words.append("\(path) = \(JSONWriter.write(wanted))")
    }
    self.words = words.joined(separator: " and ")
    guard event.firebase != nil else {
      line = "push " + JSONWriter.write(.map(update))
      return
    }
    guard case .string(let name)? = update.removeValue(forKey: "event") else { return nil }
    line =
      "log-event " + JSONWriter.write(.string(name))
      + (update.isEmpty ? "" : " " + JSONWriter.write(.map(update)))
  }

  private static func set(
    _ value: Value, at path: ArraySlice<String>, in map: inout OrderedDictionary<String, Value>
  ) {
    guard let key = path.first else { return }
    guard path.count > 1 else {
      map[key] = value
      return
    }
    var inner: OrderedDictionary<String, Value> = [:]
    if case .map(let known)? = map[key] { inner = known }
    set(value, at: path.dropFirst(), in: &inner)
    map[key] = .map(inner)
  }
}

extension ScreenContext {
  /// Returns the trial that `B` makes for the selection or the explanation; nil if there is none.
  func trialPush(of subject: Explained) -> TrialPush? {
    guard case .tag(let name, let container) = subject, let update = view.update,
      let tag = view.tags.first(where: { $0.name == name && $0.containerID == container })
    else { return nil }
    return TrialPush(of: tag, at: update)
  }
}

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
    message = Message(
      kind: .ok, text: "\(name) \(came) with \(miss.words)")
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
