import TagSimulation

/// The traits of a statement that matter to code that plays, shows or cuts a story.
package struct CommandTraits: OptionSet, Sendable, Hashable {
  /// The traits as bits.
  package let rawValue: UInt32

  /// Creates traits from their bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It expects something, now or over time.
  package static let expects = CommandTraits(rawValue: 1 << 0)
  /// It reads the current world, and changes nothing.
  package static let looks = CommandTraits(rawValue: 1 << 1)
  /// It only lets time pass, so that it can be split.
  package static let timed = CommandTraits(rawValue: 1 << 2)
  /// It lets time pass and ends by itself.
  package static let waits = CommandTraits(rawValue: 1 << 3)
  /// It lets time pass, whatever else it does.
  package static let passesTime = CommandTraits(rawValue: 1 << 4)
  /// It waits for a moment that it names, so that it can be repeated from any earlier moment.
  package static let waitsAnew = CommandTraits(rawValue: 1 << 5)
  /// It shows something to the audience.
  package static let speaks = CommandTraits(rawValue: 1 << 6)
  /// It is a title, a caption or a note.
  package static let titles = CommandTraits(rawValue: 1 << 7)
  /// It changes how the scenario is shown, not its content.
  package static let stages = CommandTraits(rawValue: 1 << 8)
  /// It belongs to the act before it and needs no time itself.
  package static let remarks = CommandTraits(rawValue: 1 << 9)
  /// It does something to the world or lets time pass.
  package static let acts = CommandTraits(rawValue: 1 << 10)
  /// It changes the world, besides letting time pass.
  package static let changesWorld = CommandTraits(rawValue: 1 << 11)
  /// It concerns the phone, the time or the texts, not the app.
  package static let ofPhone = CommandTraits(rawValue: 1 << 12)
  /// It starts an app that does not run.
  package static let startsApp = CommandTraits(rawValue: 1 << 13)
  /// It ends everything that the user did with the app.
  package static let endsSession = CommandTraits(rawValue: 1 << 14)
  /// It changes the SDK that the app is built with, which takes effect at the next launch.
  package static let waitsForLaunch = CommandTraits(rawValue: 1 << 15)
  /// The user does it with the app.
  package static let ofUser = CommandTraits(rawValue: 1 << 16)
  /// It belongs to the use of the app.
  package static let ofUse = CommandTraits(rawValue: 1 << 17)
  /// It belongs to the use of an app that has started; before, it sets the app up.
  package static let ofUseOnceStarted = CommandTraits(rawValue: 1 << 18)
  /// It has no meaning without an app description.
  package static let needsApp = CommandTraits(rawValue: 1 << 19)
  /// It begins the play: the app runs, time passes, or a link is opened.
  package static let beginsThePlay = CommandTraits(rawValue: 1 << 20)
  /// It may leave a copy of a container on the phone that is not bundled with its app.
  package static let givesCopy = CommandTraits(rawValue: 1 << 21)
}

extension Command {
  /// The traits of the command: one table, so that a new statement does not compile without a row.
  package var traits: CommandTraits {
    switch self {
    case .act(let act): CommandTraits(of: act.traits)
    case .containerDefault, .device, .logger: [.acts, .changesWorld]
    case .containerSaved, .containerUsed, .publish, .draft: [.acts, .changesWorld, .givesCopy]
    case .preview: [.acts, .changesWorld, .startsApp, .ofUse, .beginsThePlay, .givesCopy]
    case .press: [.acts, .changesWorld, .ofUser, .ofUse, .needsApp]
    case .wait: [.acts, .timed, .waits, .passesTime, .ofPhone, .beginsThePlay]
    case .at:
      [.acts, .timed, .waits, .passesTime, .waitsAnew, .ofPhone, .endsSession, .beginsThePlay]
    case .background: [.acts, .waits, .passesTime, .endsSession, .ofUse]
    case .clock: [.acts, .changesWorld, .passesTime, .ofPhone]
    case .eventually, .never:
      [.acts, .expects, .passesTime, .waitsAnew, .ofPhone, .beginsThePlay]
    case .expect: [.expects, .looks, .remarks, .ofPhone]
    case .settle: [.stages, .ofPhone]
    case .wording: .stages
    case .mark, .view: [.stages, .remarks, .ofPhone]
    case .chapter: [.titles, .ofPhone]
    case .caption: [.titles, .speaks, .ofPhone]
    case .note: [.titles, .remarks, .ofPhone]
    case .ask: [.speaks, .ofPhone]
    case .pause, .hidden: .ofPhone
    case .snapshot: [.remarks, .ofPhone]
    }
  }
}

extension CommandTraits {
  /// The traits of a statement that is an act.
  fileprivate init(of act: ActTraits) {
    let same: [(ActTraits, CommandTraits)] = [
      (.ofPhone, .ofPhone), (.startsApp, .startsApp), (.endsSession, .endsSession),
      (.waitsForLaunch, .waitsForLaunch), (.passesTime, .passesTime), (.ofUser, .ofUser),
      (.ofUse, .ofUse), (.ofUseOnceStarted, .ofUseOnceStarted), (.needsApp, .needsApp),
      (.beginsThePlay, .beginsThePlay),
    ]
    self = same.reduce(into: [.acts, .changesWorld]) { traits, pair in
      if act.contains(pair.0) { traits.insert(pair.1) }
    }
  }
}

extension Command {
  /// Whether it belongs to the act before it and needs no time itself.
  package var isRemark: Bool { traits.contains(.remarks) }
  /// Whether it does something to the world or lets time pass.
  package var isAct: Bool { traits.contains(.acts) }
  /// Whether it expects something, now or over time.
  package var isExpectation: Bool { traits.contains(.expects) }
}
