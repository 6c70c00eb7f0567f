public import TagRuntime

/// One row of the event list.
public struct EventRow: Sendable {
  /// What a push came from.
  public enum Cause: Sendable, Hashable {
    /// The app's launch.
    case launch
    /// The container became available.
    case container
    /// A screen was seen.
    case screen(String)
    /// A button was pressed.
    case tap(String)
    /// A push was written by hand.
    case push
    /// A handler, a tag or a macro pushed it: "handler addBonus".
    case nested(by: String)
    /// An experiment of the container pushed it.
    case experiment
    /// An earlier process pushed it and asked that it last.
    case restored
    /// Firebase logged it by itself.
    case automatic
  }

  /// Why an app ended its background task.
  public enum BackgroundTaskEnd: Sendable, Hashable {
    /// A dispatch came to nothing more, or failed.
    case dispatched(DispatchResult)
    /// A dispatch ended after the task's time.
    case expired
    /// The system had not granted it.
    case refused
  }

  /// What happened.
  public enum Kind: Sendable {
    /// The app started.
    case launched(isCold: Bool)
    /// The app went into the background.
    case backgrounded
    /// The app came back.
    case foregrounded
    /// The process ended.
    case killed
    /// The network changed.
    case network(NetworkCondition)
    /// The disk changed.
    case disk(String)
    /// A container was handed to the app; it is named where it is not the app's first.
    case containerAvailable(
      ContainerSource, version: String, HandingOut, container: String?)
    /// A load ended: one from the network, or one from the disk of which the app is told.
    case refreshed(RefreshKind, Result<String, RefreshFailure>, container: String?)
    /// A refresh was refused, with the tokens that are left and the time until the next.
    case refreshRefused(RefreshAllowance, container: String?)
    /// A container was not opened: it is open already, or else too many are.
    case openRefused(container: String, isOpen: Bool)
    /// A container was closed.
    case closed(container: String)
    /// A link was opened; whether the app has the container that it previews.
    case link(PreviewAnswer, isOwn: Bool)
    /// A link to the app's site was opened, which brings up the app.
    case universalLink(String)
    /// A future's `get` returned after the main thread stood still, and so many acts had waited.
    case thawed(Duration, waited: Int)
    /// An update went through the data layer.
    indirect case update(UpdateRecord, Cause)
    /// A screen was seen and nothing was pushed.
    case screenSeen(String)
    /// A button was pressed and nothing was pushed.
    case tapped(String)
    /// A dispatch sent or lost hits, or failed.
    case dispatched(HitQueue, DispatchResult, sent: Int, lost: Int)
    /// A completion handler heard what came of a request.
    case dispatchCompleted(DispatchResult)
    /// The app began a background task of that length.
    case backgroundTaskBegan(Duration)
    /// It ended its background task, and why.
    case backgroundTaskEnded(BackgroundTaskEnd)
    /// The system's time for the task is over.
    case backgroundTaskExpired
    /// The user opted out of tracking, or in again.
    case optedOut(Bool)
    /// The app was installed anew; so many hits went with the old one.
    case reinstalled(lost: Int)
    /// A newer build of the app took the place of the old one.
    case upgraded(build: Int64)
    /// The app made a hit by itself.
    indirect case hitSent(Hit)
    /// The server answers with something that is no container.
    case publishedUnreadable(container: String?)
    /// A container was published.
    case published(version: String, container: String?)
    /// The phone was changed.
    indirect case deviceChanged(Device)
    /// The app read a value.
    indirect case read(ValueReading)
    /// The user set the phone's clock, by so much forward, or back where it is negative.
    case clockSet(Duration)
    /// The app told Firebase something of the user or of itself: what, and the value where there
    /// is one.
    case firebaseTold(String, value: String?)
    /// Time was skipped.
    case jumped(Duration)
  }

  /// What happened.
  public var kind: Kind
  /// When, by the wall clock.
  public var wall: WallTime
  /// The numbers of the hits that its tags made, in the order of the tags; nil where one was
  /// never stored.
  public var hits: [Int64?] = []
  /// The loop that it began, where it is a push that led to too many others: the SDK's exception
  /// reaches the app at this push.
  public var loop: PushLoop?

  /// How many of the hits that a dispatch sent came too late for the reports of their day.
  public var late = 0
  /// The calls of the app's code that its tags made and of which nothing came.
  public var idleCalls: [IdleCall] = []

  /// The update of a row, where it has one.
  public var update: UpdateRecord? {
    if case .update(let record, _) = kind { record } else { nil }
  }
}

/// A push that led to so many others that the SDK cut them off.
public struct PushLoop: Sendable, Hashable {
  /// How many updates went through, itself counted.
  public var updates: Int
  /// How many more were dropped.
  public var dropped: Int
}

/// What one step did.
public struct StepRecord: Sendable {
  /// A log line with its time.
  public struct Line: Sendable, Hashable {
    /// What was said.
    public var record: LogRecord
    /// When, by the wall clock.
    public var wall: WallTime
    /// Whether the app's logger printed it.
    public var isPrinted: Bool
  }

  /// The rows for the event list, in order.
  public var rows: [EventRow] = []
  /// The log lines, in order.
  public var lines: [Line] = []
  /// What happened to containers, in order.
  public var loads: [LoadEvent] = []
  /// What events set off, container by container, where the world tells no rows.
  package var firings: [UpdateRecord.Firing] = []

  /// Tells of a loop at the push that began it, the first of its updates: the SDK's exception
  /// reaches the app there.
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

/// One thing that happened while a container was opened or refreshed.
public struct LoadEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// It was opened.
    case opened(OpenKind)
    /// It was not opened, for it is open already, or else too many are.
    case openRefused(isOpen: Bool)
    /// The app was given it, on a thread; nil where nobody told the app.
    case handedOut(HandingOut, HandingThread?)
    /// A load began.
    case began(RefreshKind)
    /// A load brought something, or nothing newer.
    case succeeded(RefreshKind)
    /// A load brought nothing.
    case failed(RefreshKind, RefreshFailure)
    /// The app asked for a refresh too often.
    case refreshRefused
    /// It was closed.
    case closed
  }

  /// The public id.
  public var container: String
  /// What happened.
  public var kind: Kind
  /// Where what is in use now came from.
  public var source: ContainerSource
  /// The version that is in use now.
  public var version: String
  /// When, by the clock that never goes back.
  public var instant: Instant
  /// When, by the wall clock.
  public var wall: WallTime
  /// The number of the launch, from 1.
  public var launch: Int
}

/// What dispatches of a queue have come to so far.
struct DispatchTally: Sendable, Hashable {
  var sent = 0
  var lost = 0
  /// How many of those that were sent came too late for the reports of their day.
  var late = 0
}
