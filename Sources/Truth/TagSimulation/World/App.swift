package import OrderedCollections
public import TagRuntime

/// An instrumented app as a scenario describes it: the containers it opens, what it does at launch,
/// its screens and buttons.
public struct App: Sendable, Hashable {
  /// The shortest period of a refresh timer.
  package static let shortestRefreshTimer = Duration.seconds(1)

  /// The name that users see.
  public var name: String
  /// The package or bundle name, such as `com.example.shop`.
  public var package: String
  /// The platform for which it is built.
  public var platform = Platform.ios
  /// The containers it opens at launch, in this order; the first one is the default. An app without
  /// Tag Manager has none.
  public var containers: [AppContainer]
  /// The version that users see.
  public var version: String
  /// The number of the build; an upgrade that gives no number adds 1.
  public var build: Int64
  /// The trackers that it makes when it is launched; the first is its default.
  public var trackers: [AppTracker] = []
  /// The classes that containers of the second generation (v5) may name by their paths.
  public var classes: [AppClass] = []
  /// Whether it has registered the scheme of its preview links with the phone.
  public var registersScheme = true
  /// The schemes of links of its own, such as `shop`.
  package var ownSchemes: [String] = []
  /// The treatment of a link that the phone passes to it.
  public var linkHandling = LinkHandling.atOnce
  /// Whether it links the library that gives the SDK the advertising id.
  ///
  /// Source: Dispatch §3.2; since 3.03c the code for it is in a separate library.
  public var hasIDFALibrary = true
  /// Whether Firebase reports the screens that appear by itself; the key
  /// `FirebaseAutomaticScreenReportingEnabled` of its information file.
  ///
  /// Source: Firebase §4.4.
  public var tellsScreens = true
  /// The settings of consent mode in its information file.
  ///
  /// Source: Firebase §7.1.
  public var consentDefaults = Consent()
  /// Whether it creates an instance of Braze before its code calls one.
  public var hasBrazeInstance = true
  /// The audience of its build; the debug mode of Firebase is only possible in `debug`.
  public var buildType = BuildType.debug
  /// Whether it sends its waiting hits when it enters the background.
  public var sendsHitsInBackground = false
  /// The launch actions, after it has begun to open its containers.
  public var onLaunch: [AppAction]
  /// What it does when it goes to the background.
  package var onBackground: [AppAction] = []
  /// What it does when it returns.
  package var onForeground: [AppAction] = []
  /// What it does when iOS ends it while it is awake.
  package var onTerminate: [AppAction] = []
  /// Its screens, in the order of the description.
  public var screens: [AppScreen]

  /// Creates an app for iOS without trackers and classes.
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

  /// The id of its first container; empty if it has none.
  public var containerID: String { containers.first?.id ?? "" }

  /// The scheme of the links that preview its containers.
  ///
  /// Source: LegacySDK §6.1; the app registers it with the phone.
  package var previewScheme: String { "tagmanager.c." + package }

  /// All schemes that it has registered with the phone.
  package var schemes: [String] { (registersScheme ? [previewScheme] : []) + ownSchemes }

  /// Returns the container of an id, or nil.
  public func container(_ id: String) -> AppContainer? { containers.first { $0.id == id } }

  /// Returns the class of a path, or nil; case counts.
  package func appClass(_ path: String) -> AppClass? { classes.first { $0.path == path } }

  /// Whether any of its code calls Braze.
  package var usesBraze: Bool {
    let actions = classes.flatMap(\.actions) + containers.flatMap(\.tagFunctions).flatMap(\.actions)
    return actions.contains { if case .braze = $0 { true } else { false } }
  }

  /// Whether a screen shows a value that the app reads from a container.
  package func showsValues(of container: AppContainer) -> Bool {
    screens.contains { screen in
      let texts = screen.texts.flatMap { $0 }
      return container.reads.contains { read in
        screen.banner == read.key || texts.contains { $0.contains("{\(read.key)}") }
      }
    }
  }

  /// Returns the screen of a name, or nil.
  public func screen(named name: String) -> AppScreen? {
    screens.first { $0.name == name }
  }
}

/// A container that an app opens, with the app's use of it.
public struct AppContainer: Sendable, Hashable {
  /// The public id, such as `GTM-AB12`.
  public var id: String
  /// The generation of the SDK that it is for; nil is the one that the app is built with.
  public var generation: SDKGeneration?
  /// Whether the app opens it at launch; one of v5 is opened by the SDK.
  public var opensAtLaunch = true
  /// The way in which the app opens it at launch.
  public var opening: AppOpening
  /// The app's actions when it receives the container.
  public var onContainer: [AppAction]
  /// The period at which the app refreshes it, or nil if it never does so by itself.
  public var refreshTimer: Duration?
  /// The typed values that the app reads from it; its screens can show them.
  public var reads: [TypedRead]
  /// The function-call macros that the app registers with it.
  public var macroFunctions: [AppMacro]
  /// The function-call tags that the app registers with it.
  public var tagFunctions: [AppTag]

  /// Creates a container that is opened at launch, by default without reads and handlers.
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
  /// The getter that reads the value.
  public var kind: ValueKind
  /// The name of the macro that gives the value.
  public var key: String

  /// Creates a read; the kind decides the zero that a missing key gives.
  public init(kind: ValueKind, key: String) {
    self.kind = kind
    self.key = key
  }
}

/// A screen of an app: texts, a banner and buttons, and actions when it appears.
public struct AppScreen: Sendable, Hashable {
  /// The name, unique in the app.
  public var name: String
  /// The lines of texts; `{key}` in a text is replaced by the value read under that key.
  public var texts: [[String]]
  /// The key whose value is the height of the banner, or nil without a banner.
  public var banner: String?
  /// The app's actions when the screen appears.
  public var onView: [AppAction]
  /// The buttons, from top to bottom.
  public var buttons: [AppButton]

  /// Creates a screen, by default an empty one that does nothing when it appears.
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

  /// Returns the button of a title, or nil.
  package func button(titled title: String) -> AppButton? {
    buttons.first { $0.title == title }
  }
}

/// The letters that press the buttons of a screen: the phone shows them, and scenarios use them.
extension AppScreen {
  /// The letters that a menu of buttons needs to move or close.
  private static let takenLetters: Set<Character> = ["j", "k", "q"]

  /// A letter for each button: the key that the app names, or else the first free one of its title,
  /// or else of the alphabet; nil for buttons beyond it.
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

  /// Returns the button of a letter, or else of a place counted from 1; nil for none.
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
  /// The actions of pressing it, in order.
  public var actions: [AppAction]

  /// Creates a button that by default does nothing and names no key.
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

/// One action of an app when it is launched, when a screen appears or when a button is tapped.
public enum AppAction: Sendable, Hashable {
  /// Pushes to the data layer; an app that is built with v5 has none, and does nothing.
  case push(PushTemplate)
  /// Logs an event with Firebase; an app that is built with the legacy SDK does nothing.
  case logEvent(name: PushValue, PushTemplate)
  /// Sets a user property of Firebase, under v5 only; null removes it.
  case setUserProperty(String, PushValue)
  case goes(screen: String)
  /// Calls the SDK or Firebase.
  case call(AppCall)

  /// The generation under which it has an effect; nil is any.
  package var generation: SDKGeneration? {
    switch self {
    case .push: .legacy
    case .logEvent, .setUserProperty: .firebase
    case .call(.firebase): .firebase
    case .call: .legacy
    case .goes: nil
    }
  }

  /// Returns the call of Firebase that it makes with arguments; nil if it makes another one, or if
  /// an argument is missing.
  package func firebaseCall(with arguments: OrderedDictionary<String, Value>) -> FirebaseCall? {
    switch self {
    case .logEvent(let name, let template):
      let name = ValueConversion.text(name.value(with: arguments) ?? .absent)
      return (try? template.update(with: arguments).members).map { .logEvent(name, $0) }
    case .setUserProperty(let name, let value):
      let value = value.value(with: arguments) ?? .null
      return .setUserProperty(name, value == .null ? nil : ValueConversion.text(value))
    case .call(.firebase(let call)): return call
    case .push, .goes, .call: return nil
    }
  }

  /// The names and defaults of its parameters, in the order written.
  package var parameters: [(name: String, default: Value?)] {
    switch self {
    case .push(let template): template.parameters
    case .logEvent(let name, let template): name.parameters + template.parameters
    case .setUserProperty(_, let value): value.parameters
    case .goes, .call: []
    }
  }
}

/// The way in which an app opens a container.
public struct AppOpening: Sendable, Hashable {
  /// The container that the app prefers.
  public var kind: OpenKind
  /// The time that it waits; nil is the SDK's default (2.0 s).
  public var timeout: Duration?
  /// Whether it uses a future and blocks its main thread until the container is there.
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

/// The treatment of a link that the phone passes to an app.
public enum LinkHandling: String, Sendable, Hashable, CaseIterable {
  /// The app passes it to the SDK, at launch before it opens its containers.
  case atOnce = "at-once"
  /// A link that starts the app is passed to the SDK when the app receives its first container.
  case late
  case ignored
}

/// The type of an app's build.
public enum BuildType: String, Sendable, Hashable, CaseIterable {
  /// A build on the developer's machine.
  case debug
  /// A build for its testers.
  case testFlight = "testflight"
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

  /// Creates a tracker; without a name, its tracking id is the name.
  public init(name: String? = nil, trackingID: String, reportZone: String? = nil) {
    self.name = name
    self.trackingID = trackingID
    self.reportZone = reportZone
  }
}
