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
    /// How it came out, also where its fate is not remembered.
    public var mark: FateMark

    /// Creates a hit with its number, its name and its fate, if that is known.
    package init(number: Int64?, name: String, fate: HitFate? = nil, mark: FateMark? = nil) {
      (self.number, self.name, self.fate) = (number, name, fate)
      self.mark = fate?.kind.mark ?? mark ?? .quiet
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

  /// The hits that it made, or the events that it logged.
  public var made: [MadeHit] {
    switch self {
    case .hits(let made), .logged(let made, _): made
    case .wrote, .called, .idle, .nothingRan, .threw, .ignored, .refused, .blocked, .missed, .never:
      []
    }
  }

  /// How it came out; with several hits, as the one that came out worst.
  public var mark: FateMark {
    let worst = made.map(\.mark).max() ?? .quiet
    return worst > .well ? worst : kind.mark
  }

  /// Whether a rule fired the tag but not what one would expect came of it.
  public var isTrouble: Bool { mark > .well }

  /// The reason why not what one would expect came of a tag that a rule fired, or why a tag can
  /// never fire; nil for any other.
  public var reason: String? {
    switch self {
    case .idle(_, let reason), .nothingRan(_, let reason), .ignored(let reason),
      .refused(let reason), .never(let reason):
      return reason
    case .threw(let function, let reason): return "\(function) failed: \(reason)"
    case .hits, .logged:
      let bad = made.filter { $0.mark == mark && isTrouble }
      guard let fate = bad.lazy.compactMap(\.fate).first else { return nil }
      let which =
        bad.count < made.count
        ? "one of its \(made.count) hits" : bad.count > 1 ? "each of its hits" : "its hit"
      return "\(which) \(fate.words)"
    case .wrote, .called, .blocked, .missed: return nil
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

  /// How it came out, whatever its hits did.
  public var mark: FateMark {
    switch self {
    case .hits, .logged, .wrote, .called: .well
    case .idle, .nothingRan, .ignored: .attention
    case .threw, .refused: .lost
    case .blocked, .missed, .never: .quiet
    }
  }

  /// Whether a rule fired the tag but it had no effect.
  public var isTrouble: Bool { mark > .well }
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
  /// Visits the tags that rules fired, each with its container and the numbers of the hits that it
  /// made, or of those from the events that it logged; nil in place of one that was never stored.
  package func forEachTag(_ visit: (FiredTag, _ container: String, ArraySlice<Int64?>) -> Void) {
    var made = hits[...]
    let passed = update?.firebase?.passed ?? []
    var logged = zip(passed, hits.suffix(passed.count)).filter { $0.0.tag != nil }.map(\.1)[...]
    for firing in update?.firings ?? [] {
      for tag in firing.tags {
        let count = tag.result.hitCount
        if case .logged = tag.result {
          visit(tag, firing.container, logged.prefix(count))
          logged = logged.dropFirst(count)
        } else {
          visit(tag, firing.container, made.prefix(count))
          made = made.dropFirst(count)
        }
      }
    }
  }

  /// Returns the numbers of the hits of a tag, by its position in a container.
  package func hits(ofTag position: Int, in container: String) -> [Int64?] {
    var found: [Int64?] = []
    forEachTag { if $0.tag == position, $1 == container { found = Array($2) } }
    return found
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

  /// The number of its tags that fired without an effect, or whose hits were not stored.
  package var troubledTags: Int {
    var count = 0
    forEachTag { tag, _, hits in
      if tag.didFire, kind(of: tag).isTrouble || hits.contains(nil) { count += 1 }
    }
    return count
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
      return .hits(made(hits.map(\.typeName), position, container, at: event))
    case .logged(let events, let keepsEvent):
      let kept = event.update?.event ?? "the event"
      return .logged(
        made(events.map(\.longName), position, container, at: event),
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

  private func made(
    _ names: [String], _ position: Int, _ container: String, at event: EventRow
  ) -> [TagFate.MadeHit] {
    let numbers = event.hits(ofTag: position, in: container)
    return zip(names, numbers).map { name, number in
      let story = number.flatMap { world.hit($0) } ?? discarded(at: event, number)
      return TagFate.MadeHit(
        number: number, name: name, fate: story?.fate(in: self), mark: number == nil ? .lost : nil)
    } + names.dropFirst(numbers.count).map { TagFate.MadeHit(number: nil, name: $0) }
  }

  /// Returns a hit of an event that was never stored; nil for one with a number.
  private func discarded(at event: EventRow, _ number: Int64?) -> HitStory? {
    guard number == nil else { return nil }
    return world.ledger.ended.last { $0.id == nil && $0.hit.created == event.wall }
      .map(HitStory.init)
  }
}
