import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// A row of the device: its text, its meaning, and how to change it.
struct DeviceRowPage: ExplainPage {
  let context: ScreenContext
  private let name: String
  private let text: String

  init(_ context: ScreenContext, _ name: String, _ text: String) {
    self.context = context
    self.name = name
    self.text = text
  }

  func write(_ page: inout PageText) {
    page.headline("\(name.sentenceCased): \(text)")
    guard let (meaning, change) = Self.meaning(of: name) else { return }
    page.say(meaning)
    if let change {
      page.blank()
      page.head("What changes it")
      page.say(change, indent: 2)
    }
  }

  /// Returns the meaning of a row of the device, and how to change it.
  private static func meaning(of name: String) -> (meaning: String, change: String?)? {
    switch name.lowercased() {
    case "clock":
      ("Hits are dated by the clock of the phone, and servers by their own.", "t sets it")
    case "app":
      ("Timers run only while the app is in the foreground or awake for a task.", "b and K")
    case "launch": ("Everything that is not on disk begins anew with a launch.", "K")
    case "network": ("Without a network hits wait on disk, and no timer of theirs runs.", "w and W")
    case "disk":
      ("The disk keeps the saved container and the hits that wait.", "'disk full' and others")
    case "phone":
      ("Rules may ask for the language, the country or the model.", "'device language=es'")
    case "version", "sdk": ("What is known of this release of the SDK is what is simulated.", nil)
    case "refresh mode":
      ("It says whether containers are loaded at all, or the default one is used for ever.", nil)
    case "app's logger": ("It decides which lines of the SDK a developer gets to see.", nil)
    case "preview": ("A preview link shows a draft on this phone, until the process ends.", "V")
    case "delivery": ("It says what the phone counts as sent.", "'set delivery strict'")
    case "quirks": ("Faults of certain releases of the SDK that are switched on.", "'set'")
    case "opener": ("The app waits for a container, and no longer than its timeout.", nil)
    case "age": ("A saved container counts as stale after 12 hours; it is used all the same.", "r")
    case "app timer": ("The app itself asks for a newer container from time to time.", nil)
    case "refresh": ("Asking too often is refused: every refresh takes a token.", "r")
    case "client id":
      ("It tells this installation from others; a new installation has another.", nil)
    case "dispatch": ("Hits that wait are sent together when it is due.", "d sends them now")
    case "end of the day":
      ("A hit that arrives later is with the collector, and the report of its day lacks it.", nil)
    case "stale": ("The container is older than the SDK likes, and is used all the same.", "r")
    case "opt-out": ("Who opts out is not tracked, and what waited is deleted.", nil)
    default: nil
    }
  }
}
