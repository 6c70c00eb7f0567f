/// The rules for sending a queue.
struct DispatchRules: Sendable, Hashable {
  var queue: HitQueue
  var hitsPerFetch: Int
  /// The number of hits that travel in one request.
  var hitsPerRequest: Int
  /// Whether a dispatch continues with fetches until the store is empty.
  var loops: Bool
  /// The meanings of answers.
  var verdicts: Verdicts
  /// The time that a hit may fail after its first attempt; nil is as long as it is stored.
  var giveUp: Duration?
  /// The pause after an attempt to send a hit.
  var retryPause: Duration?
  /// The time that a hit may wait before it is deleted.
  var age: Duration
  /// The reason of its loss then.
  var ageLoss = HitLoss.tooOld
  /// The maximum payload of one request in bytes.
  var requestBytes = Limits.requestBytes
  /// Whether a single hit travels as a batch does, as long as batches are allowed.
  var batchesOne = false
  /// The time from a hit to its dispatch while no dispatch of the last period is known; nil if the
  /// period counts from the hit.
  var firstWait: Duration?
  /// The size in bytes from which a hit travels by POST.
  var getBytes = Limits.getBytes
  /// The answers to several hits after which each travels alone for some time.
  var statusesAgainstBatches: Set<Int> = []
  /// The time for which each travels alone.
  var batchPause = Duration.zero
  /// Whether silence counts as an answer with the status of silence.
  var silenceAnswers = false
  /// Whether an answer that failed ends the dispatch.
  var stopsAtFailure = false
  /// Whether a failure ends the dispatch, and the next attempt waits longer each time.
  var backsOff = false

  /// The meaning of an answer for the hits of its request.
  enum Verdict: Sendable, Hashable {
    /// The collector has them.
    case sent
    /// They are lost.
    case refused
    /// They stay.
    case failed
  }

  /// The reading of an answer's status.
  enum Verdicts: Sendable, Hashable {
    /// Every answer ends a hit.
    case anyAnswer
    /// Every answer except a success is a failure.
    case success
    /// Every answer but these is a failure.
    case only([Int])
    /// A refusal ends a hit, and every other answer except a success is a failure.
    case strict

    func verdict(of status: Int) -> Verdict {
      if case .only(let good) = self { return good.contains(status) ? .sent : .failed }
      if (200..<300).contains(status) { return .sent }
      switch self {
      case .anyAnswer: return .refused
      case .success, .only: return .failed
      case .strict: return Self.isRefusal(status) ? .refused : .failed
      }
    }

    /// Whether a status is the phone's fault, which another attempt does not fix; 408 is a timeout
    /// and 429 asks the phone to retry later.
    private static func isRefusal(_ status: Int) -> Bool {
      (400..<500).contains(status) && status != 408 && status != 429
    }
  }

  /// Returns the status of an answer; nil if there is none.
  func status(of result: DeliveryResult) -> Int? {
    if case .response(let status) = result { return status }
    return silenceAnswers ? Self.silence : nil
  }

  static func rules(of queue: HitQueue, _ settings: Settings) -> DispatchRules {
    switch queue {
    case .analytics: analytics(settings)
    case .pixels: pixels(settings)
    case .firebase: firebase(settings)
    }
  }

  /// Source: Dispatch §1, Dispatch §5.2; GAIBatchingDispatcher: releases before 3.10 send one hit
  /// per request. The batches of later ones are inferred from the limits of 3.09.
  static func analytics(_ settings: Settings) -> DispatchRules {
    let batches = settings.sdkVersion >= Self.firstBatchingVersion
    return DispatchRules(
      queue: .analytics, hitsPerFetch: Limits.hitsPerFetch,
      hitsPerRequest: batches ? Limits.hitsPerRequest : 1, loops: true, verdicts: .anyAnswer,
      age: settings.hitAge, silenceAnswers: settings.quirks.contains(.unansweredRemoved)
    ).on(settings).following(settings.delivery)
  }

  /// The status that the log shows if nobody answered.
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
    ).on(settings).following(settings.delivery)
  }

  /// Returns these rules on a platform.
  ///
  /// Source: Platforms §8. That the bound on the length of a single hit applies to the payload is
  /// inferred.
  private func on(_ settings: Settings) -> DispatchRules {
    guard let sending = settings.platform.rules.sending else { return self }
    var rules = self
    rules.verdicts = .only([200])
    switch queue {
    case .analytics:
      rules.stopsAtFailure = true
      rules.batchesOne = true
      rules.firstWait = settings.firstHitWait
      rules.requestBytes = sending.batchBytes
      rules.getBytes = sending.getBytes
      rules.statusesAgainstBatches = sending.statusesAgainstBatches
      rules.batchPause = sending.batchPause
    case .pixels: rules.loops = true
    case .firebase: break
    }
    return rules
  }

  /// Returns these rules under a profile.
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

  /// Events travel together, and are kept until they are taken.
  ///
  /// Source: Firebase §6.2, Firebase §6.3.
  static func firebase(_ settings: Settings) -> DispatchRules {
    DispatchRules(
      queue: .firebase, hitsPerFetch: Limits.eventsPerRequest,
      hitsPerRequest: Limits.eventsPerRequest, loops: true,
      verdicts: .only([200, 204]), age: settings.eventAge, ageLoss: .eventTooOld,
      requestBytes: Limits.uploadBytes,
      stopsAtFailure: true)
  }
}

/// The rules by which an answer settles hits, and by which failed hits are tried again.
public enum DeliveryProfile: String, Sendable, Hashable, CaseIterable {
  /// The rules of the SDK: any answer counts as sent for Analytics, a pixel that fails is given up
  /// after four hours, and failed hits wait for the next period.
  case sdk
  /// The rules of a careful uploader: only a status from 200 to 299 counts as sent, a refusal ends
  /// a hit at once, and everything else is tried again, later each time.
  case strict
}
