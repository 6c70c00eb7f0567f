/// Why an act cannot be done now. The world is unchanged.
public enum ActError: Error, Sendable, Hashable {
  /// The app has to run for it.
  case notRunning
  /// The app runs already.
  case alreadyRunning
  /// The app was launched, and is built with its SDK for good.
  case launchedBefore
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
  /// The history holds as many steps as it can.
  case historyFull

  /// One sentence: what is wrong and what to do.
  public var sentence: String {
    switch self {
    case .notRunning: "the app is not running: launch it first"
    case .alreadyRunning: "the app is running already: kill it first, or bring it to the foreground"
    case .launchedBefore:
      "the app was launched and keeps its SDK: say 'sdk' before the first launch, or in the header"
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
    case .historyFull:
      "the history is full: \(Timeline.stepLimit) steps is the limit; start a new run"
    case .endlessNavigation(let screen):
      "screen \"\(screen)\" leads to screens without an end; the app's description is circular"
    }
  }

  private static func listed(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
