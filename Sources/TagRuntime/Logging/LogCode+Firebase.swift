extension LogCode {
  /// What is said of Firebase.
  var firebaseEntry: LogEntry {
    switch self {
    default:
      .hint(
        .warning,
        "the app is built with the legacy SDK, which has no Firebase: nothing is logged; write "
          + "sdk v5 to build it with Firebase")
    }
  }
}
