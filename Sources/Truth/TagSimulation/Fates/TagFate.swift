public import TagRuntime

/// The outcome of a tag at an event.
public enum TagFate: Sendable {
  case hits([MadeHit])
  /// It logged events with Firebase; `kept` names the event itself if the tag suppressed it.
  case logged([MadeHit], kept: String?)
  /// It pushed to the data layer.
  case wrote(updates: Int)
  /// It called the app's code, which had an effect.
  case called(function: String)
  /// It called the app's code, without an effect.
  case idle(function: String, reason: String)
  /// It fired, but the app has no code of that name.
  case nothingRan(function: String, reason: String)
  /// It called the app's code, which failed.
  case threw(function: String, reason: String)
  /// It fired, but the SDK did nothing with it.
  case ignored(reason: String)
  /// A rule fired it, but it could not be called.
  case refused(reason: String)
  /// A rule fired it, but others blocked it.
  case blocked(by: [RuleExplanation])
  /// None of its rules was true.
  case missed(NearestMiss?)
  /// None of its rules can ever be true.
  case never(reason: String)

  /// A hit, or an event of Firebase, that a tag made, with its fate.
  public struct MadeHit: Sendable, Hashable {
    /// Its number on the phone; nil for one that was never stored.
    public var number: Int64?
    /// Its kind: "screen", or the name of an event of Firebase.
    public var name: String
    /// The fate of the hit; nil if it is no longer remembered.
    public var fate: HitFate?

    /// Creates a hit with its number, its name and its fate, if that is known.
    package init(number: Int64?, name: String, fate: HitFate? = nil) {
      (self.number, self.name, self.fate) = (number, name, fate)
    }
  }

  /// The fates without their details.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case hits, logged, wrote, called, idle, nothingRan, threw, ignored, refused, blocked, missed
    case never
  }

  /// The fate without its details.
  public var kind: Kind {
    switch self {
    case .hits: .hits
    case .logged: .logged
    case .wrote: .wrote
    case .called: .called
    case .idle: .idle
    case .nothingRan: .nothingRan
    case .threw: .threw
    case .ignored: .ignored
    case .refused: .refused
    case .blocked: .blocked
    case .missed: .missed
    case .never: .never
    }
  }

  /// Whether a rule fired the tag but it did not do what one would expect.
  public var isTrouble: Bool { kind.isTrouble }

  /// The reason why a tag that a rule fired had no effect, or why a tag can never fire; nil for any
  /// other.
  public var reason: String? {
    switch self {
    case .idle(_, let reason), .nothingRan(_, let reason), .threw(_, let reason),
      .ignored(let reason), .refused(let reason), .never(let reason):
      reason
    case .hits, .logged, .wrote, .called, .blocked, .missed: nil
    }
  }
}

extension TagFate.Kind {
  /// Whether it was called, with or without an effect; a refused or blocked tag was not.
  public var didFire: Bool {
    switch self {
    case .hits, .logged, .wrote, .called, .idle, .nothingRan, .threw, .ignored: true
    case .refused, .blocked, .missed, .never: false
    }
  }

  /// Whether a rule fired the tag but it did not do what one would expect.
  public var isTrouble: Bool {
    switch self {
    case .idle, .nothingRan, .threw, .ignored, .refused: true
    case .hits, .logged, .wrote, .called, .blocked, .missed, .never: false
    }
  }
}

/// A call of the app's code without an effect.
public struct IdleCall: Sendable, Hashable {
  /// The tag that made the call.
  public var tag: String
  /// The reason why it had no effect.
  public var reason: String
}

// MARK: - From events

extension EventRow {
  /// Returns the numbers of the hits that a tag made, in order; nil in place of one that was never
  /// stored.
  ///
  /// - Parameters:
  ///   - position: the position of the tag in its container.
  ///   - container: the public id of the container.
  package func hits(ofTag position: Int, in container: String) -> [Int64?] {
    var made = 0
    for firing in update?.firings ?? [] {
      for tag in firing.tags {
        let count = tag.result.hitCount
        if firing.container == container, tag.tag == position {
          return Array(hits.dropFirst(made).prefix(count))
        }
        made += count
      }
    }
    return []
  }

  /// Returns the numbers of the hits made from the events that a tag logged, in order; nil in place
  /// of one that was never stored.
  ///
  /// - Parameters:
  ///   - position: the position of the tag in its container.
  ///   - container: the public id of the container.
  func loggedHits(ofTag position: Int, in container: String) -> [Int64?] {
    let passed = update?.firebase?.passed ?? []
    let ofTags = zip(passed, hits.suffix(passed.count)).filter { $0.0.tag != nil }.map(\.1)
    var logged = 0
    for firing in update?.firings ?? [] {
      for tag in firing.tags {
        guard case .logged(let events, _) = tag.result else { continue }
        if firing.container == container, tag.tag == position {
          return Array(ofTags.dropFirst(logged).prefix(events.count))
        }
        logged += events.count
      }
    }
    return []
  }

  /// Returns the reason why a tag's call had no effect; nil if it had one.
  package func idleReason(ofTag name: String) -> String? {
    idleCalls.first { $0.tag == name }?.reason
  }

  /// Returns the fate of a tag that a rule fired, without its details.
  package func kind(of tag: FiredTag) -> TagFate.Kind {
    switch tag.result {
    case .hits: .hits
    case .logged: .logged
    case .wrote: .wrote
    case .called: idleReason(ofTag: tag.name) == nil ? .called : .idle
    case .nothingRan: .nothingRan
    case .threw: .threw
    case .ignored: .ignored
    case .refused: .refused
    }
  }

  /// The number of its tags that fired without an effect.
  package var troubledTags: Int {
    (update?.firings ?? []).reduce(0) { count, firing in
      count + firing.tags.count { $0.didFire && kind(of: $0).isTrouble }
    }
  }
}

extension TagFate {
  /// Derives the fate from a result outside of any world: its hits have no numbers.
  package init(_ result: TagResult) {
    switch result {
    case .hits(let hits): self = .hits(hits.map { MadeHit(number: nil, name: $0.typeName) })
    case .logged(let events, let keepsEvent):
      self = .logged(
        events.map { MadeHit(number: nil, name: $0.longName) },
        kept: keepsEvent ? "the event" : nil)
    case .called(let function): self = .called(function: function)
    case .nothingRan(let function):
      self = .nothingRan(
        function: function,
        reason: FunctionCallRequest.missingText(of: function, isClass: false))
    case .threw(let function, let reason): self = .threw(function: function, reason: reason)
    case .wrote(let updates): self = .wrote(updates: updates)
    case .ignored(let reason): self = .ignored(reason: reason)
    case .refused(let reason): self = .refused(reason: reason)
    }
  }

  /// Derives the fate from an explanation outside of any world.
  ///
  /// - Complexity: O(n) in the conditions of the tag's rules, if it did not fire.
  package init(_ tag: TagExplanation) {
    switch tag.outcome {
    case .fired(let result): self.init(result)
    case .refused(let reason): self = .refused(reason: reason)
    case .blocked: self = .blocked(by: tag.blockingRules.filter(\.isTrue))
    case .notFired:
      self = tag.neverReason.map { .never(reason: $0) } ?? .missed(tag.nearestMiss)
    }
  }
}

extension Simulation {
  /// Returns the fate of a tag that a rule fired at an event.
  package func fate(of tag: FiredTag, in container: String, at event: EventRow) -> TagFate {
    fate(of: tag.result, tag.name, tag.tag, in: container, at: event)
  }

  /// Returns the fate of a tag at an event, whether it fired or not.
  ///
  /// - Complexity: O(n) in the conditions of its rules, if it did not fire.
  package func fate(of tag: TagExplanation, at event: EventRow) -> TagFate {
    guard case .fired(let result) = tag.outcome else { return TagFate(tag) }
    return fate(of: result, tag.name, tag.position, in: tag.containerID, at: event)
  }

  private func fate(
    of result: TagResult, _ name: String, _ position: Int, in container: String,
    at event: EventRow
  ) -> TagFate {
    switch result {
    case .hits(let hits):
      return .hits(made(hits.map(\.typeName), event.hits(ofTag: position, in: container)))
    case .logged(let events, let keepsEvent):
      let kept = event.update?.event ?? "the event"
      return .logged(
        made(events.map(\.longName), event.loggedHits(ofTag: position, in: container)),
        kept: keepsEvent ? kept : nil)
    case .called(let function):
      return event.idleReason(ofTag: name).map { .idle(function: function, reason: $0) }
        ?? .called(function: function)
    case .nothingRan(let function):
      let isClass = event.update?.firebase != nil
      return .nothingRan(
        function: function,
        reason: FunctionCallRequest.missingText(of: function, isClass: isClass))
    case .threw, .wrote, .ignored, .refused: return TagFate(result)
    }
  }

  private func made(_ names: [String], _ numbers: [Int64?]) -> [TagFate.MadeHit] {
    names.enumerated().map { place, name in
      let number = place < numbers.count ? numbers[place] : nil
      return TagFate.MadeHit(
        number: number, name: name, fate: number.flatMap { world.hit($0)?.fate(in: self) })
    }
  }
}
