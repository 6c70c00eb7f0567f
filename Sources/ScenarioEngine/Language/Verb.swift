import TagRuntime

/// The verbs of the language. Help, completion, suggestions and reading go by this one table.
public enum Verb: String, Sendable, Hashable, CaseIterable {
  /// Gives the phone a container.
  case container
  /// Puts a container on the server.
  case publish
  /// Puts a version on the server that only a preview link shows.
  case draft
  /// Which generation of the SDK the app is built with.
  case sdk
  /// Starts the app.
  case launch
  /// Shows a screen.
  case screen
  /// Taps a button.
  case tap
  /// Pushes to the data layer.
  case push
  /// Logs an event with Firebase.
  case logEvent = "log-event"
  /// Sets a user property of Firebase.
  case userProperty = "user-property"
  /// Sets the user's id with Firebase.
  case userID = "user-id"
  /// Sets what goes with every event of Firebase.
  case defaultParameters = "default-parameters"
  /// Whether Firebase sends events at once.
  case debugMode = "debug-mode"
  /// Whether Firebase logs at all.
  case collection
  /// Makes Firebase forget.
  case resetAnalyticsData = "reset-analytics-data"
  /// Reads a value of a container.
  case read
  /// Opens a container.
  case open
  /// Closes a container.
  case close
  /// Opens the link that previews a version.
  case preview
  /// Opens a link.
  case openURL = "open-url"
  /// Registers a handler of the app.
  case register
  /// Takes a handler of the app back.
  case unregister
  /// Switches the network.
  case network
  /// Changes the disk.
  case disk
  /// Changes a setting.
  case set
  /// Puts the app into the background.
  case background
  /// Brings the app back.
  case foreground
  /// Kills the process.
  case kill
  /// Lets time pass.
  case wait
  /// Skips time.
  case jump
  /// Lets time pass until a moment.
  case at
  /// Sets the phone's clock.
  case clock
  /// Whether the world settles.
  case settle
  /// Sends what waits.
  case dispatch
  /// How often hits are sent.
  case dispatchInterval = "dispatch-interval"
  /// How many hits a queue stores.
  case queueLimit = "queue-limit"
  /// Makes, removes or chooses a tracker.
  case tracker
  /// Sets a field of a tracker.
  case setField = "set-field"
  /// Sends a hit.
  case send
  /// Opts out of tracking.
  case optOut = "opt-out"
  /// Takes hits out of the store and sends nothing.
  case dryRun = "dry-run"
  /// What the phone believes of its network.
  case reachability
  /// Removes the app and installs it anew.
  case reinstall
  /// Puts a newer build into the app's place.
  case upgrade
  /// Asks for a newer container.
  case refresh
  /// Changes the device.
  case device
  /// Whether apps may learn the advertising identifier.
  case idfa
  /// Begins a chapter.
  case chapter
  /// Tells the audience something.
  case caption
  /// Tells the presenter something.
  case note
  /// Asks the room something.
  case ask
  /// Names this moment.
  case mark
  /// Expects something now.
  case expect
  /// Expects something to become true.
  case eventually
  /// Expects something to stay untrue.
  case never
  /// Moves the focus of the monitor.
  case focus
  /// Makes a pane of the monitor large.
  case zoom
  /// Draws the eye to something in the monitor.
  case highlight
  /// The pace of the monitor.
  case speed
  /// The layout of the monitor.
  case layout
  /// The colours of the monitor.
  case theme

  /// The verb of a word, or nil.
  public init?(_ word: String) { self.init(rawValue: word) }

  /// The verbs that a word may become, in the order of the table.
  public static func completions(of prefix: String) -> [Verb] {
    allCases.filter { $0.rawValue.hasPrefix(prefix) }
  }
}

/// How a verb is used.
public struct VerbHelp: Sendable, Hashable {
  /// The form: words as they are, places in capitals, optional parts in brackets.
  public var usage: String
  /// What it does, in one sentence.
  public var summary: String
  /// A line that can be typed as it is.
  public var example: String

  init(_ usage: String, _ summary: String, _ example: String) {
    self.usage = usage
    self.summary = summary
    self.example = example
  }
}
