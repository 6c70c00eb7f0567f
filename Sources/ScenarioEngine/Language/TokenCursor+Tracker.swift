import TagSimulation

extension TokenCursor {
  /// `UA-1-1 [name=orders]`
  mutating func tracker() throws(ScenarioError) -> AppTracker {
    var tracker = AppTracker(trackingID: try name("a tracking id such as UA-1-1"))
    var keys = KnownKeys(["name"])
    while isAtPair {
      _ = try keys.take(from: &self)
      tracker.name = try name("the name of the tracker")
    }
    return tracker
  }
}
