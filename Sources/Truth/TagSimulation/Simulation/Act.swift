public import OrderedCollections
public import TagRuntime

/// An act of a scenario or a user on the world. A nil container is the app's first one.
public enum Act: Sendable, Hashable {
  /// The code of the app calls its SDK. Settings of its logs, its dispatch and Firebase's debug
  /// flag outlast the process; settings made before the app runs reach the SDK at its launch.
  case app(AppCall)
  /// Puts a container into the app's bundle, under its own file name or the one that the SDK looks
  /// for; a project file outside the app's target does not get there.
  indirect case installDefault(
    CompiledContainer, container: String? = nil, ProjectFile = ProjectFile())
  /// Puts a file that is not a container into the app's bundle, under a binary's name or another
  /// one.
  case installUnreadable(container: String?, name: String?, reason: String? = nil)
  /// Puts a container onto the disk, as if an earlier run had saved it at that age.
  indirect case installSaved(CompiledContainer, container: String? = nil, age: Duration)
  /// Puts a version of an open container into use in the running app at once, as if it had been
  /// published and fetched just now.
  indirect case useContainer(CompiledContainer, container: String? = nil)
  /// Replaces a saved container on the disk by something that is not a container.
  case damageSaved(container: String?)
  /// Publishes a container on the server.
  indirect case publish(CompiledContainer, container: String? = nil)
  /// Makes the server answer with something that is not a container, until one is published.
  case publishUnreadable(container: String?)
  /// Puts a version onto the server that only a preview link shows.
  indirect case draft(CompiledContainer, container: String? = nil)
  /// Changes the phone.
  indirect case device(Device)
  /// Changes the phone's disk.
  case disk(DiskCondition)
  /// Removes the data that earlier runs saved, except hits.
  case emptyDisk
  /// Starts the app; nil leaves a value to the app. A link is passed to it at its start; if no app
  /// opens the link, nothing starts. It may leave its containers closed (v3).
  case launch(
    isCold: Bool, kind: OpenKind?, timeout: Duration?, link: String? = nil, opens: Bool = true)
  /// Puts the app into the background; nil leaves it to the app whether it sends its waiting hits,
  /// and lets it be suspended.
  case background(sendsHits: Bool? = nil, BackgroundMode? = nil)
  /// Brings the app back.
  case foreground
  /// Ends the process.
  case kill
  /// Removes the app with all its saved data, and reinstalls it.
  case reinstall
  /// Replaces the app by a newer build; nil is the next one.
  case upgrade(build: Int64?, version: String?)
  /// Makes the phone believe that it has a network, or has none; nil ends that.
  case reachability(Bool?)
  case network(NetworkCondition)
  /// Sets whether Universal Analytics processes hits, and the edition of its properties.
  case collector(Collector.Service, Collector.Edition)
  /// Opens a link on the phone; the app that registered its scheme gets it.
  case openURL(String)
  case screen(String)
  /// Presses a button of the visible screen.
  case tap(String, arguments: OrderedDictionary<String, Value>)
  /// Opens a container in a given way; nil is the app's first one.
  case open(container: String?, AppOpening)
  /// Registers the app's handler of a function, or unregisters it.
  case register(HandlerRegistration.Kind, String, container: String?, isOn: Bool)
  /// Enables or disables a quirk of certain releases in the app's SDK, from the next launch on.
  case setQuirk(Quirk, isOn: Bool)
  /// Builds the app with a release of the SDK, from the next launch on.
  case setSDKVersion(SDKVersion)
  /// Sets the rules by which the app settles its hits, from the next launch on.
  case setDelivery(DeliveryProfile)
  /// Sets the app's own timer that refreshes its first container, from the next launch on; nil is
  /// none.
  case setRefreshTimer(Duration?)
  /// Sets the number of hits that each queue of the phone stores.
  case setQueueLimit(Int)
  /// The user sets the phone's clock; timers and the environment are not affected.
  case setClock(WallTime)
  /// Builds the app with a generation of the SDK, before its first launch.
  case setGeneration(SDKGeneration)
  /// Sets the treatment of events that Firebase objects to, from the next launch on.
  case setFirebaseValidation(FirebaseValidation)
  /// Sets the seed of all random parts, before anything has happened.
  case setSeed(UInt64)
  /// An event happens around the app that Firebase logs by itself.
  indirect case happening(Happening)
  /// Skips time; each due timer fires at most once.
  case jump(Duration)
}

/// The reason why an act cannot be done now. The world is unchanged.
public enum ActError: Error, Sendable, Hashable {
  /// The app must be running for it.
  case notRunning
  /// The app runs already.
  case alreadyRunning
  /// The app was launched, and its SDK can no longer be changed.
  case launchedBefore
  /// A build of this type cannot do it.
  case notInBuild(BuildType)
  /// Something has already happened with the old seed.
  case seedTooLate
  /// It is known only of the SDK for iOS, and the app is one for Android.
  case onlyOnIOS(String)
  /// The app is suspended in the background, or it needs a user in front of it.
  case inBackground
  /// The app is not in the background.
  case notInBackground
  /// The app has no screen of that name.
  case unknownScreen(String, known: [String])
  /// The screen has no button of that title.
  case unknownButton(String, screen: String?, known: [String])
  /// The button does not take that argument.
  case unknownArgument(String, button: String, known: [String])
  /// A push of a button, a screen or the app needs an argument that has no default.
  case missingArgument(String, by: String)
  /// Buttons open screens that press buttons … without an end.
  case endlessNavigation(String)
  /// The app opens no container of that id.
  case unknownContainer(String, known: [String])
  /// The container must be open for it.
  case containerNotOpen(String)
  /// The app defines no such handler.
  case unknownHandler(String, kind: HandlerRegistration.Kind, known: [String])
  /// The app has no tracker of that name.
  case unknownTracker(String, known: [String])
  /// The app has made no tracker, or has removed its default.
  case noTracker(known: [String])
  case historyFull(HistoryEnd)

  /// One sentence with the fault and the remedy.
  public var sentence: String {
    switch self {
    case .notRunning: "the app is not running: launch it first"
    case .alreadyRunning: "the app is already running: kill it first, or bring it to the foreground"
    case .launchedBefore:
      "the app was launched and keeps its SDK: set 'sdk' before the first launch, or in the header"
    case .notInBuild(let type):
      "debug mode cannot be turned on in a \(type.rawValue) build, which does not start with a "
        + "developer's arguments: write 'build-type debug' in the app"
    case .seedTooLate: "seed must be before the first action, or in the header"
    case .onlyOnIOS(let what):
      "\(what) belongs to the iOS SDK, but an Android app is played with release 4.00 of "
        + "its SDK: remove the statement, or write 'platform ios' in the app"
    case .inBackground:
      "the app is in the background: bring it to the foreground first; only a task, or 'background "
        + "audio', location, fetch or silent-push, keeps it awake there, and a user sees no screen"
    case .notInBackground: "the app is not in the background"
    case .unknownScreen(let name, let known):
      "the app has no screen \"\(name)\"; its screens are " + Self.listed(known)
    case .unknownButton(let title, let screen?, let known):
      "screen \"\(screen)\" has no button \"\(title)\"; its buttons are " + Self.listed(known)
    case .unknownButton(let title, nil, _):
      "no screen is open, so button \"\(title)\" cannot be tapped: open a screen first"
    case .unknownArgument(let name, let button, let known):
      "button \"\(button)\" takes no argument \(name); it takes " + Self.listed(known)
    case .missingArgument(let name, let who):
      "\"\(who)\" needs the argument \(name): write it as \(name)=VALUE"
    case .unknownContainer(let id, let known):
      "the app has no container \(id); its containers are " + Self.listed(known)
    case .containerNotOpen(let id): "container \(id) is not open: open it first"
    case .unknownHandler(let name, let kind, let known):
      "the app has no \(kind.rawValue)-function \"\(name)\"; it has " + Self.listed(known)
        + ": describe it in the app first"
    case .unknownTracker(let name, let known):
      "the app has no tracker \"\(name)\"; its trackers are " + Self.listed(known)
    case .noTracker(let known):
      known.isEmpty
        ? "the app has no tracker: create one first (tracker UA-1-1)"
        : "the app has no default tracker: name one of " + Self.listed(known)
    case .historyFull(let end): end.sentence
    case .endlessNavigation(let screen):
      "screen \"\(screen)\" opens screens without end; the app's description is circular"
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// An event of an app or its user that Firebase logs by itself.
public enum Happening: Sendable, Hashable {
  /// An event of a notification.
  public enum Notification: String, Sendable, Hashable, CaseIterable {
    /// It arrives.
    case received
    /// The user opens it, and the app with it.
    case opened
    case dismissed
  }

  /// The user buys something in the app, with the parameters of Firebase's event.
  case purchase(OrderedDictionary<String, Value>)
  /// A notification, with the parameters of Firebase's event.
  case notification(Notification, OrderedDictionary<String, Value>)
  /// The app ends with an exception that nothing catches.
  case crash
}

/// The place of a container in the project of an app.
public struct ProjectFile: Sendable, Hashable {
  /// Its name in the project; nil if it is unknown.
  public var origin: String?
  /// The name in the bundle; nil for the one that the SDK looks for.
  public var name: String?
  /// Whether it is in the app's target, and so in the bundle.
  public var isInTarget: Bool

  /// Creates a file; the default is one of the target with the SDK's name.
  public init(origin: String? = nil, name: String? = nil, isInTarget: Bool = true) {
    self.origin = origin
    self.name = name
    self.isInTarget = isInTarget
  }
}
