/// What the runtime wants from the world, as data and in order.
public enum Effect: Sendable {
  /// Starts a timer that fires once; one of the same id is replaced.
  case startTimer(TimerID, Duration)
  /// Stops a timer.
  case cancelTimer(TimerID)
  /// Asks for the files of the app's bundle, to be answered before anything else.
  case loadDefault(container: String)
  /// Asks for the saved copy of a container, for the opening of this number.
  case loadSaved(container: String, opening: Int)
  /// Asks the tag server for a container.
  case fetch(ContainerRequest)
  /// Saves a container.
  case save(container: String, SavedContainer)
  /// Asks for what earlier processes kept, to be answered before any push of the app.
  case loadLasting
  /// Changes what is kept; from here on it outlasts the process.
  case changeLasting(LastingChange)
  /// Stores a hit; from here on a kill loses nothing.
  case appendHit(Hit)
  /// A hit that never came to be stored.
  case discardHit(Hit, HitLoss)
  /// Asks for the stored hits of a queue with a higher id, oldest first.
  case readHits(HitQueue, after: Int64, limit: Int)
  /// Asks to send a request.
  case deliver(HitRequest)
  /// Takes a hit out of the store.
  case removeHit(StoredHit, HitOutcome)
  /// Takes all hits of a queue out of the store.
  case dropHits(HitQueue, HitLoss)
  /// Keeps a hit that was tried, with its tries.
  case keepHit(StoredHit)
  /// Tells the app something.
  case notify(Notification)
  /// Code of the app ran: handlers of tags, and classes (v5) also for variables. The update or the
  /// read that it ran for follows.
  case called(HostCall)
  /// A line for the log.
  case log(LogRecord)
  /// An update went through the data layer and the containers.
  case processed(UpdateRecord)
}
