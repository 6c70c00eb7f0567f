/// By what rules a queue is sent.
struct DispatchRules: Sendable, Hashable {
  /// The queue.
  var queue: HitQueue
  /// How many hits one fetch reads.
  var hitsPerFetch: Int
  /// How many hits travel in one request.
  var hitsPerRequest: Int
  /// Whether a dispatch goes on with fetches until the store is empty.
  var loops: Bool
  /// Whether any answer counts as sent, whatever its status.
  var acceptsAnyStatus: Bool
  /// How long a hit may fail after its first attempt; nil is as long as it is kept.
  var giveUp: Duration?
  /// How long a hit that was tried is left alone.
  var retryPause: Duration?
  /// How long a hit may wait before it is deleted.
  var age: Duration
  /// Why it is lost then.
  var ageLoss = HitLoss.tooOld
  /// The bytes of one request's payload.
  var requestBytes = Limits.requestBytes
  /// Whether an answer that is none of success ends the dispatch.
  var stopsAtFailure = false

  /// Source: GAIBatchingDispatcher, section 11.2 of the behaviour notes: releases before 3.10 send
  /// one hit in a request. How many later ones send is not established; it is what the Measurement
  /// Protocol allows.
  static func analytics(_ settings: Settings) -> DispatchRules {
    let batches = settings.sdkVersion >= Self.firstBatchingVersion
    return DispatchRules(
      queue: .analytics, hitsPerFetch: Limits.hitsPerFetch,
      hitsPerRequest: batches ? Limits.hitsPerRequest : 1, loops: true, acceptsAnyStatus: true,
      age: settings.hitAge)
  }

  static let firstBatchingVersion = SDKVersion(3, 10)

  /// Source: TAGDispatcher 3.09, section 9 of the behaviour notes.
  static func pixels(_ settings: Settings) -> DispatchRules {
    DispatchRules(
      queue: .pixels, hitsPerFetch: Limits.pixelsPerDispatch, hitsPerRequest: 1, loops: false,
      acceptsAnyStatus: false, giveUp: settings.pixelGiveUp, retryPause: settings.pixelRetryPause,
      age: settings.hitAge)
  }

  /// Events travel together. That whatever is refused is kept and tried again is a model; the
  /// figures are those of the measurement library for Android (see `Limits`).
  static func firebase(_ settings: Settings) -> DispatchRules {
    DispatchRules(
      queue: .firebase, hitsPerFetch: Limits.eventsPerRequest,
      hitsPerRequest: Limits.eventsPerRequest, loops: true, acceptsAnyStatus: false,
      age: settings.eventAge, ageLoss: .eventTooOld, requestBytes: Limits.uploadBytes,
      stopsAtFailure: true)
  }
}
