import OrderedCollections
package import TagRuntime
import TagSimulation

/// A repetition of an event with the data that would make a tag fire that did not.
package struct TrialPush: Sendable {
  /// The line of the language that pushes or logs it.
  package let line: String
  /// The changed data: "screenName = "ConfirmationScreen"".
  package let words: String

  /// Finds a trial for a tag; nil if no push makes it fire.
  ///
  /// It can satisfy only conditions on the event and its data that require one value.
  package init?(of tag: TagExplanation, at event: UpdateRecord) {
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
      "log-event " + name.quoted
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
  package func trialPush(of subject: Explained) -> TrialPush? {
    guard case .tag(let name, let container) = subject, let update = view.update,
      let tag = view.tags.first(where: { $0.name == name && $0.containerID == container })
    else { return nil }
    return TrialPush(of: tag, at: update)
  }
}
