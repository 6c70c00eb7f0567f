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
  /// What an answer means.
  var verdicts: Verdicts
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
  /// From this many bytes on a hit travels by POST.
  var getBytes = Limits.getBytes
  /// The answers to several hits after which each travels alone for some time.
  var statusesAgainstBatches: Set<Int> = []
  /// How long each travels alone then.
  var batchPause = Duration.zero
  /// Whether no answer counts as one with the status of silence.
  var silenceAnswers = false
  /// Whether an answer that failed ends the dispatch.
  var stopsAtFailure = false
  /// Whether a failure ends the dispatch, and the next attempt waits longer each time.
  var backsOff = false

  /// What an answer can mean for the hits of its request.
  enum Verdict: Sendable, Hashable {
    /// The collector has them.
    case sent
    /// They are lost.
    case refused
    /// They stay.
    case failed
  }

  /// How the status of an answer is read.
  enum Verdicts: Sendable, Hashable {
    /// Every answer ends a hit.
    case anyAnswer
    /// Every answer that is no success is a failure.
    case success
    /// Every answer but 200 is a failure.
    case onlyOK
    /// A refusal ends a hit, and every other answer that is no success is a failure.
    case strict

    /// What a status means.
    func verdict(of status: Int) -> Verdict {
      if self == .onlyOK { return status == 200 ? .sent : .failed }
      if (200..<300).contains(status) { return .sent }
      switch self {
      case .anyAnswer: return .refused
      case .success, .onlyOK: return .failed
      case .strict: return Self.isRefusal(status) ? .refused : .failed
      }
    }

    /// The phone's fault, which another attempt does not mend; 408 is a timeout and 429 asks to
    /// come back later.
    private static func isRefusal(_ status: Int) -> Bool {
      (400..<500).contains(status) && status != 408 && status != 429
    }
  }

  /// The status of an answer; nil where there is none.
  func status(of result: DeliveryResult) -> Int? {
    if case .response(let status) = result { return status }
    return silenceAnswers ? Self.silence : nil
  }

  /// The rules of a queue.
  static func rules(of queue: HitQueue, _ settings: Settings) -> DispatchRules {
    switch queue {
    case .analytics: analytics(settings)
    case .pixels: pixels(settings)
    case .firebase: firebase(settings)
    }
  }

  /// Source: Dispatch §1, Dispatch §5.2; GAIBatchingDispatcher: releases before 3.10 send one hit
  /// in a request. What later ones put into one is inferred from the limits of 3.09.
  static func analytics(_ settings: Settings) -> DispatchRules {
    let batches = settings.sdkVersion >= Self.firstBatchingVersion
    return DispatchRules(
      queue: .analytics, hitsPerFetch: Limits.hitsPerFetch,
      hitsPerRequest: batches ? Limits.hitsPerRequest : 1, loops: true, verdicts: .anyAnswer,
      age: settings.hitAge, silenceAnswers: settings.quirks.contains(.unansweredRemoved)
    ).on(settings.platform).following(settings.delivery)
  }

  /// The status that the log shows where nobody answered.
  ///
  /// Source: Dispatch §6.6.
  static let silence = -1

  static let firstBatchingVersion = SDKVersion(3, 10)

  /// Source: Dispatch §7; TAGDispatcher 3.09.
  static func pixels(_ settings: Settings) -> DispatchRules {
    DispatchRules(
      queue: .pixels, hitsPerFetch: Limits.pixelsPerDispatch, hitsPerRequest: 1, loops: false,
      verdicts: .success, giveUp: settings.pixelGiveUp, retryPause: settings.pixelRetryPause,
      age: settings.hitAge
    ).on(settings.platform).following(settings.delivery)
  }

  /// These rules on a platform.
  ///
  /// Source: Platforms §8. That a hit which is alone travels by GET also where batches are on, and
  /// that the bound of its length is one of its payload, is inferred.
  private func on(_ platform: Platform) -> DispatchRules {
    guard let sending = platform.rules.sending else { return self }
    var rules = self
    rules.verdicts = .onlyOK
    switch queue {
    case .analytics:
      rules.stopsAtFailure = true
      rules.requestBytes = sending.batchBytes
      rules.getBytes = sending.getBytes
      rules.statusesAgainstBatches = sending.statusesAgainstBatches
      rules.batchPause = sending.batchPause
    case .pixels: rules.loops = true
    case .firebase: break
    }
    return rules
  }

  /// These rules under a profile.
  private func following(_ profile: DeliveryProfile) -> DispatchRules {
    guard profile == .strict else { return self }
    var rules = self
    rules.verdicts = .strict
    rules.giveUp = nil
    rules.retryPause = nil
    rules.backsOff = true
    rules.stopsAtFailure = true
    return rules
  }

  /// Events travel together. That whatever is refused is kept and tried again is a model; the
  /// figures are those of the measurement library for Android (Firebase §6.2).
  static func firebase(_ settings: Settings) -> DispatchRules {
    DispatchRules(
      queue: .firebase, hitsPerFetch: Limits.eventsPerRequest,
      hitsPerRequest: Limits.eventsPerRequest, loops: true, verdicts: .success,
      age: settings.eventAge, ageLoss: .eventTooOld, requestBytes: Limits.uploadBytes,
      stopsAtFailure: true)
  }
}

/// By what rules an answer settles hits, and when one that failed is tried again.
public enum DeliveryProfile: String, Sendable, Hashable, CaseIterable {
  /// As the SDK does it: any answer counts as sent for Analytics, a pixel that fails is given up
  /// after four hours, and what failed waits for the next period.
  case sdk
  /// As a careful uploader does it: only a status from 200 to 299 counts as sent, a refusal ends a
  /// hit at once, and everything else is tried again, later each time.
  case strict
}
