/// Whose patterns they are.
package enum PatternLanguage: Sendable, Hashable {
  /// Those of ICU: iOS' `NSRegularExpression` and Android's `Pattern` are made on it.
  case icu
  /// Those of JavaScript's `RegExp` without the flag `u`, as v5 has them.
  case javaScript

  /// That its owner does not know something, in words.
  var ignorance: String {
    self == .icu ? "phones do not know" : "JavaScript, in which v5 matches, does not know"
  }
}

/// What a pattern is made of, as far as it decides on who matches it.
///
/// It is no judge of patterns: one that is broken may come out as anything, and is refused later.
struct PatternSyntax {
  /// Whether it looks around, or refers back to a group: what needs a matcher that goes back.
  private(set) var goesBack = false
  /// Whether it looks behind.
  private(set) var looksBehind = false
  /// A part that the language does not have, though PCRE2 does.
  private(set) var stranger: String?
  /// An escape that is a letter in the language, and something else in PCRE2.
  private(set) var plainLetter: String?
  /// A counted repetition past `repetitionLimit`.
  private(set) var longRepetition: String?
  /// Where the names of groups begin: the places of their `<`.
  private(set) var names: [Int] = []

  /// The most that a part may be repeated by count, as in RE2.
  static let repetitionLimit = 1000
  /// The letters that mean something after a backslash in JavaScript.
  private static let lettersOfJavaScript = Set("bBcdDfknrsStuvwWx".unicodeScalars)
  /// The letters that mean something else, or nothing, after a backslash in ICU.
  private static let strangeLetters = Set("CgKNo".unicodeScalars)
  /// The flags of ICU and of Java.
  private static let flags = Set("imsxwud-".unicodeScalars)

  private let scalars: [Unicode.Scalar]
  private let language: PatternLanguage
  private var place = 0
  private var isAfterQuantifier = false

  /// Reads a pattern.
  ///
  /// - Complexity: O(n) in its length.
  init(of text: String, _ language: PatternLanguage) {
    scalars = Array(text.unicodeScalars)
    self.language = language
    while place < scalars.count { takePart() }
  }

  /// The pattern with its groups named as RE2 of every release reads it: `(?P<name>`.
  var withNamesOfRE2: String {
    var text = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      if names.contains(place) { text.append("P") }
      text.append(scalar)
    }
    return String(text)
  }

  // MARK: Parts

  private func scalar(at offset: Int) -> Unicode.Scalar? {
    place + offset < scalars.count ? scalars[place + offset] : nil
  }

  private func text(_ count: Int) -> String {
    String(String.UnicodeScalarView(scalars[place..<min(place + count, scalars.count)]))
  }

  private mutating func note(_ count: Int) { stranger = stranger ?? text(count) }

  private mutating func takePart() {
    let wasAfterQuantifier = isAfterQuantifier
    isAfterQuantifier = false
    switch scalars[place] {
    case "\\": takeEscape(inClass: false)
    case "[": takeClass()
    case "(": takeGroup()
    case "{": takeCount()
    case "+" where wasAfterQuantifier && language == .javaScript:
      note(1)
      place += 1
    case "*", "+", "?":
      isAfterQuantifier = !wasAfterQuantifier
      place += 1
    default: place += 1
    }
  }

  private mutating func takeEscape(inClass: Bool) {
    guard let letter = scalar(at: 1) else {
      place += 1
      return
    }
    switch letter {
    case "1"..."9": goesBack = goesBack || !inClass
    case "k" where !inClass:
      if scalar(at: 2) == "<" { goesBack = true } else { note(2) }
    case "Q" where language == .icu: return skipQuotation()
    case "a"..."z", "A"..."Z":
      if language == .icu, Self.strangeLetters.contains(letter) { note(2) }
      if language == .javaScript, !Self.lettersOfJavaScript.contains(letter) {
        plainLetter = plainLetter ?? text(2)
      }
    default: break
    }
    place += 2
  }

  private mutating func skipQuotation() {
    place += 2
    while place < scalars.count, text(2) != "\\E" { place += 1 }
    place += 2
  }

  private mutating func takeClass() {
    place += 1
    if scalar(at: 0) == "^" { place += 1 }
    if language == .icu, scalar(at: 0) == "]" { place += 1 }
    while let next = scalar(at: 0), next != "]" {
      if next == "\\" {
        takeEscape(inClass: true)
      } else if next == "[", scalar(at: 1) == ":", let length = lengthOfNamedClass {
        // JavaScript knows no names of classes, and means the characters.
        if language == .javaScript { note(length) }
        place += length
      } else if language == .icu, next == "[" || isSetOperator {
        // Classes in classes are ICU's and Java's own.
        note(next == "[" ? 1 : 2)
        place += 1
      } else {
        place += 1
      }
    }
    place += 1
  }

  /// Whether `&&` or `--` stands here, between two classes.
  private var isSetOperator: Bool {
    scalar(at: 0) == "&" && scalar(at: 1) == "&"
      || scalar(at: 0) == "-" && scalar(at: 1) == "-"
  }

  /// How long `[:alpha:]` is; nil where no such thing stands here.
  private var lengthOfNamedClass: Int? {
    var length = 2
    while let next = scalar(at: length), next != "]", next != "[", next != ":" { length += 1 }
    return scalar(at: length) == ":" && scalar(at: length + 1) == "]" ? length + 2 : nil
  }

  private mutating func takeCount() {
    var length = 1
    var largest = 0
    var number = 0
    while let next = scalar(at: length), next != "}" {
      switch next {
      case "0"..."9":
        number = min(number * 10 + Int(next.value - 0x30), Self.repetitionLimit + 1)
        largest = max(largest, number)
      case ",": number = 0
      default:
        // A brace that is meant as such.
        place += 1
        return
      }
      length += 1
    }
    if largest > Self.repetitionLimit { longRepetition = longRepetition ?? text(length + 1) }
    isAfterQuantifier = true
    place += length + 1
  }

  // MARK: Groups

  private mutating func takeGroup() {
    switch scalar(at: 1) {
    case "*": note(2)
    case "?": takeKindOfGroup()
    default: break
    }
    place += 1
  }

  private mutating func takeKindOfGroup() {
    switch scalar(at: 2) {
    case ":", nil: break
    case "=", "!": goesBack = true
    case "<": takeNameOrLookBehind()
    case ">": if language == .javaScript { note(3) }
    case "#" where language == .icu: while let next = scalar(at: 0), next != ")" { place += 1 }
    default: takeFlags()
    }
  }

  private mutating func takeNameOrLookBehind() {
    switch scalar(at: 3) {
    case "=", "!":
      goesBack = true
      looksBehind = true
    default: names.append(place + 2)
    }
  }

  /// `(?i)` or `(?i-s:`; anything else is something that only PCRE2 knows.
  private mutating func takeFlags() {
    var length = 2
    while language == .icu, let next = scalar(at: length), Self.flags.contains(next) { length += 1 }
    guard length > 2, scalar(at: length) == ":" || scalar(at: length) == ")" else {
      return note(length + 1)
    }
  }
}
