public import OrderedCollections
public import TagRuntime

/// What a scenario or a user can do to the world. A container that is nil is the app's first.
public enum Act: Sendable, Hashable {
  /// The code of the app calls its SDK. How its logs, its dispatch and Firebase's debug flag are
  /// set outlasts the process; what is set before the app runs is told to the SDK at its launch.
  case app(AppCall)
  /// Puts a container into the app's bundle, under a file name of its own or the one that the SDK
  /// looks for; a file of the project that is not in the app's target never gets there.
  indirect case installDefault(
    CompiledContainer, container: String? = nil, ProjectFile = ProjectFile())
  /// Puts a file that is no container into the app's bundle, under that of a binary or another
  /// name.
  case installUnreadable(container: String?, name: String?, reason: String? = nil)
  /// Puts a container onto the disk, as an earlier run saved it so long ago.
  indirect case installSaved(CompiledContainer, container: String? = nil, age: Duration)
  /// Gives the running app a version of an open container at once, as if that had been published
  /// and fetched just now.
  indirect case useContainer(CompiledContainer, container: String? = nil)
  /// Makes what is saved on the disk something that is no container.
  case damageSaved(container: String?)
  /// Publishes a container on the server.
  indirect case publish(CompiledContainer, container: String? = nil)
  /// Makes the server answer with something that is no container, until one is published.
  case publishUnreadable(container: String?)
  /// Puts a version onto the server that only a preview link shows.
  indirect case draft(CompiledContainer, container: String? = nil)
  /// Changes the phone.
  indirect case device(Device)
  /// Changes the phone's disk.
  case disk(DiskCondition)
  /// Removes what earlier runs saved, besides hits.
  case emptyDisk
  /// Starts the app; what is nil is as the app does it. A link is handed to it at its start; where
  /// no app opens it, nothing starts. It may leave its containers closed (v3).
  case launch(
    isCold: Bool, kind: OpenKind?, timeout: Duration?, link: String? = nil, opens: Bool = true)
  /// Puts the app into the background; whether it sends what waits is as the app does it where it
  /// is nil.
  case background(sendsHits: Bool? = nil)
  /// Brings the app back.
  case foreground
  /// Ends the process.
  case kill
  /// Removes the app with all that it saved, and installs it anew.
  case reinstall
  /// Puts a newer build into the app's place; nil is the next one.
  case upgrade(build: Int64?, version: String?)
  /// Makes the phone believe that it has a network, or has none; nil lets it know.
  case reachability(Bool?)
  /// Changes the network.
  case network(NetworkCondition)
  /// Sets whether Universal Analytics processes hits, and of what kind its properties are.
  case collector(Collector.Service, Collector.Edition)
  /// Opens a link on the phone; the app that registered its scheme gets it.
  case openURL(String)
  /// Shows a screen.
  case screen(String)
  /// Presses a button of the screen that is seen.
  case tap(String, arguments: OrderedDictionary<String, Value>)
  /// Opens a container.
  case open(container: String?, AppOpening)
  /// Registers the app's handler of a function, or takes it back.
  case register(HandlerRegistration.Kind, String, container: String?, isOn: Bool)
  /// Makes the SDK of the app, from the next launch on, do what some release did.
  case setQuirk(Quirk, isOn: Bool)
  /// Builds the app with a release of the SDK, from the next launch on.
  case setSDKVersion(SDKVersion)
  /// Makes the app, from the next launch on, settle its hits by other rules.
  case setDelivery(DeliveryProfile)
  /// Makes the app, from the next launch on, refresh its first container by a timer of its own; nil
  /// is by none.
  case setRefreshTimer(Duration?)
  /// Sets how many hits each queue of the phone stores.
  case setQueueLimit(Int)
  /// The user sets the phone's clock; timers and the world around do not notice.
  case setClock(WallTime)
  /// Builds the app with a generation of the SDK, before it was ever launched.
  case setGeneration(SDKGeneration)
  /// Sets what becomes of events that Firebase has something against, from the next launch on.
  case setFirebaseValidation(FirebaseValidation)
  /// Sets the seed of what is left to chance, before anything has happened.
  case setSeed(UInt64)
  /// Something happens around the app of which Firebase logs an event by itself.
  indirect case happening(Happening)
  /// Skips time; each due timer fires at most once.
  case jump(Duration)
}

/// Why an act cannot be done now. The world is unchanged.
public enum ActError: Error, Sendable, Hashable {
  /// The app has to run for it.
  case notRunning
  /// The app runs already.
  case alreadyRunning
  /// The app was launched, and is built with its SDK for good.
  case launchedBefore
  /// A build of this type cannot do it.
  case notInBuild(BuildType)
  /// Something has happened by the old seed.
  case seedTooLate
  /// What is asked for is known of the SDK for iOS only, and the app is one for Android.
  case onlyOnIOS(String)
  /// The app is suspended in the background.
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
  /// Buttons that go to screens that press buttons … without an end.
  case endlessNavigation(String)
  /// The app opens no container of that id.
  case unknownContainer(String, known: [String])
  /// The container has to be open for it.
  case containerNotOpen(String)
  /// The app has written no such handler.
  case unknownHandler(String, kind: HandlerRegistration.Kind, known: [String])
  /// The app has no tracker of that name.
  case unknownTracker(String, known: [String])
  /// The app has made no tracker, or has removed its default.
  case noTracker(known: [String])
  /// The history holds as much as it can.
  case historyFull(HistoryEnd)

  /// One sentence: what is wrong and what to do.
  public var sentence: String {
    switch self {
    case .notRunning: "the app is not running: launch it first"
    case .alreadyRunning: "the app is running already: kill it first, or bring it to the foreground"
    case .launchedBefore:
      "the app was launched and keeps its SDK: say 'sdk' before the first launch, or in the header"
    case .notInBuild(let type):
      "debug mode cannot be turned on in a \(type.rawValue) build, which is not started with the "
        + "arguments of a developer: say 'build-type debug' in the app"
    case .seedTooLate: "seed stands before the first act, or in the header"
    case .onlyOnIOS(let what):
      "\(what) is one of the SDK for iOS, and an app for Android is played with release 4.00 of "
        + "its SDK: leave the statement out, or say 'platform ios' in the app"
    case .inBackground: "the app is in the background: bring it to the foreground first"
    case .notInBackground: "the app is not in the background"
    case .unknownScreen(let name, let known):
      "the app has no screen \"\(name)\"; its screens are " + Self.listed(known)
    case .unknownButton(let title, let screen?, let known):
      "screen \"\(screen)\" has no button \"\(title)\"; its buttons are " + Self.listed(known)
    case .unknownButton(let title, nil, _):
      "no screen is seen, so button \"\(title)\" cannot be tapped: view a screen first"
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
        ? "the app has no tracker: make one first (tracker UA-1-1)"
        : "the app has no default tracker: name one of " + Self.listed(known)
    case .historyFull(let end): end.sentence
    case .endlessNavigation(let screen):
      "screen \"\(screen)\" leads to screens without an end; the app's description is circular"
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// Something that happens to an app or with it, of which Firebase logs an event by itself.
public enum Happening: Sendable, Hashable {
  /// What becomes of a notification.
  public enum Notification: String, Sendable, Hashable, CaseIterable {
    /// It comes.
    case received
    /// The user opens it, and the app with it.
    case opened
    /// The user dismisses it.
    case dismissed
  }

  /// The user buys something in the app, with the parameters that Firebase gives the event.
  case purchase(OrderedDictionary<String, Value>)
  /// A notification, with the parameters that Firebase gives the event.
  case notification(Notification, OrderedDictionary<String, Value>)
  /// The app ends with an exception that nothing catches.
  case crash
}

/// How a container lies in the project of an app.
public struct ProjectFile: Sendable, Hashable {
  /// What the project calls it; nil where nobody said.
  public var origin: String?
  /// The name in the bundle; nil for the one that the SDK looks for.
  public var name: String?
  /// Whether the app's target has it, so that it comes into the bundle.
  public var isInTarget: Bool

  /// Creates a file.
  public init(origin: String? = nil, name: String? = nil, isInTarget: Bool = true) {
    self.origin = origin
    self.name = name
    self.isInTarget = isInTarget
  }
}
