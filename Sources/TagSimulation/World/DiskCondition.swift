/// How the phone's disk answers when saved containers are read or written.
public enum DiskCondition: String, Sendable, Hashable, CaseIterable {
  /// As it should.
  case ok
  /// Every read and write fails.
  case ioError = "io-error"
  /// What is read is no container any more.
  case damaged
}
