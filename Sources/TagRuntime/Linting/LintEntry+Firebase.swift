extension LintEntry {
  static let firebase: [LintEntry] = [
    LintEntry(
      .eventName, .error, "Firebase does not take the name of an event",
      """
      Names of events have up to 40 letters, digits and '_', a letter first. Firebase drops others and logs a
      firebase_error; the runtime of the container does not even log some of them.

      Rename the event: "played song" becomes played_song.
      """),
    LintEntry(
      .reservedName, .error, "a name begins as only Firebase's own may",
      """
      Names that begin with firebase_, google_ or ga_ are kept for Google. Firebase drops events and parameters
      of such names.

      Choose another name.
      """),
    LintEntry(
      .parameterName, .error, "Firebase does not take the name of a parameter",
      """
      Names of parameters have up to 40 letters, digits and '_', a letter first. Firebase drops others.

      Rename the parameter here and in the reports that use it.
      """),
    LintEntry(
      .longParameterValue, .warning, "the value of a parameter is too long",
      """
      The text of a parameter may have 100 characters. Firebase drops the parameter, or cuts it, and logs a
      firebase_error.

      Shorten the text, or send an id.
      """),
    LintEntry(
      .tooManyParameters, .warning, "an event has too many parameters",
      """
      An event may have 25 parameters, those that Firebase adds aside. Firebase drops the others.

      Leave some out, or make two events.
      """),
  ]
}
