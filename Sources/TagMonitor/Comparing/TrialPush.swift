import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// The event once more, with what would have made a tag fire that did not.
struct TrialPush: Sendable {
  /// The line of the language that pushes or logs it.
  let line: String
  /// What is other than it was: "screenName = "ConfirmationScreen"".
  let words: String

  /// What could be tried for a tag; nil where no push makes it fire.
  ///
  /// Only conditions on the event and on what it carries, that ask for one value, can be met so.
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
  /// What `B` tries for what is selected or explained; nil where nothing can be.
  func trialPush(of subject: Explained) -> TrialPush? {
    guard case .tag(let name, let container) = subject, let update = view.update,
      let tag = view.tags.first(where: { $0.name == name && $0.containerID == container })
    else { return nil }
    return TrialPush(of: tag, at: update)
  }
}

extension Monitor {
  /// What `B` stands on: the tag that is selected, or explained.
  private var subjectOfBranch: Explained {
    if case .explain(let state)? = overlay { return state.top.subject }
    return focus == .tags || focus == .explain ? context.explained : .nothing("")
  }

  /// Whether `B` tries something here, and does not only begin a branch.
  var canTry: Bool { !isOneWorld && context.trialPush(of: subjectOfBranch) != nil }

  /// `B`: tries the nearest miss of the tag that is selected or explained on a branch; elsewhere
  /// begins one from the moment that is looked at.
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
    let came = tag.map { $0.didFire ? "fires" : "does not fire" } ?? "is not asked"
    let here = branches.here
    message = Message(
      kind: .ok, text: "\(name) \(came) with \(miss.words)")
    message?.remark = "branch \"\(here.name)\" from #\(here.row); z takes it back"
    focus = .tags
    tab = .tags
    selection.tag =
      view.tags.firstIndex { $0.name == name && $0.containerID == container } ?? selection.tag
  }

  /// Begins a branch with the world before an event, so that it happens once; an event of the setup
  /// stays, and happens again.
  private mutating func beginBranch(before event: Timeline.Row) -> Bool {
    let isCut = event.number > 1 && run.step(ofBranchAt: event.number - 1) < event.step
    // What the statement did beside it has to be done again, too, where it cannot be cut in two.
    let place = run.record.lastIndex { $0.rows.contains(event.number - 1) && $0.origin != .setup }
    if !isCut, let place {
      return beginBranch(named: nil, isAskedFor: false, beforeRecord: place)
    }
    cursor = isCut ? event.number - 1 : event.number
    refreshView()
    return beginBranch(named: nil, isAskedFor: false)
  }
}
