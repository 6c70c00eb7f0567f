public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// What a statement does or expects.
public enum Command: Sendable, Hashable {
  /// Where something is that is no container.
  public enum UnreadablePlace: Sendable, Hashable {
    /// In the app's bundle.
    case bundle
    /// On the disk, as an earlier run saved it.
    case disk
    /// On the server.
    case server
  }

  /// The container that comes with the app, under a file name of its own or the one that the SDK
  /// looks for. A container id that is nil is that of the app's first container.
  case containerDefault(path: String, id: String? = nil, name: String? = nil)
  /// The container saved on the phone, so long ago.
  case containerSaved(path: String, id: String? = nil, age: Duration? = nil)
  /// A default container, a saved copy or an answer of the server that is no container.
  case unreadable(UnreadablePlace, id: String? = nil, name: String? = nil)
  /// Puts a container on the server; the version overrides that of its file.
  case publish(path: String, id: String? = nil, version: String? = nil)
  /// Puts a version on the server that only a preview link shows.
  case draft(path: String, id: String? = nil, version: String? = nil)
  /// Builds the app with the SDK of a generation.
  case sdk(ScenarioHeader.SDK)
  /// Starts the app; the opening of the app may be overridden.
  case launch(isCold: Bool, kind: OpenKind?, timeout: Duration?)
  /// Shows a screen.
  case screen(String)
  /// Taps a button with arguments for its pushes.
  case tap(String, arguments: OrderedDictionary<String, Value>)
  /// Pushes a map to the data layer.
  case push(Value)
  /// Logs an event with Firebase.
  case logEvent(String, OrderedDictionary<String, Value>)
  /// Sets a user property; nil takes it back.
  case userProperty(String, String?)
  /// Sets the user's id; nil takes it back.
  case userID(String?)
  /// Sets what goes with every event; nil takes all of it back.
  case defaultParameters(OrderedDictionary<String, Value>?)
  /// Whether events are sent at once.
  case debugMode(Bool)
  /// Whether Firebase logs at all.
  case collection(Bool)
  /// Makes Firebase forget what it knows of the user.
  case resetAnalyticsData
  /// Opens a container.
  case open(AppOpening, id: String? = nil)
  /// Closes a container.
  case close(id: String? = nil)
  /// Registers a handler of the app, or takes it back.
  case register(HandlerRegistration.Kind, String, id: String? = nil, isOn: Bool)
  /// Opens the link that previews a version, or the one that ends the preview.
  case preview(version: Int64?, id: String? = nil)
  /// Opens a link.
  case openURL(String)
  /// Reads a value.
  case read(TypedRead, id: String? = nil)
  /// Changes the network.
  case network(NetworkCondition)
  /// Changes the disk; nil empties it.
  case disk(DiskCondition?)
  /// Changes a setting.
  case set(SettingChange)
  /// Puts the app into the background, and brings it back after a time where there is one; whether
  /// it sends what waits is as the app does it where it is nil.
  case background(sendsHits: Bool? = nil, for: Duration? = nil)
  /// Brings the app back.
  case foreground
  /// Kills the process.
  case kill
  /// Lets time pass; every timer fires on its way.
  case wait(Duration)
  /// Skips time; each due timer fires at most once.
  case jump(Duration)
  /// Lets time pass until a moment.
  case at(TimeTarget)
  /// Whether the world settles after every act.
  case settle(Bool)
  /// Sends what waits, now; with a completion handler it is one request.
  case dispatch(completes: Bool = false)
  /// How often hits are sent, or nil for only by hand.
  case dispatchInterval(Duration?)
  /// How many hits each queue stores.
  case queueLimit(Int)
  /// Sets the phone's clock.
  case clock(TimeTarget)
  /// Makes a tracker.
  case tracker(AppTracker)
  /// Removes a tracker.
  case trackerRemoved(String)
  /// Chooses the tracker that is used where none is named.
  case trackerChosen(String)
  /// Sets a field of a tracker; nil takes it back.
  case setField(String, String?, tracker: String? = nil)
  /// Sends a hit.
  case send(HitBuilder, tracker: String? = nil)
  /// Opts out of tracking, or in again.
  case optOut(Bool)
  /// Switches the dry run.
  case dryRun(Bool)
  /// What the phone believes of its network; nil lets it know.
  case reachability(Bool?)
  /// Removes the app and installs it anew.
  case reinstall
  /// Puts a newer build into the app's place; nil is the next one.
  case upgrade(build: Int64? = nil, version: String? = nil)
  /// Asks for a newer container.
  case refresh(id: String? = nil)
  /// Changes the device.
  case device(DeviceSettings)
  /// Begins a chapter.
  case chapter(String)
  /// Tells the audience something.
  case caption(String)
  /// Tells the presenter something.
  case note(String)
  /// Asks the room something; the answer may be left to the presenter.
  case ask(String, answer: String?)
  /// Names this moment.
  case mark(String)
  /// Tells the monitor something.
  case view(ViewCommand)
  /// Expects something now.
  case expect(Expectation)
  /// Expects something to become true; time passes until then.
  case eventually(within: Duration, Expectation)
  /// Expects something to stay untrue while time passes.
  case never(for: Duration, Expectation)
}

/// One statement of a scenario or of the prompt.
public struct Statement: Sendable, Hashable {
  /// Where it is.
  public var location: ScenarioLocation
  /// Its source text on one line, without the comment.
  public var text: String
  /// The label it was given.
  public var label: String?
  /// Whether its failure counts only under `--strict`.
  public var isOptional: Bool
  /// What it does or expects.
  public var command: Command

  /// Creates a statement.
  public init(
    location: ScenarioLocation, text: String, label: String? = nil, isOptional: Bool = false,
    command: Command
  ) {
    self.location = location
    self.text = text
    self.label = label
    self.isOptional = isOptional
    self.command = command
  }
}

/// When `at` goes on.
public enum TimeTarget: Sendable, Hashable {
  /// The next time the clocks of the phone show this.
  case local(LocalTime)
  /// A moment, written with date and offset.
  case full(WallTime)
}

/// A file that a scenario names, relative to itself.
public struct FileReference: Sendable, Hashable {
  /// What the file is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A container of any format.
    case container
    /// An app description.
    case app
  }

  /// The path, as written.
  public var path: String
  /// What the file is.
  public var kind: Kind
  /// Where it is named.
  public var location: ScenarioLocation

  /// Creates a reference.
  public init(path: String, kind: Kind, location: ScenarioLocation) {
    self.path = path
    self.kind = kind
    self.location = location
  }
}

/// What `set` changes.
public enum SettingChange: Sendable, Hashable {
  /// Makes the SDK do what some release did.
  case quirk(Quirk, isOn: Bool)
  /// Which release of the SDK the app is built with.
  case sdkVersion(SDKVersion)
  /// What Firebase does with events whose names it does not take.
  case firebaseValidation(FirebaseValidation)
  /// By what rules the app's hits are settled.
  case delivery(DeliveryProfile)
  /// Whether containers are loaded at all.
  case refreshMode(RefreshMode)
  /// The least serious line that the app's logger prints.
  case logLevel(LogLevel)
  /// The least serious line that the app's logger of Analytics prints.
  case analyticsLogLevel(LogLevel)
  /// Whether the app has a logger of its own.
  case logger(isCustom: Bool)
  /// In whose words log lines are shown.
  case wording(LogWording)

  /// The names that `set` takes.
  static let names =
    [
      "refresh-mode", "log-level", "logger", "wording", "sdk-version", "delivery",
      "analytics-log-level", "firebase-validation",
    ]
    + Quirk.allCases.map(\.rawValue)
}
