import OrderedCollections
public import TagRuntime

/// An instrumented app as a scenario describes it: the containers it opens, what it does at launch,
/// its screens and buttons.
public struct App: Sendable, Hashable {
  /// The shortest period of a refresh timer.
  package static let shortestRefreshTimer = Duration.seconds(1)

  /// The name people call it by.
  public var name: String
  /// The package or bundle name, such as `com.example.shop`.
  public var package: String
  /// The platform for which it is built.
  public var platform = Platform.ios
  /// The containers it opens at launch, in this order; the first is the one that is meant where
  /// none is named. An app without Tag Manager has none.
  public var containers: [AppContainer]
  /// The version people see.
  public var version: String
  /// The build number.
  public var build: Int64
  /// The trackers that it makes when it is launched; the first is its default.
  public var trackers: [AppTracker] = []
  /// The classes that containers of the second generation (v5) may name by their paths.
  public var classes: [AppClass] = []
  /// Whether it has registered the scheme of its preview links with the phone.
  public var registersScheme = true
  /// What it does with a link that the phone hands to it.
  public var linkHandling = LinkHandling.atOnce
  /// Whether it is linked with the library that gives the SDK the advertising id.
  ///
  /// Source: Dispatch §3.2; since 3.03c the code for it is in a library of its own.
  public var hasIDFALibrary = true
  /// Whether Firebase tells by itself of the screens that come up; the key
  /// `FirebaseAutomaticScreenReportingEnabled` of its information file.
  ///
  /// Source: Firebase §4.4.
  public var tellsScreens = true
  /// Whether it has made an instance of Braze before its code calls one.
  public var hasBrazeInstance = true
  /// How it was built.
  public var buildType = BuildType.debug
  /// Whether it sends what waits when it goes into the background.
  public var sendsHitsInBackground = false
  /// The period of dispatch that it sets when it comes back; nil sets none.
  public var foregroundInterval: Duration?
  /// What it does when it is launched, after it has begun to open its containers.
  public var onLaunch: [AppAction]
  /// Its screens, in the order of the description.
  public var screens: [AppScreen]

  /// Creates an app.
  public init(
    name: String, package: String, containers: [AppContainer] = [], version: String = "1.0",
    build: Int64 = 1, onLaunch: [AppAction] = [], screens: [AppScreen] = []
  ) {
    self.name = name
    self.package = package
    self.containers = containers
    self.version = version
    self.build = build
    self.onLaunch = onLaunch
    self.screens = screens
  }

  /// The id of its first container; empty where it has none.
  public var containerID: String { containers.first?.id ?? "" }

  /// The scheme of the links that preview its containers.
  ///
  /// Source: LegacySDK §6.1; the app registers it with the phone.
  package var previewScheme: String { "tagmanager.c." + package }

  /// The container of an id, or nil.
  public func container(_ id: String) -> AppContainer? { containers.first { $0.id == id } }

  /// The class of a path, or nil; capital letters count.
  package func appClass(_ path: String) -> AppClass? { classes.first { $0.path == path } }

  /// Whether any of its code hands something to Braze.
  package var usesBraze: Bool {
    let actions = classes.flatMap(\.actions) + containers.flatMap(\.tagFunctions).flatMap(\.actions)
    return actions.contains { if case .braze = $0 { true } else { false } }
  }

  /// Whether a screen shows something that the app reads in a container.
  package func showsValues(of container: AppContainer) -> Bool {
    screens.contains { screen in
      let texts = screen.texts.flatMap { $0 }
      return container.reads.contains { read in
        screen.banner == read.key || texts.contains { $0.contains("{\(read.key)}") }
      }
    }
  }

  /// The screen of a name, or nil.
  public func screen(named name: String) -> AppScreen? {
    screens.first { $0.name == name }
  }
}

/// A container that an app opens, with what the app does with it.
public struct AppContainer: Sendable, Hashable {
  /// The public id, such as `GTM-AB12`.
  public var id: String
  /// The generation of the SDK that it is for; nil is the one that the app is built with.
  public var generation: SDKGeneration?
  /// Whether the app opens it at launch; one of v5 is opened by the SDK.
  public var opensAtLaunch = true
  /// How the app opens it at launch.
  public var opening: AppOpening
  /// What the app does when it has the container in its hands.
  public var onContainer: [AppAction]
  /// How often the app refreshes it, or nil if it never does so by itself.
  public var refreshTimer: Duration?
  /// The values it reads from it.
  public var reads: [TypedRead]
  /// The function-call macros it registers with it.
  public var macroFunctions: [AppMacro]
  /// The function-call tags it registers with it.
  public var tagFunctions: [AppTag]

  /// Creates a container of an app.
  public init(
    id: String, generation: SDKGeneration? = nil, opening: AppOpening = AppOpening(),
    onContainer: [AppAction] = [],
    refreshTimer: Duration? = nil, reads: [TypedRead] = [], macroFunctions: [AppMacro] = [],
    tagFunctions: [AppTag] = []
  ) {
    self.id = id
    self.generation = generation
    self.opening = opening
    self.onContainer = onContainer
    self.refreshTimer = refreshTimer
    self.reads = reads
    self.macroFunctions = macroFunctions
    self.tagFunctions = tagFunctions
  }
}

/// A typed read of a container value.
public struct TypedRead: Sendable, Hashable {
  /// The getter.
  public var kind: ValueKind
  /// The key it reads.
  public var key: String

  /// Creates a typed read.
  public init(kind: ValueKind, key: String) {
    self.kind = kind
    self.key = key
  }
}

/// A screen of an app.
public struct AppScreen: Sendable, Hashable {
  /// The name, unique in the app.
  public var name: String
  /// Lines of texts; `{key}` in a text stands for the value read under that key.
  public var texts: [[String]]
  /// The key whose value is the height of the banner, or nil without a banner.
  public var banner: String?
  /// What the app does when the screen is seen.
  public var onView: [AppAction]
  /// The buttons, from top to bottom.
  public var buttons: [AppButton]

  /// Creates a screen.
  public init(
    name: String, texts: [[String]] = [], banner: String? = nil, onView: [AppAction] = [],
    buttons: [AppButton] = []
  ) {
    self.name = name
    self.texts = texts
    self.banner = banner
    self.onView = onView
    self.buttons = buttons
  }

  /// The button of a title, or nil.
  package func button(titled title: String) -> AppButton? {
    buttons.first { $0.title == title }
  }
}

/// By which letters the buttons of a screen are pressed: the phone shows them, and scenarios press
/// buttons by them.
extension AppScreen {
  /// What a menu of buttons does with letters: it moves by them, or closes.
  private static let takenLetters: Set<Character> = ["j", "k", "q"]

  /// A letter for each button: the key that the app names, else the first of its title that is
  /// still free, or else of the alphabet; nil for buttons beyond it.
  package var letters: [Character?] {
    let alphabet = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(UnicodeScalar($0)) }
    var free = Set(alphabet).subtracting(Self.takenLetters).subtracting(buttons.compactMap(\.key))
    return buttons.map { button in
      if let key = button.key { return key }
      let own = button.title.lowercased().first { free.contains($0) }
      guard let letter = own ?? alphabet.first(where: { free.contains($0) }) else { return nil }
      free.remove(letter)
      return letter
    }
  }

  /// The button of a letter, or else of a place counted from 1; nil for none.
  package func button(pressedBy key: String) -> AppButton? {
    if let place = letters.firstIndex(where: { $0.map(String.init) == key }) {
      return buttons[place]
    }
    guard let number = Int(key), buttons.indices.contains(number - 1) else { return nil }
    return buttons[number - 1]
  }
}

/// A button on a screen of an app.
public struct AppButton: Sendable, Hashable {
  /// The title, unique on its screen.
  public var title: String
  /// The key that presses it, if the app names one.
  public var key: Character?
  /// What pressing it does, in order.
  public var actions: [AppAction]

  /// Creates a button.
  public init(title: String, key: Character? = nil, actions: [AppAction] = []) {
    self.title = title
    self.key = key
    self.actions = actions
  }

  /// The names and defaults of the arguments that its actions take, in the order written.
  public var parameters: [(name: String, default: Value?)] {
    actions.flatMap(\.parameters)
  }

  /// The names of those arguments, each once.
  package var parameterNames: [String] {
    OrderedSet(parameters.map(\.name)).elements
  }
}

/// One thing an app does when it is launched, a screen is seen or a button is tapped.
public enum AppAction: Sendable, Hashable {
  /// Pushes to the data layer; an app that is built with v5 has none, and does nothing.
  case push(PushTemplate)
  /// Logs an event with Firebase; an app that is built with the legacy SDK does nothing.
  case logEvent(name: PushValue, PushTemplate)
  /// Sets a user property of Firebase, under v5 only; null takes it back.
  case setUserProperty(String, PushValue)
  /// Shows another screen.
  case goes(screen: String)

  /// The generation under which it does anything; nil is any.
  package var generation: SDKGeneration? {
    switch self {
    case .push: .legacy
    case .logEvent, .setUserProperty: .firebase
    case .goes: nil
    }
  }

  /// The names and defaults of its parameters, in the order written.
  package var parameters: [(name: String, default: Value?)] {
    switch self {
    case .push(let template): template.parameters
    case .logEvent(let name, let template): name.parameters + template.parameters
    case .setUserProperty(_, let value): value.parameters
    case .goes: []
    }
  }
}

/// How an app opens a container.
public struct AppOpening: Sendable, Hashable {
  /// Which container the app would rather have.
  public var kind: OpenKind
  /// How long it waits, or nil for what the SDK waits by itself (2.0 s).
  public var timeout: Duration?
  /// Whether it asks a future and blocks its main thread until the container is there.
  ///
  /// Legacy name: TAGContainerOpener openContainerWithId:tagManager:openType:timeout:
  public var isBlocking: Bool

  /// Creates a way of opening.
  public init(
    kind: OpenKind = .preferNonDefault, timeout: Duration? = nil, isBlocking: Bool = false
  ) {
    self.kind = kind
    self.timeout = timeout
    self.isBlocking = isBlocking
  }
}

/// What an app does with a link that the phone hands to it.
public enum LinkHandling: String, Sendable, Hashable, CaseIterable {
  /// It hands it to the SDK, at launch before it opens its containers.
  case atOnce = "at-once"
  /// A link that starts it is handed to the SDK when the first container is in its hands.
  case late
  /// It does nothing with it.
  case ignored
}

/// How an app was built.
public enum BuildType: String, Sendable, Hashable, CaseIterable {
  /// On the developer's machine.
  case debug
  /// For its testers.
  case testFlight = "testflight"
  /// For everybody.
  case appStore = "app-store"
}

/// A tracker that an app makes when it is launched.
public struct AppTracker: Sendable, Hashable {
  /// Its name; nil is the tracking id.
  public var name: String?
  /// The property, such as `UA-1-1`.
  public var trackingID: String
  /// The name of the time zone in which its property is reported; nil is that of the report view.
  public var reportZone: String?

  /// Creates one.
  public init(name: String? = nil, trackingID: String, reportZone: String? = nil) {
    self.name = name
    self.trackingID = trackingID
    self.reportZone = reportZone
  }
}
