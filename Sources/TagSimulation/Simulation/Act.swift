public import OrderedCollections
public import TagRuntime

/// What a scenario or a user can do to the world.
public enum Act: Sendable {
  /// Puts a container into the app's bundle.
  case installDefault(CompiledContainer)
  /// Puts a container onto the disk, as an earlier run saved it so long ago.
  case installSaved(CompiledContainer, age: Duration)
  /// Publishes a container on the server.
  case publish(CompiledContainer)
  /// Changes the phone.
  case device(Device)
  /// Starts the app; what is nil is as the app does it.
  case launch(isCold: Bool, kind: OpenKind?, timeout: Duration?)
  /// Puts the app into the background.
  case background
  /// Brings the app back.
  case foreground
  /// Ends the process.
  case kill
  /// Switches the network.
  case network(isOnline: Bool)
  /// Shows a screen.
  case screen(String)
  /// Presses a button of the screen that is seen.
  case tap(String, arguments: OrderedDictionary<String, Value>)
  /// Pushes an update.
  case push(OrderedDictionary<String, Value>)
  /// Reads a value of the container.
  case read(TypedRead)
  /// Asks for a newer container.
  case refresh
  /// Sends what waits, now.
  case dispatch
  /// Sets the period of automatic dispatch; nil is off.
  case setDispatchInterval(Duration?)
  /// Skips time; each due timer fires at most once.
  case jump(Duration)
}
