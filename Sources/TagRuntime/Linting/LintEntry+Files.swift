extension LintEntry {
  static let files: [LintEntry] = [
    LintEntry(
      .noRules, .note, "a container of keys and values has no rules",
      """
      A simple JSON or a property list holds keys and values. It has no tags and no rules, so nothing
      fires from it: on a first launch without a network no event is counted until a full container
      arrives. The SDK prefers a binary of the same name where the app has both.

      Ship the binary where tags have to fire from the start. Keys and values alone are fine for an app
      that only reads values.
      """),
    LintEntry(
      .exportInApp, .warning, "an export stands where a compiled container belongs",
      """
      The web interface exports containers as JSON with "exportFormatVersion". That is a file for people
      and for import, not for phones: the SDK finds lists in it, refuses it, and opens an empty container.

      Compile it with 'tagsim compile EXPORT -o GTM-AB12', or download the container from the versions
      page of the web interface.
      """),
    LintEntry(
      .overSize, .error, "the container is larger than what can be published",
      """
      Google Tag Manager publishes containers of at most 200 kB. A larger one is refused when somebody
      publishes it.

      Remove tags, rules and macros that nothing uses; move long values to a server of your own.
      """),
    LintEntry(
      .nearSize, .warning, "the container comes near the largest size",
      """
      Google Tag Manager warns from 140 kB on and refuses to publish more than 200 kB. Phones load the
      whole container again with every new version.

      Remove what nothing uses before somebody has to do it in a hurry.
      """),
    LintEntry(
      .longConstant, .warning, "a constant is longer than the web interface takes",
      """
      A constant may have 1,024 characters in the web interface. A longer one in a file was made in
      another way, and nobody can edit it there.

      Shorten it, split it, or let the app fetch the text from a server.
      """),
    LintEntry(
      .nothingInside, .note, "the container is empty",
      """
      The container holds no macro and no tag. It opens without an error, every read gives the zero of
      its type, and nothing fires.

      Check that it is the right file and the right version.
      """),
  ]
}
