/// The kind of a file that is not a container.
public enum ForeignFile: Sendable, Hashable {
  /// Nothing but white space.
  case whiteSpace
  /// A gzip archive.
  case gzip
  /// A zip archive, such as an app.
  case zip
  case pdf
  case image
  /// A SQLite database.
  case database
  /// An HTML page, as a failed download produces.
  case htmlPage
  /// The compiled script of a web container.
  case webScript
  /// XML that is not a property list.
  case xml
  /// Texts of an app in a `.strings` file.
  case strings
  /// Objects that an app has archived.
  case keyedArchive
  /// The settings of Firebase for an app of Apple's platforms.
  case appleServices
  /// The settings of Firebase for an Android app.
  case androidServices
  /// The description of an app of Apple's platforms.
  case infoPlist
  case nodePackage
  /// JSON whose top level has these members of an export or a compiled container, but not the right
  /// form.
  case misshapen([String])
  /// Any other text; `start` is the start of its first line.
  case text(start: String)
  /// Any other bytes; `start` are the first.
  case bytes(start: [UInt8])

  var finding: String {
    guard case .misshapen = self else { return "this is \(found), not a container" }
    return "this is \(found), where an export has 'exportFormatVersion' and 'containerVersion' and "
      + "a v5 container 'resource' and 'runtime'"
  }

  var found: String {
    switch self {
    case .whiteSpace: return "nothing but white space"
    case .gzip: return "a gzip archive"
    case .zip: return "a zip archive"
    case .pdf: return "a PDF document"
    case .image: return "a picture"
    case .database: return "a SQLite database"
    case .htmlPage: return "an HTML page"
    case .webScript: return "the script of a web container (gtm.js)"
    case .xml: return "XML other than a property list"
    case .strings: return "a .strings file"
    case .keyedArchive: return "an archive of objects (NSKeyedArchiver)"
    case .appleServices: return "the Firebase settings of an app (GoogleService-Info.plist)"
    case .androidServices: return "the Firebase settings of an app (google-services.json)"
    case .infoPlist: return "the Info.plist of an app"
    case .nodePackage: return "a package.json"
    case .misshapen(let members):
      return "JSON with \(members.map { "'\($0)'" }.joined(separator: ", ")) at the top"
    case .text(let start): return "text that starts '\(start)'"
    case .bytes(let start):
      let hex = start.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      return hex.isEmpty ? "other bytes" : "bytes that start \(hex.joined(separator: " "))"
    }
  }

  var remedy: String {
    switch self {
    case .whiteSpace: "download or export it again"
    case .gzip, .zip: "unpack it and name the container inside"
    case .pdf, .image, .database, .appleServices, .androidServices, .infoPlist, .nodePackage:
      "name the container itself, a file such as GTM-XXXX"
    case .htmlPage: "a failed download saves such a page; download the container again"
    case .webScript:
      "only containers of mobile apps can be opened; download or export one for iOS or Android"
    case .strings: "save its keys and values as a property list (plutil -convert xml1)"
    case .keyedArchive: "save its keys and values as a plain property list"
    case .misshapen:
      "no SDK reads it; export the container in the web interface, or download its version again"
    case .xml, .text, .bytes:
      "name a binary container, JSON, a property list or an export of the web interface"
    }
  }
}

// MARK: - Recognition

extension ForeignFile {
  /// The number of bytes that are searched for the words of a text.
  private static let headLength = 2_000
  /// The number of bytes of an unknown file that are shown.
  private static let shownBytes = 4
  private static let shownCharacters = 20

  private static let magic: [(start: [UInt8], file: ForeignFile)] = [
    ([0x1F, 0x8B], .gzip),
    (Array("PK".utf8), .zip),
    (Array("%PDF".utf8), .pdf),
    ([0x89, 0x50, 0x4E, 0x47], .image),
    ([0xFF, 0xD8, 0xFF], .image),
    (Array("GIF8".utf8), .image),
    (Array("SQLite format 3".utf8), .database),
  ]

  /// Members that occur together only in files of these kinds.
  private static let settings: [(members: [String], file: ForeignFile)] = [
    (["GOOGLE_APP_ID", "BUNDLE_ID"], .appleServices),
    (["project_info", "client"], .androidServices),
    (["CFBundleIdentifier", "CFBundleInfoDictionaryVersion"], .infoPlist),
    (["$archiver", "$objects"], .keyedArchive),
    (["name", "version", "dependencies"], .nodePackage),
    (["name", "version", "scripts"], .nodePackage),
  ]

  /// Members of exports and of compiled containers, where they are lists and maps.
  private static let containerMembers: Set<String> = [
    "container", "containerVersion", "exportFormatVersion", "folder", "fingerprint", "macro",
    "macros", "predicates", "resource", "rule", "rules", "runtime", "tag", "tags", "trigger",
    "triggers", "variable", "variables", "builtInVariable",
  ]

  /// Determines the kind of bytes in no container format.
  ///
  /// - Complexity: O(1).
  init(of bytes: [UInt8]) {
    if let known = Self.magic.first(where: { bytes.starts(with: $0.start) }) {
      self = known.file
      return
    }
    let head = String(decoding: bytes.prefix(Self.headLength), as: UTF8.self)
    let text = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.isEmpty {
      self = .whiteSpace
    } else if bytes.prefix(64).allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }) {
      self = Self.ofText(text)
    } else {
      self = .bytes(start: Array(bytes.prefix(Self.shownBytes)))
    }
  }

  /// Determines the kind of bytes that start like a text; nil if they are not recognised.
  init?(recognizing bytes: [UInt8]) {
    let file = ForeignFile(of: bytes)
    switch file {
    case .text, .bytes: return nil
    // A single line feed may be the remains of a binary.
    case .whiteSpace where bytes.count == 1: return nil
    default: self = file
    }
  }

  private static func ofText(_ text: Substring) -> ForeignFile {
    let lower = text.lowercased()
    if lower.hasPrefix("<!doctype html") || lower.hasPrefix("<html") { return .htmlPage }
    if lower.hasPrefix("<") { return .xml }
    let isScript = lower.hasPrefix("//") || lower.hasPrefix("(function")
    if isScript, lower.contains("google"), lower.contains("copyright") { return .webScript }
    if isScript, lower.contains("\"resource\"") { return .webScript }
    if lower.hasPrefix("\"") || lower.hasPrefix("/*"), lower.contains("\" = \"") {
      return .strings
    }
    let line = text.unicodeScalars.prefix(shownCharacters).prefix { $0.value >= 0x20 }
    return .text(start: String(line))
  }

  /// Determines the kind of settings with these keys; nil if there is none.
  ///
  /// - Complexity: O(1) expected for a set.
  init?(members: Set<String>) {
    let known = Self.settings.first { $0.members.allSatisfy(members.contains) }
    guard let known else { return nil }
    self = known.file
  }

  /// Determines the kind of a map with values that a container of keys and values may not have; nil
  /// if it has no key of another kind of container.
  init?(misshapen keys: [String]) {
    let members = keys.filter(Self.containerMembers.contains)
    if members.isEmpty { return nil }
    self = .misshapen(members)
  }
}
