/// What Firebase takes as a name: letters, digits and underscores after a letter.
///
/// Source: the reference of `Analytics` and the table of error codes. That letters of any script
/// are letters is what its users report.
struct FirebaseNameRule: Sendable {
  /// How many characters a name may have.
  var limit: Int
  /// The code of a name that is none.
  var invalidCode: Int
  /// The code of a name that Firebase keeps for itself.
  var reservedCode: Int
  /// What it is the name of, such as "event".
  var subject: String
  /// Whether Firebase keeps a name for itself, apart from its prefix.
  var isReserved: @Sendable (String) -> Bool = { _ in false }

  static let event = FirebaseNameRule(
    limit: Limits.eventNameLength, invalidCode: 2, reservedCode: 13, subject: "event",
    isReserved: { FirebaseReserved.events.contains($0) })
  static let parameter = FirebaseNameRule(
    limit: Limits.eventNameLength, invalidCode: 3, reservedCode: 14, subject: "parameter")
  static let userProperty = FirebaseNameRule(
    limit: Limits.userPropertyNameLength, invalidCode: 6, reservedCode: 15,
    subject: "user property", isReserved: { FirebaseReserved.userProperties.contains($0) })

  /// What Firebase has against a name; nil for nothing.
  ///
  /// - Complexity: O(n) in its length.
  func fault(of name: String) -> FirebaseFault? {
    if let prefix = FirebaseReserved.prefix(of: name) {
      return FirebaseFault(
        code: reservedCode, subject: name, reason: "begins with \(prefix), which is reserved",
        remedy: "name it \(suggestion(for: String(name.dropFirst(prefix.count))))")
    }
    if isReserved(name) {
      return FirebaseFault(
        code: reservedCode, subject: name, reason: "is a name that only Firebase uses",
        remedy: "name it my_\(name)")
    }
    guard let reason = trouble(with: name) else { return nil }
    return FirebaseFault(
      code: invalidCode, subject: name, reason: reason,
      remedy: "name it \(suggestion(for: name))")
  }

  private func trouble(with name: String) -> String? {
    guard let first = name.unicodeScalars.first else { return "is empty" }
    if let bad = name.unicodeScalars.first(where: { !Self.isAllowed($0) }) {
      let shown = bad == " " ? "a space" : "\"\(bad)\""
      return "has \(shown), and only letters, digits and _ are allowed"
    }
    if !first.properties.isAlphabetic { return "does not begin with a letter" }
    let count = name.unicodeScalars.count
    return count > limit ? "has \(count) characters, and \(limit) are allowed" : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// The nearest name that Firebase takes.
  private func suggestion(for name: String) -> String {
    var made = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { made.append(Self.isAllowed(scalar) ? scalar : "_") }
    let letters = made.drop { !$0.properties.isAlphabetic }.prefix(limit)
    return letters.isEmpty
      ? "my_" + subject.split(separator: " ").joined(separator: "_") : String(letters)
  }
}
