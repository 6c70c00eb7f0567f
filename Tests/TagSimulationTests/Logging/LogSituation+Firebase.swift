import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  /// What is said of Firebase.
  static func firebase(_ code: LogCode) -> [LogRecord] {
    switch code {
    default:
      var harness = RuntimeHarness()
      return harness.send(.logEvent("purchase", [:])).logs
    }
  }
}
