/// A place of a binary container that does not follow the wire format of protocol buffers.
public struct WireFault: Error, Sendable, Hashable {
  /// The kinds of faults.
  public enum Kind: Sendable, Hashable {
    /// The bytes end inside a number.
    case endInsideNumber
    /// A number of more than ten bytes.
    case numberTooLong
    /// A length that reaches past the end of its message.
    case lengthPastEnd(length: Int, remaining: Int)
    /// Field number zero, which does not exist.
    case fieldZero
    /// A field number of more than 29 bits.
    case fieldTooLarge
    /// A way of writing that no field uses.
    case unknownWireType(Int)
    /// A known field that is written in the wrong way.
    case wrongWireType(found: Int, expected: Int)
    /// A string that is not UTF-8.
    case invalidUTF8
    /// A list that is longer than the limit.
    case tooMany(count: Int, limit: Int)
    /// Messages that are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A type of value that no client knows.
    case unknownValueType(Int)
    /// Parts that would need more memory than a file of that size may.
    case tooDense
    /// The decoder refused what the scan let pass.
    case undecodable(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Bytes from the start of the file, from 0.
  public var offset: Int
  /// The message and field that is meant, such as "Resource.value".
  public var place: String

  /// Creates a fault.
  public init(kind: Kind, offset: Int, place: String) {
    self.kind = kind
    self.offset = offset
    self.place = place
  }
}
