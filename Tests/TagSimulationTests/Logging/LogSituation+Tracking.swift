import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

extension LogSituation {
  /// Lines that only trackers and background tasks bring.
  static func tracking(_ code: LogCode) throws -> [LogRecord]? {
    switch code {
    case .backgroundTaskOverdue:
      var timeline = try SmallShop.timeline()
      // Every answer takes a minute, so that the request that is in flight when the task expires
      // ends after its grace.
      try timeline.perform(.setSDKVersion(SDKVersion(3, 9)))
      try timeline.perform(.network(.slow(latency: .seconds(50), jitter: .zero)))
      try timeline.launch()
      try timeline.perform(.app(.makeTracker(name: nil, trackingID: "UA-1-1")))
      for _ in 1...9 {
        try timeline.perform(.app(.send(HitBuilder.screenView(name: "Home").fields, tracker: nil)))
      }
      try timeline.perform(.background(sendsHits: true))
      timeline.wait(.seconds(400))
      return timeline.lines.map(\.line.record)
    case .emptyTrackerName:
      return log { $0.send(.call(.makeTracker(name: " ", trackingID: "UA-1-1"))) }
    case .noTracker: return log { $0.send(.call(.send([:], tracker: "nobody"))) }
    case .throttled, .badHitType:
      return log { harness in
        harness.send(.call(.makeTracker(name: nil, trackingID: "UA-1-1")))
        for _ in 0...Limits.hitCredits { harness.send(.call(.send([:], tracker: nil))) }
      }
    default: return nil
    }
  }
}
