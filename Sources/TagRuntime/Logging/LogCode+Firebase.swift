extension LogCode {
  /// What is said of Firebase. The SDK's own words are not known.
  var firebaseEntry: LogEntry {
    switch self {
    case .noFirebase:
      .hint(
        .warning,
        "the app is built with the legacy SDK, which has no Firebase: write sdk v5 to build it "
          + "with Firebase")
    case .noDataLayer:
      .hint(
        .warning,
        "the SDK on Firebase (v5) has no data layer, so nothing is pushed: log an event instead")
    case .noUploadOnDemand:
      .hint(
        .info,
        "a dispatch does not send events of Firebase: they go about an hour after the first, in "
          + "the background, or at once with debug-mode on")
    case .firebaseError: .sdk(.error, nil, "firebase_error ◊: \"◊\" ◊: ◊")
    case .firebaseWarning:
      .hint(
        .warning, "Firebase would refuse this (firebase_error ◊): \"◊\" ◊: ◊")
    case .parameterDropped: .sdk(.warning, nil, "\"◊\" ◊: ◊")
    case .collectionOff: .sdk(.info, nil, "collection is off: \"◊\" is not logged")
    case .eventHeld: .sdk(.verbose, nil, "\"◊\" waits until the container is loaded")
    case .heldEventPassedBy:
      .hint(
        .warning,
        "\"◊\" goes to Firebase without the container: ◊ events wait for it already")
    case .userPropertyUndefined:
      .hint(
        .info,
        "the user property \"◊\" is empty: by the reference it is taken back, and as users report "
          + "the text undefined is sent")
    default:
      .hint(.warning, "◊ is ignored: v5 loads one container, and ◊ is the first")
    }
  }
}
