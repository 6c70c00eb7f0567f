extension LintEntry {
  static let hits: [LintEntry] = [
    LintEntry(
      .noProperty, .error, "a tag names no property",
      """
      A hit without a tracking id (&tid) belongs to nobody: it is sent, and nobody counts it.

      Enter the tracking id of the property, such as UA-12345-1, or a macro that holds it.
      """),
    LintEntry(
      .badProperty, .warning, "a tracking id is malformed",
      """
      A tracking id of Universal Analytics looks like UA-12345-1. Placeholders such as UA-XXXX-Y are often left
      from examples, and ids such as G-AB12CD belong to Google Analytics 4, which takes no hits of this kind.

      Correct the id.
      """),
    LintEntry(
      .retiredProperty, .note, "Universal Analytics takes no hits any more",
      """
      Universal Analytics stopped processing hits on 1 July 2023, and for customers of 360 on 1 July 2024. The
      tags still fire and the hits are sent; nobody counts them.

      For new work log events with Firebase for Google Analytics 4.
      """),
    LintEntry(
      .incompleteEvent, .error, "an event hit has no category or no action",
      """
      An event of Universal Analytics needs a category (&ec) and an action (&ea). Without them the collector
      drops the hit, and nobody is told.

      Fill in both. A macro without a value counts as "", so give it a default.
      """),
    LintEntry(
      .valueNotInteger, .warning, "an event value is no whole number",
      """
      The value of an event (&ev) is a whole number from 0 on. Others make the hit invalid.

      Send cents in place of euros, or use a custom metric.
      """),
    LintEntry(
      .indexOutOfRange, .warning, "a custom dimension or metric has no such index",
      """
      Custom dimensions and metrics have indices from 1 to 20, and to 200 with 360. Others are ignored.

      Correct the index in the table of the tag.
      """),
    LintEntry(
      .hitTooLarge, .error, "a hit is too large",
      """
      A hit may have 8,192 bytes once it is encoded. The SDK drops a larger one and reports success. Here the
      constant part alone is larger; values of macros come on top.

      Shorten the fields. Letters other than a to z take several bytes each.
      """),
    LintEntry(
      .unknownHitType, .warning, "a hit has no known type",
      """
      The type of a hit (&t) is one of screenview (appview in older SDKs), event, social, transaction, item,
      exception, timing and data. The collector drops others.

      Choose what the tag tracks again in the web interface.
      """),
    LintEntry(
      .tagDoesNothing, .warning, "a tag of Analytics sends nothing",
      """
      The tag passes no hit through and tracks no transaction, or it has no fields. The SDK logs "Ignoring
      unknown tag." whenever it fires.

      Set the tag up again in the web interface and publish.
      """),
  ]
}
