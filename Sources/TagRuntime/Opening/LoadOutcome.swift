/// What the last load from one place came to.
public enum LoadOutcome: Sendable, Hashable {
  /// Nobody asked.
  case notAsked
  /// It has begun and not ended.
  case asked
  /// Nobody looked there, for the container is previewed.
  case notLookedAt
  /// It brought this version.
  case loaded(version: String)
  /// It brought this version, which came too late: something better was in use already.
  case notApplied(version: String)
  /// There was nothing newer.
  case unchanged
  /// What it brought is broken, for this reason, and was not used.
  case broken(String)
  /// It brought nothing.
  case failed(RefreshFailure)
}
