/// A file that is no container, by what it is instead.
public enum ForeignFile: Sendable, Hashable {
  /// Nothing but white space.
  case whiteSpace
  /// A gzip archive.
  case gzip
  /// A zip archive, such as an app.
  case zip
  /// A PDF document.
  case pdf
  /// A picture.
  case image
  /// A SQLite database.
  case database
  /// An HTML page, as a failed download leaves.
  case htmlPage
  /// The script that a web container is compiled to.
  case webScript
  /// XML that is no property list.
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
  /// The description of a package of Node.
  case nodePackage
  /// JSON whose top level has these members of an export or a compiled container, but not the form
  /// of one.
  case misshapen([String])
  /// Any other text; `start` is the start of its first line.
  case text(start: String)
  /// Any other bytes; `start` are the first.
  case bytes(start: [UInt8])

  /// What was found, as a sentence.
  var finding: String {
    guard case .misshapen = self else { return "this is \(found), no container" }
    return "this is \(found), where an export has 'exportFormatVersion' and 'containerVersion' and "
      + "a v5 container 'resource' and 'runtime'"
  }

  /// What the file is, in words.
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
      return "bytes that start \(hex.joined(separator: " "))"
    }
  }

  /// What to do instead.
  var remedy: String {
    switch self {
    case .whiteSpace: "download or export it again"
    case .gzip, .zip: "unpack it and name the container inside"
    case .pdf, .image, .database, .appleServices, .androidServices, .infoPlist, .nodePackage:
      "name the container itself, a file such as GTM-XXXX"
    case .htmlPage: "a failed download leaves such a page; download the container again"
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
