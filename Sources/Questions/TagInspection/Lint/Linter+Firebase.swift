import OrderedCollections
import TagRuntime

extension Linter {
  /// Finds events that tags log and Firebase does not accept unchanged.
  func firebaseEvents() -> [LintFinding] {
    version.tags.enumerated().flatMap { index, tag -> [LintFinding] in
      guard tag.function == FirebaseFunction.firebaseEvent.id,
        tag.parameters["action"] != .constant("block")
      else {
        return []
      }
      let place = place(ofTag: index)
      let rows = AnalyticsHit.rows(tag.parameters["editParamTable"])
      var found: [LintFinding] = []
      for key in ["eventName", "overrideEventName"] {
        guard let name = tag.parameters[key]?.constantText,
          !name.isEmpty || (key == "eventName" && tag.parameters["action"] == .constant("measure"))
        else { continue }
        if let finding = nameFinding(name, "event", .eventName, place) { found.append(finding) }
      }
      for row in rows { found += parameterFindings(row, place) }
      if rows.count > Limits.eventParameters {
        found.append(
          LintFinding(
            .tooManyParameters, at: place,
            "it sets \(rows.count) parameters, but an event may have \(Limits.eventParameters): "
              + "remove some unless most of them have no value"))
      }
      return found
    }
  }

  private func parameterFindings(
    _ row: [String: Expression], _ place: LintPlace
  ) -> [LintFinding] {
    guard let name = row["editParamKey"]?.constantText else { return [] }
    var found = nameFinding(name, "parameter", .parameterName, place).map { [$0] } ?? []
    if let length = row["editParamValue"]?.constantText?.unicodeScalars.count,
      length > Limits.parameterTextLength
    {
      found.append(
        LintFinding(
          .longParameterValue, at: place,
          "the value of its parameter \(quoted(name)) has \(length) characters, but Firebase "
            + "accepts \(Limits.parameterTextLength): shorten it"))
    }
    return found
  }

  private func nameFinding(
    _ name: String, _ what: String, _ code: LintCode, _ place: LintPlace
  ) -> LintFinding? {
    if let prefix = FirebaseReserved.prefixes.first(where: { name.hasPrefix($0) }) {
      return LintFinding(
        .reservedName, at: place,
        "the name \(quoted(name)) of its \(what) begins with \(prefix), which Firebase reserves "
          + "for itself: choose another name")
    }
    guard let fault = Self.fault(ofName: name) else { return nil }
    return LintFinding(
      code, at: place,
      "the name \(quoted(name)) of its \(what) \(fault), and Firebase drops it: use up to "
        + "\(Limits.eventNameLength) letters, digits and '_', a letter first")
  }

  private static func fault(ofName name: String) -> String? {
    guard let first = name.utf8.first else { return "is empty" }
    let length = name.unicodeScalars.count
    if length > Limits.eventNameLength { return "has \(length) characters" }
    if name.contains(" ") { return "contains a space" }
    let isWord = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    if !isWord { return "contains characters other than letters, digits and '_'" }
    return first.isLetter ? nil : "does not begin with a letter"
  }
}

// MARK: - Firebase

extension LintEntry {
  static let firebase: [LintEntry] = [
    LintEntry(
      .eventName, .error, "Firebase does not accept an event name",
      """
      Event names have up to \(Limits.eventNameLength) letters, digits and '_', starting with a
      letter. Firebase drops others and logs a firebase_error; the container's runtime does not even
      log some of them.

      Rename the event: "played song" becomes played_song.
      """),
    LintEntry(
      .reservedName, .error, "a name starts with a reserved prefix",
      """
      Names that begin with firebase_, google_ or ga_ are reserved for Google. Firebase drops events
      and parameters with such names.

      Choose another name.
      """),
    LintEntry(
      .parameterName, .error, "Firebase does not accept a parameter name",
      """
      Parameter names have up to \(Limits.eventNameLength) letters, digits and '_', starting with a
      letter. Firebase drops others.

      Rename the parameter here and in the reports that use it.
      """),
    LintEntry(
      .longParameterValue, .warning, "the value of a parameter is too long",
      """
      The text of a parameter may have \(Limits.parameterTextLength) characters. Firebase drops the parameter, or cuts it, and logs a
      firebase_error.

      Shorten the text, or send an id.
      """),
    LintEntry(
      .tooManyParameters, .warning, "an event has too many parameters",
      """
      An event may have \(Limits.eventParameters) parameters besides those that Firebase adds.
      Firebase drops the rest.

      Remove some, or use two events.
      """),
  ]
}
