extension LintEntry {
  static let variables: [LintEntry] = [
    LintEntry(
      .undefinedVariable, .error, "a name in double braces is not defined",
      """
      A tag or macro refers to {{name}}, and nothing in the container has that name. A tag with such a
      reference does not run at all, and a macro has no value.

      Enable the built-in variable, add the macro, or correct the name, which counts case and spaces.
      """),
    LintEntry(
      .unusedVariable, .note, "nothing uses a macro",
      """
      No tag, no rule and no macro refers to it. Apps may read any macro by its name, so it may still be
      needed; with an app or a scenario beside the container that is known.

      Remove what nobody reads: every phone loads it.
      """),
    LintEntry(
      .macroCycle, .error, "macros need each other in a circle",
      """
      To know the value of the macro the SDK needs its value. It logs "Macro cycle detected" and takes the
      default, so nothing in the circle has a value.

      Break the circle: let one of them read the data layer or a constant.
      """),
    LintEntry(
      .severalDefaults, .warning, "a name is defined several times",
      """
      Several macros have one name, and no rule chooses between them. The SDK takes the last one without a
      word; the others are never used.

      Give each macro a name of its own.
      """),
    LintEntry(
      .duplicateTag, .warning, "two tags do the same at the same events",
      """
      Two tags have equal settings and equal rules, so everything is sent twice and counted twice.

      Remove one of them.
      """),
    LintEntry(
      .duplicateTagName, .note, "two tags have the same name",
      """
      Names of tags need not differ for the SDK, but people, reports and 'expect tag' in scenarios cannot
      tell them apart.

      Rename one.
      """),
    LintEntry(
      .valueNeverApplies, .warning, "no rule enables a value",
      """
      A key of a value collection counts only while a rule enables it. Here none does, so the app gets the
      zero of the type, as if there were no such key.

      Give the collection an enabling trigger; 'Always' is the usual one.
      """),
    LintEntry(
      .severalApply, .warning, "several values of one key apply at the same time",
      """
      Two value collections, or two macros of one name, are enabled at the same time. The SDK warns "Multiple
      macros active" and takes any one of them.

      Let their rules exclude each other, or keep the key in one collection only.
      """),
    LintEntry(
      .unknownFunction, .warning, "a function is called that the SDK does not have",
      """
      The container names a type of tag, macro or condition that this SDK, or the runtime inside a v5
      container, does not have. A tag of that type never runs, a macro has no value, a condition is false.
      Often it was made for web pages, for Android, or for a newer SDK.

      Use a type that the SDK has; 'set sdk-version' in a scenario simulates another release.
      """),
    LintEntry(
      .missingParameter, .error, "a parameter is missing",
      """
      The function cannot be called without the parameter. The SDK logs "Incorrect keys for function" and goes
      on as if the tag or macro were not there.

      Fill it in and publish again.
      """),
  ]
}
