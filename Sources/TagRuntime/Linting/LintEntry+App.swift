extension LintEntry {
  static let app: [LintEntry] = [
    LintEntry(
      .pushedAtLaunch, .note, "an event is pushed before the container has arrived",
      """
      An event that is pushed while the app starts is judged by the default container alone: a saved or
      fetched container is opened later, and events are not judged a second time.

      Push it once the container is in hands ('on container push …' in an app description), or put the rule
      into the default container, too.
      """),
    LintEntry(
      .missingHandler, .warning, "a function of the app is called that it does not register",
      """
      A function-call tag or macro names a function of the app. Where the app registers none of that name
      the tag counts as fired and nothing runs, and the macro has no value. The SDK says nothing about it.

      Names count case. Register the function with the container, under the function name and not under the
      display name of the tag; register it again after the container was closed.
      """),
    LintEntry(
      .uncalledHandler, .note, "the app registers a function that nothing calls",
      """
      The app registers a handler, and no tag or macro of the container calls a function of that name.

      Often the name was changed on one side. Where another container calls it, all is well.
      """),
    LintEntry(
      .keyNeverPushed, .warning, "a key is read that the app never pushes",
      """
      A data-layer macro reads a key, and nothing that the app pushes has it. The macro has no value: tags
      send "", and every condition on it is false, even 'equals ""'.

      Push the key before the event that needs it, or remove the macro. Under v5 the same is said of
      parameters of events and of user properties: what is missing is the text "undefined" there.
      """),
    LintEntry(
      .keyNearMiss, .warning, "a key is read that the app spells in another way",
      """
      Keys of the data layer count case and every sign: screenName, screen_name and "screen name" are three
      keys. The app pushes one that looks like the one that is read.

      Write both alike. Mind that a dot in a pushed key makes a map.
      """),
    LintEntry(
      .eventNeverPushed, .warning, "a rule waits for an event that the app never pushes",
      """
      The rule asks for the name of an event, and the app pushes no event for which that holds. Whatever
      the rule fires does not fire.

      Compare the names that the finding lists. An event counts only as the top-level key "event" of a push,
      and under v5 only where it is logged with Firebase; the events of Firebase itself come anyway.
      """),
    LintEntry(
      .eventNearMiss, .warning, "a rule waits for an event that the app spells in another way",
      """
      Names of events count case and white space: openScreen, openscreen and "openScreen " are three
      events. The app pushes one that looks like the one that the rule waits for.

      Write both alike; text that was pasted into the web interface often ends with a space.
      """),
    LintEntry(
      .valueNeverPushed, .warning, "a condition wants a value that the app never pushes",
      """
      The condition compares a key with a value, and the app pushes the key with other values only. The
      finding lists them.

      Correct the rule or the app. Texts count case and white space, and numbers are compared as numbers only
      by "greater" and "less".
      """),
    LintEntry(
      .unknownRead, .warning, "the app reads a key that the container does not have",
      """
      The app asks the container for a value, and no macro has that name. It gets the zero of the type: "",
      0, 0.0 or false, without an error. Containers are not merged: a key of the default container is gone once
      another container is in use.

      Add the key to a value collection of this version, or correct the name in the app.
      """),
  ]
}
