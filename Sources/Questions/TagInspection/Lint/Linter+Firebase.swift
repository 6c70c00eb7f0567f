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
        found += finding(FirebaseNameRule.event.fault(of: name, inTag: true), .eventName, place)
      }
      for row in rows {
        guard let name = row["editParamKey"]?.constantText else { continue }
        let fault = FirebaseNameRule.parameter.fault(of: name, inTag: true)
        found += finding(fault, .parameterName, place)
        let value = row["editParamValue"]?.constantValue ?? .int(0)
        let long = FirebaseCall.logEvent("e", [name: value]).faults.first { $0.code == 4 }
        found += finding(long, .longParameterValue, place)
      }
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

  /// The names and values that Firebase drops, in sentences.
  package var namesDropped: [String] {
    (firebaseEvents() + droppedNames()).map { "\($0.place.words): \($0.sentence)" }
  }

  private func finding(
    _ fault: FirebaseFault?, _ code: LintCode, _ place: LintPlace
  ) -> [LintFinding] {
    guard let fault else { return [] }
    return [
      LintFinding(
        fault.code > 12 ? .reservedName : code, at: place,
        "Firebase drops what it logs: " + fault.sentence)
    ]
  }

  /// Finds names and values that Firebase drops before a trigger or a variable gets them.
  func droppedNames() -> [LintFinding] {
    guard isFirebase else { return [] }
    func finding(_ place: LintPlace, _ what: String, _ sentence: String) -> LintFinding {
      LintFinding(.droppedName, at: place, "Firebase drops what \(what): \(sentence)")
    }
    let triggers = container.rules.enumerated().flatMap { index, rule in
      OrderedSet(rule.positive.compactMap { container.objection(to: $0)?.sentence })
        .map { finding(place(ofRule: index), "it waits for", $0) }
    }
    let variables = version.macros.enumerated().compactMap { index, macro in
      macro.objection.map { fault in
        let builtIn = NearNames.builtIn(near: fault.subject)
        let hint = builtIn.map { ", or use the built-in variable \(quoted($0))" } ?? ""
        return finding(place(ofMacro: index), "it reads", fault.sentence + hint)
      }
    }
    let acts = (facts?.dropped ?? []).map { finding(wholeContainer, "the app logs", $0) }
    return triggers + variables + acts
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
      .reservedName, .error, "Firebase reserves a name",
      """
      Names that begin with firebase_, google_ or ga_ are reserved for Google, and so are those of
      Firebase's own events. Firebase drops events and parameters with such names.

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
    LintEntry(
      .droppedName, .warning, "Firebase drops a name or a value",
      """
      A trigger, a variable or the app uses a name or a value that Firebase does not accept. The
      container never sees such an event; a parameter or a user property has no value there. Names
      of user properties have up to \(Limits.userPropertyNameLength) characters, their values \(Limits.userPropertyLength), texts of parameters \(Limits.parameterTextLength).

      Use the name in the finding, in the app and in the container.
      """),
    LintEntry(
      .unsetField, .note, "a field to set may have no value",
      """
      A v5 tag sets a field to a variable that has no value where a parameter or user property is
      missing. The runtimes of 2017 leave the field out; that of 7.2 stopped the whole tag with
      "cannot access property of null", as a user reported (the setting unset-field-stops).

      Give the variable a default value.
      """),
  ]
}
