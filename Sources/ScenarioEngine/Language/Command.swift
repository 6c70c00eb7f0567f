public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// What a statement does or expects.
public enum Command: Sendable, Hashable {
  /// Whether the phone has a network.
  public enum Network: String, Sendable, Hashable, CaseIterable {
    /// It has one.
    case online
    /// It has none.
    case offline
  }

  /// The container that comes with the app.
  case containerDefault(path: String)
  /// The container saved on the phone, so long ago.
  case containerSaved(path: String, age: Duration?)
  /// Puts a container on the server; the version overrides that of its file.
  case publish(path: String, version: String?)
  /// Starts the app; the opening of the app may be overridden.
  case launch(isCold: Bool, kind: OpenKind?, timeout: Duration?)
  /// Shows a screen.
  case screen(String)
  /// Taps a button with arguments for its pushes.
  case tap(String, arguments: OrderedDictionary<String, Value>)
  /// Pushes a map to the data layer.
  case push(Value)
  /// Reads a value.
  case read(TypedRead)
  /// Switches the network.
  case network(Network)
  /// Puts the app into the background.
  case background
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
  /// Sends what waits, now.
  case dispatch
  /// How often hits are sent, or nil for only by hand.
  case dispatchInterval(Duration?)
  /// Asks for a newer container.
  case refresh
  /// Changes the device.
  case device(DeviceSettings)
  /// Begins a chapter.
  case chapter(String)
  /// Tells the audience something.
  case caption(String)
  /// Tells the presenter something.
  case note(String)
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
