import TagRuntime

/// A problem with a container, or something worth knowing.
public struct LintFinding: Sendable, Hashable {
  /// The kind of problem, shown as a number such as L07; the severity depends on it alone.
  public var code: LintCode
  /// The part of the container with the finding.
  public var place: LintPlace
  /// The problem and how to fix it; the sentence may contain any text from the file.
  public var sentence: String

  /// Creates a finding about a place in the container.
  package init(_ code: LintCode, at place: LintPlace, _ sentence: String) {
    self.code = code
    self.place = place
    self.sentence = sentence
  }

  /// Error, warning or note, as the table of codes says for its code.
  public var severity: LintSeverity { code.severity }
}

/// The part of a container that a finding is about.
public struct LintPlace: Sendable, Hashable {
  /// The kinds of parts, in the words of the SDK's generation.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case container
    case tag
    /// A rule of the first generation.
    case rule
    /// A rule of the second generation.
    case trigger
    /// A variable of the first generation.
    case macro
    case variable
    /// Another part of an export that no phone runs, such as a client.
    case part
  }

  /// The kind of the part; `container` for a finding about the whole.
  public var kind: Kind
  /// Its position from 0 in the container's list of its kind; nil for the container and for parts
  /// that do not run in it.
  public var index: Int?
  /// The name that its author gave it.
  public var name: String?

  /// Creates a place from the kind, position and name of a part.
  package init(_ kind: Kind, index: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.index = index
    self.name = name
  }

  /// The place in words: "rule 3 'Debug build'"; positions count from 1.
  public var words: String {
    let number = index.map { " \($0 + 1)" } ?? ""
    let quoted = name.map { " '\(BoundedWords.cut($0))'" } ?? ""
    return kind.rawValue + number + quoted
  }
}

/// Names indexed by their visible letters, to find the one that another name was meant to be.
struct NearNames {
  private var nameOfLetters: [String: String] = [:]

  /// Indexes names by their letters.
  ///
  /// - Complexity: O(n) in the length of all names.
  init(_ names: some Sequence<String>) {
    for name in names {
      let letters = TextFolding.letters(of: name)
      if nameOfLetters[letters] == nil { nameOfLetters[letters] = name }
    }
  }

  /// Returns the first different name with the same letters, or nil.
  func nearest(to name: String) -> String? {
    let letters = TextFolding.letters(of: name)
    guard !letters.isEmpty, let near = nameOfLetters[letters], near != name else { return nil }
    return near
  }

  /// Returns the built-in variable of the web interface whose name begins like another name.
  static func builtIn(near name: String) -> String? {
    let letters = TextFolding.letters(of: name)
    guard letters.utf8.count > 4 else { return nil }
    return builtIns.first { TextFolding.letters(of: $0).hasPrefix(letters) }
  }

  private static let builtIns = [
    "Advertiser ID", "App ID", "App Name", "App Version Code", "App Version Name", "Container ID",
    "Container Version", "Device Name", "Event Name", "Language", "OS Version", "Platform",
    "Random Number", "Screen Resolution", "SDK Version",
  ]
}

/// Reduces texts to what people see, to find texts that look the same and differ for the SDK.
enum TextFolding {
  /// Returns the text without regard to case, white space at its ends and the kinds of quotes and
  /// spaces.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2018}", "\u{2019}": scalars.append("'")
      case "\u{201C}", "\u{201D}": scalars.append("\"")
      case _ where isInvisible(scalar): break
      case _ where scalar.properties.isWhitespace: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars).trimmed { $0 == " " }.lowercased()
  }

  /// Returns the letters and digits of a key in lower case: `screen_name`, `screen-name` and
  /// `screenName` are the same.
  static func letters(of key: String) -> String {
    String(
      String.UnicodeScalarView(
        key.unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "."
        })
    ).lowercased()
  }

  /// Describes an oddity of a text in a comparison; nil if there is none.
  static func oddity(of text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return nil }
    if let hidden = scalars.first(where: isInvisible) {
      return "contains an invisible character (\(name(of: hidden)))"
    }
    if let space = scalars.first(where: {
      $0 != " " && $0.properties.generalCategory == .spaceSeparator
    }) {
      return "contains a special space character (\(name(of: space)))"
    }
    if first.properties.isWhitespace { return "begins with white space" }
    if last.properties.isWhitespace { return "ends with white space" }
    guard scalars.count > 2 else { return nil }
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("'", "'"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]
    if pairs.contains(where: { $0.0 == first && $0.1 == last }) {
      return "is in quotes, which are part of the text and are compared, too"
    }
    return nil
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    // Joiners are essential in emoji and in the letters of some scripts.
    scalar != "\u{200D}" && scalar != "\u{200C}" && scalar.properties.generalCategory == .format
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    "U+" + NumberText.padded(scalar.value, to: 4, radix: 16, uppercase: true)
  }
}
