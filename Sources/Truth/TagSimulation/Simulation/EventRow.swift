public import TagRuntime

/// One row of the event list: something that the app, the phone, the user or a server did.
public struct EventRow: Sendable {
  /// The cause of a push.
  public enum Cause: Sendable, Hashable {
    /// The app's launch.
    case launch
    /// The app came or went: "background".
    case phase(String)
    /// The container became available.
    case container
    case screen(String)
    /// A button was pressed.
    case tap(String)
    /// A scenario or a user pushed it directly.
    case push
    /// A handler, a tag or a macro pushed it: "handler addBonus".
    case nested(by: String)
    /// An experiment of the container pushed it.
    case experiment
    /// An earlier process pushed it, with a request to keep it.
    case restored
    /// Firebase logged it by itself.
    case automatic
  }

  /// The reason why an app ended its background task.
  public enum BackgroundTaskEnd: Sendable, Hashable {
    /// A dispatch had nothing more to send, or failed.
    case dispatched(DispatchResult)
    /// A dispatch ended after the task's time.
    case expired
    /// The system did not grant it.
    case refused
  }

  /// The kinds of rows, each with the data that only it has.
  public enum Kind: Sendable {
    /// The app started.
    case launched(isCold: Bool)
    /// The app went into the background.
    case backgrounded
    /// What kept the app awake in the background is over.
    case suspended
    /// The app came back.
    case foregrounded
    /// The process ended.
    case killed
    case network(NetworkCondition)
    case disk(String)
    /// The app received a container; it is named if it is not the app's first one.
    case containerAvailable(
      ContainerSource, version: String, HandingOut, container: String?)
    /// A load ended: one from the network, or one from the disk that the app is notified of.
    case refreshed(RefreshKind, Result<String, RefreshFailure>, container: String?)
    /// A refresh was refused, with the remaining tokens and the time until the next one.
    case refreshRefused(RefreshAllowance, container: String?)
    /// A container was not opened: it is open already, or too many containers are.
    case openRefused(container: String, isOpen: Bool)
    case closed(container: String)
    /// A link was opened; `isOwn` says whether the app has the container that it previews.
    case link(PreviewAnswer, isOwn: Bool)
    /// A link to the app's site was opened, which shows the app.
    case linkOpened(String)
    /// A future's `get` returned after it blocked the main thread, for which this number of acts
    /// waited.
    case thawed(Duration, waited: Int)
    /// An update went through the data layer.
    indirect case update(UpdateRecord, Cause)
    /// A screen appeared without a push.
    case screenSeen(String)
    /// A button was pressed without a push.
    case tapped(String)
    /// A dispatch sent or lost hits, or failed.
    case dispatched(HitQueue, DispatchResult, sent: Int, lost: Int)
    /// A completion handler received the result of a request.
    case dispatchCompleted(DispatchResult)
    /// The app began a background task of that length.
    case backgroundTaskBegan(Duration)
    /// It ended its background task, for a reason.
    case backgroundTaskEnded(BackgroundTaskEnd)
    /// The system's time for the task is over.
    case backgroundTaskExpired
    /// The user opted out of tracking, or in again.
    case optedOut(Bool)
    /// The app was reinstalled; this number of hits was lost with the old one.
    case reinstalled(lost: Int)
    /// A newer build of the app replaced the old one.
    case upgraded(build: Int64)
    /// The app made a hit by itself.
    indirect case hitSent(Hit)
    /// The server answers with something that is not a container.
    case publishedUnreadable(container: String?)
    case published(version: String, container: String?)
    indirect case deviceChanged(Device)
    indirect case read(ValueReading)
    /// The user moved the phone's clock forward by this time, or back if it is negative.
    case clockSet(Duration)
    /// The app set data of the user or itself with Firebase: the name, and the value if there is
    /// one.
    case firebaseTold(String, value: String?)
    /// Time was skipped.
    case jumped(Duration)
  }

  /// The event itself, with the data that only its kind has.
  public var kind: Kind
  /// The time of the row, by the wall clock.
  public var wall: WallTime
  /// The numbers of the hits that its tags made, in the order of the tags; nil if one was never
  /// stored.
  public var hits: [Int64?] = []
  /// The loop that it began, if it is a push that caused too many others: the SDK's exception
  /// reaches the app at this push.
  public var loop: PushLoop?

  /// The number of a dispatch's hits that came too late for the reports of their day.
  public var late = 0
  /// The calls of the app's code by its tags that had no effect.
  public var idleCalls: [IdleCall] = []

  /// The update of a row, if it has one.
  public var update: UpdateRecord? {
    if case .update(let record, _) = kind { record } else { nil }
  }
}

/// A push that caused so many others that the SDK cut them off.
public struct PushLoop: Sendable, Hashable {
  /// The number of processed updates, including the push itself.
  public var updates: Int
  /// The number of dropped updates.
  public var dropped: Int
}

/// The effects of one step.
public struct StepRecord: Sendable {
  /// A log line with its time.
  public struct Line: Sendable, Hashable {
    /// The code and the arguments of the message, which make its text in either wording.
    public var record: LogRecord
    /// The time of the line, by the wall clock.
    public var wall: WallTime
    /// Whether the app's logger printed it.
    public var isPrinted: Bool
  }

  /// The rows for the event list, in order.
  public var rows: [EventRow] = []
  /// The log lines, in order.
  public var lines: [Line] = []
  /// The events of containers, in order.
  public var loads: [LoadEvent] = []
  /// The updates, if the world records no rows.
  package var updates: [UpdateRecord] = []

  /// Marks a loop at the push that began it, the first of its updates: the SDK's exception reaches
  /// the app there.
  ///
  /// Source: LegacySDK §8.4.
  ///
  /// - Complexity: O(n) in the rows of the step.
  mutating func blame(_ loop: PushLoop) {
    let updates = rows.indices.filter { rows[$0].update != nil }
    guard let first = updates.suffix(loop.updates).first else { return }
    rows[first].loop = loop
  }
}

/// One event in opening or refreshing a container.
public struct LoadEvent: Sendable, Hashable {
  /// The steps from opening a container to closing it.
  public enum Kind: Sendable, Hashable {
    case opened(OpenKind)
    /// It was not opened, because it is open already, or too many containers are.
    case openRefused(isOpen: Bool)
    /// The app received it, on a thread; nil without a notification.
    case handedOut(HandingOut, HandingThread?)
    case began(RefreshKind)
    /// A load found a container, or nothing newer.
    case succeeded(RefreshKind)
    case failed(RefreshKind, RefreshFailure)
    /// The app requested a refresh too often.
    case refreshRefused
    case closed
  }

  /// The public id.
  public var container: String
  /// The step, with the kind of load and any reason for a failure.
  public var kind: Kind
  /// The source of the container now in use.
  public var source: ContainerSource
  /// The version now in use.
  public var version: String
  /// The time of the event, by the monotonic clock.
  public var instant: Instant
  /// The time of the event, by the wall clock.
  public var wall: WallTime
  /// The number of the launch, from 1.
  public var launch: Int
}

/// The totals of a queue's dispatches so far.
struct DispatchTally: Sendable, Hashable {
  var sent = 0
  var lost = 0
  /// The number of sent hits that came too late for the reports of their day.
  var late = 0
}
