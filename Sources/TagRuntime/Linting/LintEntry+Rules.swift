extension LintEntry {
  static let rules: [LintEntry] = [
    LintEntry(
      .ruleNeverTrue, .error, "a rule can never be true",
      """
      All conditions of a rule have to hold at the same time. Here two of them exclude each other, such as
      'event equals openScreen' and 'event equals tapBuy', or one compares constants that differ. Conditions
      that are alternatives belong into rules of their own: a tag fires when any of its rules is true.

      Split the rule, or correct a condition.
      """),
    LintEntry(
      .ruleAlwaysTrue, .note, "a rule fires tags at every event",
      """
      The rule has no condition, or only such that always hold, so its tags fire at every event that the app
      pushes. That is right for a tag that copies all events, and a flood for any other.

      Add a condition on the name of the event unless all events are meant.
      """),
    LintEntry(
      .tagNeverFired, .warning, "no rule fires a tag",
      """
      A tag fires when one of its rules is true, and this one has none. It is in the container and does
      nothing. A rule that only blocks a tag does not count.

      Give it a rule, or remove it. In an export its trigger may have been left out, which has a finding of
      its own.
      """),
    LintEntry(
      .tagAlwaysBlocked, .error, "a tag is blocked whenever it would fire",
      """
      A blocking rule wins over all rules that fire a tag, whatever their order. Here one is true whenever a
      firing rule is, so the tag never fires.

      Narrow the blocking rule, for instance to one screen or one kind of user.
      """),
    LintEntry(
      .undefinedInCondition, .error, "a condition compares a macro that is not defined",
      """
      The rule asks for a name in double braces that nothing in the container defines. Such a condition is
      false; where it is negated it always passes.

      Enable the built-in variable, add the macro, or correct the name, which counts case.
      """),
    LintEntry(
      .brokenPattern, .error, "a pattern is no regular expression",
      """
      The pattern of a condition cannot be read: a bracket or a parenthesis has no partner, or a sign repeats
      nothing. The SDK takes such a condition for false.

      Write a backslash before signs that are meant as such: . * + ? ( ) [ ] { } ^ $ | and the backslash.
      """),
    LintEntry(
      .uselessPattern, .warning, "a pattern is found in every text, or in none",
      """
      A pattern is looked for anywhere in the text. One that may be empty ('a*', 'x|') is found everywhere;
      one that wants something before '^' or after '$' is found nowhere.

      Use 'contains' or 'equals' where no pattern is needed. To ask whether there is a value at all, '.*' is
      fine and not reported.
      """),
    LintEntry(
      .foreignPattern, .warning, "a pattern uses what is not known here",
      """
      Patterns come from data, so they are matched here in linear time, by RE2. It has no look-around, no
      back-references and no possessive repetition. Phones may know them; here the condition is false.

      Use two conditions, one of them negated, in place of a look-around; write out what a group may hold
      in place of a back-reference. Such patterns also differ between iOS and Android.
      """),
    LintEntry(
      .lookalikeConditions, .warning, "conditions differ in nothing that people see",
      """
      One macro is compared with texts that differ in case, white space or the kind of quotes only. One of
      them is mostly a mistake: every such difference counts.

      Find out what the app pushes, and use that everywhere.
      """),
    LintEntry(
      .oddText, .warning, "a text holds what people do not see",
      """
      White space at the ends, spaces that are not the one of the keyboard, invisible characters, and quotes
      around a text come along when text is pasted. They count in every comparison and in every key.

      Type the text anew in the web interface.
      """),
  ]
}
