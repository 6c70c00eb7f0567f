import TagRuntime

/// Something that is wrong with a container, or worth knowing.
public struct LintFinding: Sendable, Hashable {
  /// What it is about.
  public var code: LintCode
  /// Where it is.
  public var place: LintPlace
  /// What is wrong there and what to do; it may hold anything that is in the file.
  public var sentence: String

  /// Creates a finding.
  package init(_ code: LintCode, at place: LintPlace, _ sentence: String) {
    self.code = code
    self.place = place
    self.sentence = sentence
  }

  /// How much it matters.
  public var severity: LintSeverity { code.severity }
}

/// What in a container a finding is about.
public struct LintPlace: Sendable, Hashable {
  /// What kind of thing it is, in the words of the generation of its SDK.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The container as a whole.
    case container
    case tag
    /// What the first generation calls a rule.
    case rule
    /// What the second generation calls a rule.
    case trigger
    /// What the first generation calls a variable.
    case macro
    case variable
    /// Something else that an export holds and no phone runs, such as a client.
    case part
  }

  /// What kind of thing it is.
  public var kind: Kind
  /// Its position from 0 in the container's list of its kind; nil for the container and for what
  /// does not run in it.
  public var index: Int?
  /// The name that people gave it.
  public var name: String?

  /// Creates a place.
  package init(_ kind: Kind, index: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.index = index
    self.name = name
  }

  /// The place in words: "rule 3 'Debug build'"; positions count from 1, as people do.
  public var words: String {
    let number = index.map { " \($0 + 1)" } ?? ""
    let quoted = name.map { " '\(BoundedWords.cut($0))'" } ?? ""
    return kind.rawValue + number + quoted
  }
}

/// Names by what people see of them, to find the one that was meant by another.
struct NearNames {
  private var nameOfLetters: [String: String] = [:]

  /// - Complexity: O(n) in the length of all names.
  init(_ names: some Sequence<String>) {
    for name in names {
      let letters = TextFolding.letters(of: name)
      if nameOfLetters[letters] == nil { nameOfLetters[letters] = name }
    }
  }

  /// The first name with the same letters that is another name, or nil.
  func nearest(to name: String) -> String? {
    let letters = TextFolding.letters(of: name)
    guard !letters.isEmpty, let near = nameOfLetters[letters], near != name else { return nil }
    return near
  }
}

/// What two texts have in common that look the same to people and are different to the SDK.
enum TextFolding {
  /// The text without regard to case, white space at its ends and the kinds of quotes and spaces.
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
    return trimmed(String(scalars)).lowercased()
  }

  /// The letters and digits of a key in lower case: `screen_name`, `screen-name` and `screenName`
  /// are one.
  static func letters(of key: String) -> String {
    String(
      String.UnicodeScalarView(
        key.unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "."
        })
    ).lowercased()
  }

  /// What is odd about a text that is compared, in words; nil where nothing is.
  static func oddity(of text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return nil }
    if let hidden = scalars.first(where: isInvisible) {
      return "holds an invisible character (\(name(of: hidden)))"
    }
    if let space = scalars.first(where: {
      $0 != " " && $0.properties.generalCategory == .spaceSeparator
    }) {
      return "holds a space that is not the one of the keyboard (\(name(of: space)))"
    }
    if first.properties.isWhitespace { return "begins with white space" }
    if last.properties.isWhitespace { return "ends with white space" }
    guard scalars.count > 2 else { return nil }
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("'", "'"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]
    if pairs.contains(where: { $0.0 == first && $0.1 == last }) {
      return "stands in quotes, which belong to the text and are compared, too"
    }
    return nil
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    // Joiners make emoji and the letters of some scripts what they are.
    scalar != "\u{200D}" && scalar != "\u{200C}" && scalar.properties.generalCategory == .format
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " }
    let end = start.reversed().drop { $0 == " " }
    return String(end.reversed())
  }
}
