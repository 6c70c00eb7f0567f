public import TagRuntime

/// What became of a tag at an event.
public enum TagFate: Sendable {
  /// It made hits.
  case hits([MadeHit])
  /// It logged events with Firebase; the name of the event itself where it kept that back.
  case logged([MadeHit], kept: String?)
  /// It pushed to the data layer.
  case wrote(updates: Int)
  /// It called the app's code, which did something.
  case called(function: String)
  /// It called the app's code, and nothing came of it.
  case idle(function: String, reason: String)
  /// It fired, and the app has no code of that name.
  case nothingRan(function: String, reason: String)
  /// It called the app's code, which failed.
  case threw(function: String, reason: String)
  /// It fired, and the SDK did nothing with it.
  case ignored(reason: String)
  /// A rule fired it, and it could not be called.
  case refused(reason: String)
  /// A rule fired it, and others blocked it.
  case blocked(by: [RuleExplanation])
  /// None of its rules was true.
  case missed(NearestMiss?)
  /// None of its rules can ever be true.
  case never(reason: String)

  /// A hit that a tag made, and what became of it.
  public struct MadeHit: Sendable, Hashable {
    /// Its number on the phone; nil for one that was never stored.
    public var number: Int64?
    /// What it is: "screen", or the name of an event of Firebase.
    public var name: String
    /// What became of it; nil where that is not remembered.
    public var fate: HitFate?

    /// Creates a hit of which nothing more is known.
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

  /// Whether a rule fired the tag and it did not do what one would expect of it.
  public var isTrouble: Bool { kind.isTrouble }

  /// Why nothing came of a tag that a rule fired, or why it can never fire; nil for any other.
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
  /// Whether the tag fired.
  public var didFire: Bool {
    switch self {
    case .hits, .logged, .wrote, .called, .idle, .nothingRan, .threw, .ignored: true
    case .refused, .blocked, .missed, .never: false
    }
  }

  /// Whether a rule fired the tag and it did not do what one would expect of it.
  public var isTrouble: Bool {
    switch self {
    case .idle, .nothingRan, .threw, .ignored, .refused: true
    case .hits, .logged, .wrote, .called, .blocked, .missed, .never: false
    }
  }
}

/// A call of the app's code of which nothing came.
public struct IdleCall: Sendable, Hashable {
  /// The tag that called.
  public var tag: String
  /// Why nothing came of it.
  public var reason: String
}

// MARK: - From events

extension EventRow {
  /// The numbers of the hits that a tag made, in order; nil in place of one that was never stored.
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

  /// The numbers of the hits that became of the events that a tag logged, in order; nil in place of
  /// one that was never stored.
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

  /// Why nothing came of the call that a tag made; nil where something did.
  package func idleReason(ofTag name: String) -> String? {
    idleCalls.first { $0.tag == name }?.reason
  }

  /// The fate of a tag that a rule fired, without its details.
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

  /// How many of its tags fired and nothing came of them.
  package var troubledTags: Int {
    (update?.firings ?? []).reduce(0) { count, firing in
      count + firing.tags.count { $0.didFire && kind(of: $0).isTrouble }
    }
  }
}

extension TagFate {
  /// What a result amounts to where no world is around it: its hits have no numbers.
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

  /// What an explanation amounts to where no world is around it.
  ///
  /// - Complexity: O(n) in the conditions of the tag's rules where it did not fire.
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
  /// What became of a tag that a rule fired at an event.
  package func fate(of tag: FiredTag, in container: String, at event: EventRow) -> TagFate {
    fate(of: tag.result, tag.name, tag.tag, in: container, at: event)
  }

  /// What became of a tag at an event, whether it fired or not.
  ///
  /// - Complexity: O(n) in the conditions of its rules where it did not fire.
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

  /// What a tag made, by the names and the numbers of it.
  private func made(_ names: [String], _ numbers: [Int64?]) -> [TagFate.MadeHit] {
    names.enumerated().map { place, name in
      let number = place < numbers.count ? numbers[place] : nil
      return TagFate.MadeHit(
        number: number, name: name, fate: number.flatMap { world.hit($0)?.fate(in: self) })
    }
  }
}
