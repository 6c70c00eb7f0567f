package import ScenarioEngine
package import TagRuntime
package import TagSimulation

/// The world beside a phone, to which what the phone did is handed: that of the monitor, or one
/// that tells only what its tags do.
package protocol PhoneWorld {
  /// The world as it is now.
  var present: Simulation { get }

  /// Plays a statement, after which the world settles.
  ///
  /// - Returns: what its containers judged, the rows that it made, and the row of its event; nil if
  ///   it cannot be played.
  mutating func play(
    _ statement: Statement
  ) -> (updates: [UpdateRecord], rows: Range<Int>, event: Int?)?
}

extension ScenarioRun: PhoneWorld {
  package var present: Simulation { timeline.live }

  package mutating func play(
    _ statement: Statement
  ) -> (updates: [UpdateRecord], rows: Range<Int>, event: Int?)? {
    guard !execute(statement).isFailure else { return nil }
    let made = rowsOfLastAct
    let event = made.first { $0.event.update != nil }
    return (made.compactMap(\.event.update), numbersOfLastAct, event?.number)
  }
}

extension Simulation: PhoneWorld {
  /// The number of ended hits that it remembers.
  private static let endedHits = 256

  package var present: Simulation { self }

  package mutating func play(
    _ statement: Statement
  ) -> (updates: [UpdateRecord], rows: Range<Int>, event: Int?)? {
    if case .wait(let time) = statement.command {
      let target = now.instant + time
      while let due = nextDue(), due <= target, step() != nil {}
      pass(target - now.instant)
      _ = settle()
      if world.ledger.ended.count > Self.endedHits { forgetEnded() }
      return ([], 0..<0, nil)
    }
    var act: Act?
    if case .act(let own) = statement.command { act = own }
    if case .device(let settings) = statement.command {
      act = .device(settings.applied(to: world.device))
    }
    guard let act, let record = try? perform(act) else { return nil }
    let records = [record] + settle()
    // A world that tells nothing has only the lines of what it refuses.
    guard records.allSatisfy(\.lines.isEmpty) else { return nil }
    return (records.flatMap(\.updates), 0..<0, nil)
  }

  /// Lets the world settle, and returns the steps of that.
  private mutating func settle() -> [StepRecord] {
    let deadline = now.instant + Timeline.settleLimit
    var records: [StepRecord] = []
    while !isSettled, let due = nextDue(), due <= deadline, let record = step() {
      records.append(record)
    }
    return records
  }
}
