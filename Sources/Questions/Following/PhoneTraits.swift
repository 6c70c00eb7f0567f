import OrderedCollections
package import PhoneLog
import ScenarioEngine
package import TagInspection
import TagRuntime

/// The traits of a phone and its app that the fields of its hits and the lines of its log reveal.
package struct PhoneTraits: Sendable, Hashable {
  /// The language, such as "es".
  package private(set) var language: String?
  /// The country, such as "ES".
  package private(set) var country: String?
  /// The size of the screen, such as "640x1136".
  package private(set) var screen: String?
  package private(set) var appName: String?
  package private(set) var appID: String?
  package private(set) var appVersion: String?

  /// The most characters of a name that are used.
  static let nameLimit = 100

  init() {}

  /// Reads the traits from hits and lines; the first value found counts.
  ///
  /// - Complexity: O(n) in the hits.
  package init(of record: PhoneRecord) {
    for hit in record.hits { take { hit[$0] } }
    for case .app(let name) in record.facts where appID == nil { appID = name }
  }

  /// Reads the traits from the hits of a capture.
  package init(of capture: Capture) {
    if let log = capture.log {
      self.init(of: log)
    } else {
      self.init()
      for hit in capture.hits { take { hit.fields["&" + $0] } }
    }
  }

  /// Adds the traits that a hit reveals and that were unknown until then.
  mutating func take(_ field: (_ code: String) -> String?) {
    func text(_ code: String) -> String? {
      field(code).flatMap { text in
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return text.isEmpty || !isPlain ? nil : String(text.prefix(Self.nameLimit))
      }
    }
    if language == nil, let locale = text("ul") { takeLocale(locale) }
    if screen == nil { screen = text("sr").flatMap(Self.size) }
    appName = appName ?? text("an")
    if appID == nil, let id = text("aid"), id.contains("."), id.utf8.allSatisfy(Self.isOfName) {
      appID = id
    }
    appVersion = appVersion ?? text("av")
  }

  /// `es-es`, `en_US`, `zh-hans-cn`
  private mutating func takeLocale(_ locale: String) {
    let parts = locale.split { $0 == "-" || $0 == "_" }.map(String.init)
    func isOfLetters(_ text: String) -> Bool {
      text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    }
    guard let first = parts.first, (2...3).contains(first.utf8.count), isOfLetters(first) else {
      return
    }
    language = first.lowercased()
    if parts.count > 1, let last = parts.last, last.utf8.count == 2, isOfLetters(last) {
      country = last.uppercased()
    }
  }

  /// A screen size as text; nil for anything else.
  private static func size(_ text: String) -> String? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...9999).contains($0) }) else { return nil }
    return "\(parts[0])x\(parts[1])"
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= 0x61 && letter <= 0x7A || byte >= 0x30 && byte <= 0x39
      || [0x2D, 0x2E, 0x5F].contains(byte)
  }

  // MARK: Words

  /// Each trait with its name; nil if unknown.
  private var all: [(name: String, value: String?)] {
    [
      ("app", appName), ("app id", appID), ("app version", appVersion), ("language", language),
      ("country", country), ("screen", screen),
    ]
  }

  /// The known traits, such as "app version 1.4".
  package var told: [String] {
    all.compactMap { trait in trait.value.map { trait.name + " " + $0 } }
  }

  /// The names of the unknown traits, such as "app version".
  package var untold: [String] { all.filter { $0.value == nil }.map(\.name) }

  /// The known traits of the device, as a line of the scenario language; nil if there are none.
  var deviceWords: String? {
    let words = [("language", language), ("country", country), ("screen", screen)]
      .compactMap { name, value in value.map { "\(name)=\($0)" } }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The comments about the traits at the beginning of a scenario.
  var comments: [String] {
    (told.isEmpty ? [] : ["# Known of the phone: " + told.joined(separator: ", ")])
      + (untold.isEmpty
        ? [] : ["# Not known: " + untold.joined(separator: ", ") + "; defaults are used"])
  }

  /// The first lines of the description of an app with these traits.
  func appLines(_ name: String, _ package: String) -> [String] {
    let version = appVersion.map { ["  version " + $0.quoted] } ?? []
    return ["app " + (appName ?? name).quoted]
      + ["  package " + LanguageWord.word(appID ?? package)] + version
  }
}
