import OrderedCollections
package import TagRuntime

extension [Effect] {
  /// The log lines, in order.
  package var logs: [LogRecord] {
    compactMap { if case .log(let record) = $0 { record } else { nil } }
  }

  /// The calls of the app's code that were told, in order.
  package var calls: [HostCall] {
    compactMap { if case .called(let call) = $0 { call } else { nil } }
  }

  /// The texts of the log lines of a level.
  package func logs(_ level: LogLevel) -> [String] {
    logs.filter { $0.level == level }.map(\.text)
  }

  /// The updates that went through the data layer, in order.
  package var updates: [UpdateRecord] {
    compactMap { if case .processed(let record) = $0 { record } else { nil } }
  }

  /// The names of the tags that fired, in order.
  package var firedTags: [String] {
    updates.flatMap(\.firings).flatMap(\.tags).filter(\.didFire).map(\.name)
  }

  /// What the tags came to, fired or refused, in order.
  package var tagResults: [TagResult] {
    updates.flatMap(\.firings).flatMap(\.tags).map(\.result)
  }

  /// The hits that were stored, without what the SDK adds to each.
  package var hits: [Hit] {
    wholeHits.map { hit in
      var hit = hit
      hit.added = [:]
      hit.numbers = nil
      return hit
    }
  }

  /// The hits that were stored, with what the SDK adds.
  package var wholeHits: [Hit] {
    compactMap { if case .appendHit(let hit) = $0 { hit } else { nil } }
  }

  /// Why hits were never stored, in order.
  package var discarded: [HitLoss] {
    compactMap { if case .discardHit(_, let loss) = $0 { loss } else { nil } }
  }

  /// What the app was told.
  package var notifications: [TagRuntime.Notification] {
    compactMap { if case .notify(let notification) = $0 { notification } else { nil } }
  }

  /// The containers that were asked for from the network.
  package var fetches: [String] {
    requests.map(\.container)
  }

  /// The questions to the tag server.
  package var requests: [ContainerRequest] {
    compactMap { if case .fetch(let request) = $0 { request } else { nil } }
  }

  /// The containers that were to be saved.
  package var saved: [SavedContainer] {
    compactMap { if case .save(_, let saved) = $0 { saved } else { nil } }
  }

  /// The timers that were started, with their durations.
  package var timers: [TimerID: Duration] {
    reduce(into: [:]) { timers, effect in
      if case .startTimer(let id, let duration) = effect { timers[id] = duration }
    }
  }
}

extension UpdateRecord {
  /// Whether a handler, a tag or a macro pushed it, while something else was processed.
  package var isNested: Bool {
    switch origin {
    case .handler, .tag, .macro: true
    case .app, .experiment, .restored, .firebase, .tagManager: false
    }
  }
}
