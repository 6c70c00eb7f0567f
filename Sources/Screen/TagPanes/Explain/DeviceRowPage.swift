import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// A row of the device: its text, its meaning, and how to change it.
struct DeviceRowPage: ExplainPage {
  let context: ScreenContext
  let name: String
  let text: String

  func write(_ page: inout PageText) {
    page.headline("\(name.sentenceCased): \(text)")
    guard let (meaning, change) = Self.meaning(of: name) else { return }
    page.say(meaning)
    if let change {
      page.part("What changes it")
      page.say(change, indent: 2)
    }
  }

  /// Returns the meaning of a row of the device, and how to change it.
  private static func meaning(of name: String) -> (meaning: String, change: String?)? {
    switch name.lowercased() {
    case "clock":
      ("Hits get their date from the phone's clock; servers use their own.", "t sets it")
    case "app":
      ("Timers run only while the app is in the foreground or awake for a task.", "b and K")
    case "launch": ("Everything that is not on disk starts fresh at each launch.", "K")
    case "network": ("Without a network, hits wait on disk and their timers do not run.", "w and W")
    case "disk":
      ("The disk keeps the saved container and the waiting hits.", "'disk full' and others")
    case "phone":
      ("Rules can check the language, the country or the model.", "'device language=es'")
    case "version", "sdk": ("The simulation follows what is known about this SDK release.", nil)
    case "refresh mode":
      ("It decides whether containers are loaded, or only the default one is used.", nil)
    case "app's logger": ("It decides which SDK log lines a developer sees.", nil)
    case "preview": ("A preview link shows a draft on this phone, until the process ends.", "V")
    case "delivery": ("It decides when the phone counts a hit as sent.", "'set delivery strict'")
    case "quirks": ("Bugs of certain SDK releases that are turned on.", "'set'")
    case "opener": ("The app waits for a container, but no longer than its timeout.", nil)
    case "age": ("A saved container is stale after 12 hours; it is used anyway.", "r")
    case "app timer": ("The app itself regularly asks for a newer container.", nil)
    case "refresh": ("Every refresh costs a token, and asking too often is refused.", "r")
    case "client id":
      ("It identifies this installation; a new installation gets a new one.", nil)
    case "dispatch": ("Waiting hits are sent together when it is due.", "d sends them now")
    case "end of the day":
      ("The collector keeps a hit that arrives later, but the report of its day lacks it.", nil)
    case "stale": ("The container is over 12 hours old, but still used.", "r")
    case "opt-out": ("A user who opts out is not tracked, and waiting hits are deleted.", nil)
    default: nil
    }
  }
}
