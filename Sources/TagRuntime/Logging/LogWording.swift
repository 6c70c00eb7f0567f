/// In whose words the log speaks.
public enum LogWording: String, Sendable, Hashable, CaseIterable {
  /// The SDK's own, by which its documentation and its users' questions can be searched.
  case sdk
  /// Ours, for people who have never seen the SDK's source.
  case plain
}
