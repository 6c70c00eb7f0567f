/// A value of a push that outlasts the process: one row of the phone's store.
///
/// Rows are appended and never replaced, so one key may have several; they are pushed again in the
/// order of their ids, and the last one wins (section 5.5 of the behaviour notes).
public struct LastingKey: Sendable, Hashable {
  /// Its number, higher than that of every older row.
  public var id: Int64
  /// The dotted path in the data layer.
  public var key: String
  /// The value; lists are kept whole.
  public var value: Value
  /// From this time on it counts no more, by the wall clock.
  public var expires: WallTime

  /// Creates a row.
  public init(id: Int64, key: String, value: Value, expires: WallTime) {
    self.id = id
    self.key = key
    self.value = value
    self.expires = expires
  }

  /// Whether it is the key itself or lies below it.
  func isIn(prefix: String) -> Bool {
    ByteText.isSame(key, prefix) || ByteText.begins(key, with: prefix + ".")
  }
}
