import OrderedCollections

extension Runtime {
  /// Logs what classes of the app logged while a container judged an event: after that event, in
  /// order, and like any other of the app's, so that the container judges them as well.
  ///
  /// A class that logs the very event that it runs for never comes to an end. What the SDK does
  /// then is not established; it is cut where the first generation cuts a drain.
  mutating func logForClasses(
    _ pushes: [Queued], at moment: Moment, host: some FunctionHost
  ) {
    classEvents += pushes.map(\.update)
    guard !isLoggingForClasses else { return }
    isLoggingForClasses = true
    var next = 0
    while next < classEvents.count {
      var parameters = classEvents[next]
      next += 1
      let waiting = classEvents.count - next
      if next > Limits.updatesPerDrain || waiting > Limits.waitingUpdates {
        log(
          .limitReached,
          "\(Limits.updatesPerDrain) events that classes of the app log for one event, "
            + "\(waiting + 1) dropped")
        break
      }
      if let name = parameters.removeValue(forKey: "event") {
        logEvent(ValueConversion.text(name), parameters, at: moment, host: host)
      } else {
        log(.noDataLayer)
      }
    }
    classEvents = []
    isLoggingForClasses = false
  }
}
