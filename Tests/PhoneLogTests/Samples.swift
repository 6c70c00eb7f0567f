import Foundation

/// Logs of apps that do not exist, after the forms of real ones.
enum Samples {
  /// iOS with Firebase in debug mode, as Xcode shows it.
  static var iOSSecond: String { get throws { try text("ios-v5") } }
  /// Android with Firebase.
  static var androidSecond: String { get throws { try text("android-v5") } }
  /// iOS without Firebase.
  static var iOSLegacy: String { get throws { try text("ios-legacy") } }
  /// Android without Firebase.
  static var androidLegacy: String { get throws { try text("android-legacy") } }
  /// Braze of both generations, for iOS.
  static var braze: String { get throws { try text("ios-braze") } }

  /// A log by its name.
  static func text(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Logs/\(name).log"), encoding: .utf8)
  }
}
