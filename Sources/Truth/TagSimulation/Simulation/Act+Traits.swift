import TagRuntime

/// The traits of an act, for code that plays, counts or cuts a story.
package struct ActTraits: OptionSet, Sendable, Hashable {
  /// The traits as bits.
  package let rawValue: UInt16

  /// Traits by their bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The app itself does it, or is notified of it, on its main thread.
  package static let onMainThread = ActTraits(rawValue: 1 << 0)
  /// The user does it with the app.
  package static let ofUser = ActTraits(rawValue: 1 << 1)
  /// It starts an app that does not run.
  package static let startsApp = ActTraits(rawValue: 1 << 2)
  /// It ends what the user does with the app.
  package static let endsSession = ActTraits(rawValue: 1 << 3)
  /// It belongs to the use of the app.
  package static let ofUse = ActTraits(rawValue: 1 << 4)
  /// It belongs to the use of an app that has started; before, it sets the app up.
  package static let ofUseOnceStarted = ActTraits(rawValue: 1 << 5)
  /// It concerns the phone and its environment, not the app.
  package static let ofPhone = ActTraits(rawValue: 1 << 6)
  /// It changes the SDK that the app is built with; a running app is not affected.
  package static let waitsForLaunch = ActTraits(rawValue: 1 << 7)
  /// It lets time pass.
  package static let passesTime = ActTraits(rawValue: 1 << 8)
  /// It requires a described app.
  package static let needsApp = ActTraits(rawValue: 1 << 9)
  /// From it on something happens: the app runs, time passes, or a link is opened.
  package static let beginsThePlay = ActTraits(rawValue: 1 << 10)
}

extension Act {
  /// Its traits: one table, so that a new act does not compile without a row.
  package var traits: ActTraits {
    switch self {
    case .app, .open, .register: [.onMainThread, .ofUser, .ofUseOnceStarted]
    case .screen, .tap: [.onMainThread, .ofUser, .ofUse, .needsApp]
    case .openURL: [.onMainThread, .ofUser, .ofUse, .startsApp, .beginsThePlay]
    case .launch: [.ofUse, .startsApp, .needsApp, .beginsThePlay]
    case .happening(.notification(.opened, _)): [.ofUse, .startsApp]
    case .happening, .foreground, .useContainer, .damageSaved, .emptyDisk: .ofUse
    case .background, .kill, .upgrade: [.ofUse, .endsSession]
    case .reinstall: [.ofUse, .endsSession, .beginsThePlay]
    case .jump: [.ofPhone, .endsSession, .passesTime, .beginsThePlay]
    case .setClock, .setSeed, .network, .reachability, .collector: .ofPhone
    case .setQuirk, .setSDKVersion, .setDelivery, .setFirebaseValidation: .waitsForLaunch
    case .installDefault, .installUnreadable, .installSaved, .publish, .publishUnreadable, .draft,
      .device, .disk, .setRefreshTimer, .setQueueLimit, .setGeneration:
      []
    }
  }
}
