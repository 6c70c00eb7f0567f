/// The outcome of a hit that left the store.
public enum HitOutcome: Sendable, Hashable {
  /// The collector accepted it.
  case sent(status: Int)
  case lost(HitLoss)
}

/// The reason why a hit was given up.
public enum HitLoss: Sendable, Hashable {
  /// Its payload is larger than `Limits.hitBytes`.
  case tooLarge
  /// It waited longer than `Settings.hitAge`.
  case tooOld
  /// The store was full, and it was the oldest.
  case storeFull(limit: Int)
  /// The collector refused it, and it is not tried again: the SDK deletes it after any answer.
  case refused(status: Int)
  /// A captive portal answered in place of the collector.
  case swallowed
  /// A pixel that still failed after `Settings.pixelGiveUp`; nil is no answer.
  case gaveUp(status: Int?)
  /// The tracker, or the dispatcher of pixels, had no credit left.
  case throttled
  case optedOut
  /// The client is not part of the sample that `&sf` sets.
  case notSampled
  /// It lacks a field without which the SDK for Android makes no hit.
  case incomplete(field: String)
  /// The app was removed from the phone.
  case uninstalled
  /// A dry run removes hits from the store and sends nothing.
  case dryRun
  /// An event that waited longer than `Settings.eventAge`.
  case eventTooOld
  /// The store of events was full, and it was the oldest.
  case eventsFull
  /// The app reset Firebase's data.
  case analyticsReset

  /// The reason without its details.
  public var kind: Kind {
    switch self {
    case .tooLarge: .tooLarge
    case .tooOld: .tooOld
    case .storeFull: .storeFull
    case .refused: .refused
    case .swallowed: .swallowed
    case .gaveUp: .gaveUp
    case .throttled: .throttled
    case .optedOut: .optedOut
    case .notSampled: .notSampled
    case .incomplete: .incomplete
    case .uninstalled: .uninstalled
    case .dryRun: .dryRun
    case .eventTooOld: .eventTooOld
    case .eventsFull: .eventsFull
    case .analyticsReset: .analyticsReset
    }
  }

  /// The reasons without their details, in the words of reports and scenarios.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case tooLarge = "too-large"
    case tooOld = "too-old"
    case storeFull = "store-full"
    case refused
    case swallowed
    case gaveUp = "gave-up"
    case throttled
    case optedOut = "opted-out"
    case notSampled = "not-sampled"
    case incomplete
    case uninstalled
    case dryRun = "dry-run"
    case eventTooOld = "event-too-old"
    case eventsFull = "events-full"
    case analyticsReset = "analytics-reset"
  }

  /// The reason in words.
  public var words: String {
    switch self {
    case .tooLarge: "larger than \(Limits.hitBytes) bytes"
    case .tooOld: "older than \(Settings().hitAge.whole(.days(1))) days"
    case .storeFull(let limit): "the store was full (\(limit) hits), and this hit was the oldest"
    case .refused(status: DispatchRules.silence):
      "there was no answer (status \(DispatchRules.silence)), but the SDK counts it as sent"
    case .refused(let status): "the collector answered \(status), and the SDK does not try again"
    case .swallowed: "a captive portal answered; the SDK counts it as sent"
    case .gaveUp(let status):
      "still \(status.map { "answered \($0)" } ?? "no answer") "
        + "\(Settings().pixelGiveUp.whole(.hours(1))) hours after its first attempt"
    case .throttled:
      "more than \(Limits.hitCredits) hits at once; one more is allowed every "
        + "\(HitLimiter.creditPeriod.whole(.seconds(1))) s"
    case .optedOut: "the user has opted out"
    case .notSampled: "the client is not part of the sample"
    case .incomplete(let field): "it has no \(field), and Android drops such hits"
    case .uninstalled: "the app was removed from the phone"
    case .dryRun: "a dry run sends nothing"
    case .eventTooOld: "an event older than \(Settings().eventAge.whole(.days(1))) days"
    case .eventsFull: "the store of events was full (\(Limits.storedEvents))"
    case .analyticsReset: "the app made Firebase forget everything"
    }
  }
}

/// The result of one request.
public enum DeliveryResult: Sendable, Hashable {
  /// The server answered with this HTTP status.
  case response(status: Int)
  /// No answer: no connection, or it broke.
  case noResponse
}
