public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// The meaning of a statement. Most changes of the world are acts; the other commands are here.
public enum Command: Sendable, Hashable {
  /// Changes the world by an act.
  case act(Act)

  // MARK: With a file

  /// Bundles a container with the app, under a given file name or the one that the SDK looks for,
  /// unless the app's target does not contain it. A nil container id is that of the app's first
  /// container.
  case containerDefault(
    path: String, id: String? = nil, name: String? = nil, isInTarget: Bool = true)
  /// Saves a container on the phone, with an age.
  case containerSaved(path: String, id: String? = nil, age: Duration? = nil)
  /// Gives the running app a container, as if it had been published and fetched.
  case containerUsed(path: String, id: String? = nil)
  /// Puts a container on the server; the version overrides that of its file.
  case publish(path: String, id: String? = nil, version: String? = nil)
  /// Puts a version on the server that is visible only through a preview link.
  case draft(path: String, id: String? = nil, version: String? = nil)

  // MARK: Depending on the world

  /// Opens the link that previews a version, or the one that ends the preview.
  case preview(version: Int64?, id: String? = nil)
  /// Presses the button of a letter, or at a place, on the visible screen.
  case press(String, arguments: OrderedDictionary<String, Value>)
  /// Changes the device; settings that it does not name stay the same.
  case device(DeviceSettings)
  /// Changes the app's logger; nil leaves a setting unchanged.
  case logger(level: LogLevel?, isCustom: Bool?)

  // MARK: Time

  /// Lets time pass; every timer fires when it is due.
  case wait(Duration)
  /// Lets time pass until a moment.
  case at(TimeTarget)
  /// Sets the phone's clock.
  case clock(TimeTarget)
  /// Puts the app into the background, and brings it back after a time; `sendsHits` is whether it
  /// sends the waiting hits, and nil leaves that to the app.
  case background(sendsHits: Bool?, BackgroundMode? = nil, for: Duration)
  /// Whether the world settles after every act.
  case settle(Bool)

  // MARK: Story

  case wording(LogWording)
  case chapter(String)
  /// Shows a text to the audience.
  case caption(String)
  /// Shows a text to the presenter.
  case note(String)
  /// Asks the audience a question; the answer may be left to the presenter.
  case ask(String, answer: String?)
  case mark(String)
  /// Pauses until somebody continues; without a viewer, it does nothing.
  case pause
  /// Whether the following statements are played without being shown.
  case hidden(Bool)
  /// Stores the facts of this moment, or compares them with those stored earlier.
  case snapshot(String)
  /// Sends the monitor a command.
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
  /// The place of the statement in its file or at the prompt.
  public var location: ScenarioLocation
  /// Its source text on one line, without the comment.
  public var text: String
  /// The label before the statement.
  public var label: String?
  /// Whether its failure counts only under `--strict`.
  public var isOptional: Bool
  /// The pass of a block or of an included file that it belongs to, such as "pass 2 of 5"; nil
  /// outside.
  public var pass: String?
  /// The meaning of the statement.
  public var command: Command

  /// Creates a statement from its place, its text and its meaning.
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

/// The moment that `at` waits for.
public enum TimeTarget: Sendable, Hashable {
  /// The next time at which the phone's clock shows this.
  case local(LocalTime)
  /// A moment, written with date and offset.
  case full(WallTime)
}

/// A file in a scenario, with a path relative to the scenario.
public struct FileReference: Sendable, Hashable {
  /// The ways in which a scenario uses a file.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A container of any format.
    case container
    case app
    /// Lines of a scenario that are included.
    case scenario
    /// A part of the measurement plan.
    case plan
  }

  /// The path, as written.
  public var path: String
  /// The use of the file, as the line that names it requires.
  public var kind: Kind
  /// The file, line and column of the path in the scenario; errors about the file name it.
  public var location: ScenarioLocation
}

extension Command {
  package var publishes: Bool {
    if case .publish = self { true } else { false }
  }
}
