public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// What a statement does or expects. What it does to the world is an act; what is no act is here.
public enum Command: Sendable, Hashable {
  /// Does something to the world.
  case act(Act)

  // MARK: With a file

  /// The container that comes with the app, under a file name of its own or the one that the SDK
  /// looks for, unless the app's target lacks it. A container id that is nil is that of the app's
  /// first container.
  case containerDefault(
    path: String, id: String? = nil, name: String? = nil, isInTarget: Bool = true)
  /// The container saved on the phone, so long ago.
  case containerSaved(path: String, id: String? = nil, age: Duration? = nil)
  /// The container that the running app has in use from now on, as if it had been published and
  /// fetched.
  case containerUsed(path: String, id: String? = nil)
  /// Puts a container on the server; the version overrides that of its file.
  case publish(path: String, id: String? = nil, version: String? = nil)
  /// Puts a version on the server that only a preview link shows.
  case draft(path: String, id: String? = nil, version: String? = nil)

  // MARK: As the world is

  /// Opens the link that previews a version, or the one that ends the preview.
  case preview(version: Int64?, id: String? = nil)
  /// Presses the button of a letter, or of a place, on the screen that is seen then.
  case press(String, arguments: OrderedDictionary<String, Value>)
  /// Changes the device; what is not named stays.
  case device(DeviceSettings)
  /// Changes what the app does with the log; what is nil stays.
  case logger(level: LogLevel?, isCustom: Bool?)

  // MARK: Time

  /// Lets time pass; every timer fires on its way.
  case wait(Duration)
  /// Lets time pass until a moment.
  case at(TimeTarget)
  /// Sets the phone's clock.
  case clock(TimeTarget)
  /// Puts the app into the background, and brings it back after a time; whether it sends what waits
  /// is as the app does it where it is nil.
  case background(sendsHits: Bool?, for: Duration)
  /// Whether the world settles after every act.
  case settle(Bool)

  // MARK: Story

  /// In whose words log lines are shown.
  case wording(LogWording)
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
  /// Stops playing until somebody goes on; nothing where nobody watches.
  case pause
  /// Whether what follows passes at once while it is being played.
  case hidden(Bool)
  /// Keeps the facts of this moment, or holds them against those that are kept.
  case snapshot(String)
  /// Tells the monitor something.
  case view(ViewCommand)

  // MARK: Expectations

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
  /// Which pass of a block or of an included file it belongs to, such as "pass 2 of 5"; nil where
  /// it stands once.
  public var pass: String?
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
    /// Lines of a scenario that are included.
    case scenario
  }

  /// The path, as written.
  public var path: String
  /// What the file is.
  public var kind: Kind
  /// Where it is named.
  public var location: ScenarioLocation

  /// Creates a reference.
  package init(path: String, kind: Kind, location: ScenarioLocation) {
    self.path = path
    self.kind = kind
    self.location = location
  }
}

extension Command {
  /// Whether it publishes a container.
  var publishes: Bool {
    if case .publish = self { true } else { false }
  }
}
