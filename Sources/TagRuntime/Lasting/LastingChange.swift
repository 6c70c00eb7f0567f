/// A change of what outlasts the process.
public enum LastingChange: Sendable, Hashable {
  /// Appends rows; older rows of the same key stay.
  case keepKeys([LastingKey])
  /// Deletes the rows of these ids, in ascending order.
  case deleteKeys(ids: [Int64])
  /// Keeps the referrer of a click, in place of an older one of the same conversion id.
  case keepReferrer(conversionID: String, referrer: String)
  /// Forgets the referrer of a click.
  case deleteReferrer(conversionID: String)
  /// Remembers that the pixel of an unrepeatable id was sent.
  case keepUnrepeatable(id: String)
  /// Forgets an unrepeatable id.
  case deleteUnrepeatable(id: String)
  /// Keeps what Firebase knows, in place of what it knew.
  case keepFirebase(FirebaseMemory)
}
