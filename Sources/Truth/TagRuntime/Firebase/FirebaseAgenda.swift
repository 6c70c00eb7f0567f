import OrderedCollections

/// The pending actions of Firebase in a step, in order: an action is done with all its consequences
/// before the next one, and the events that classes of the app logged while a container judged an
/// event follow right after that event, in order.
///
/// An event of a class is like any other event of the app, so that the container judges it as well,
/// and more may be logged for it. A class that logs the very event that it runs for never ends. The
/// SDK's behaviour then is not established; it is cut where the first generation cuts a drain.
struct FirebaseAgenda {
  private enum Item {
    case action(FirebaseFlow.Action)
    /// The events of classes are next.
    case classEvents
  }

  /// The pending items; the next one is last.
  private var items: [Item] = []
  /// The events that classes logged since the last judged event that was not a class's.
  private var classEvents: [OrderedDictionary<String, Value>] = []
  private var taken = 0

  init(_ actions: [FirebaseFlow.Action]) { add(actions) }

  /// Adds the next actions.
  mutating func add(_ actions: [FirebaseFlow.Action]) {
    items += actions.reversed().map { .action($0) }
  }

  /// Adds the consequences of a judgement, and after them the events that classes logged meanwhile.
  mutating func addJudgement(
    _ actions: [FirebaseFlow.Action], logged: [OrderedDictionary<String, Value>]
  ) {
    // Events logged for an event of a class wait for the others of their kind.
    if classEvents.isEmpty, !logged.isEmpty { items.append(.classEvents) }
    classEvents += logged
    add(actions)
  }

  /// Returns the next action; nil if all are done.
  mutating func next() -> FirebaseFlow.Action? {
    while let item = items.popLast() {
      switch item {
      case .action(let action): return action
      case .classEvents:
        if let action = nextClassEvent() { return action }
      }
    }
    return nil
  }

  private mutating func nextClassEvent() -> FirebaseFlow.Action? {
    guard taken < classEvents.count else {
      endClassEvents()
      return nil
    }
    var parameters = classEvents[taken]
    taken += 1
    let waiting = classEvents.count - taken
    if taken > Limits.updatesPerDrain || waiting > Limits.waitingUpdates {
      endClassEvents()
      let words =
        "\(Limits.updatesPerDrain) events that classes of the app log for one event, "
        + "\(waiting + 1) dropped"
      return .log(LogRecord(.limitReached, [words]))
    }
    items.append(.classEvents)
    guard let name = parameters.removeValue(forKey: "event") else {
      return .log(LogRecord(.noDataLayer))
    }
    return .goOn(.log(ValueConversion.text(name), parameters))
  }

  private mutating func endClassEvents() {
    classEvents = []
    taken = 0
  }
}
