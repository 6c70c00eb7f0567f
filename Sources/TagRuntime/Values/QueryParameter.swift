/// A parameter of a query: decoded, and as it travels.
public struct QueryParameter: Sendable, Hashable {
  /// The decoded name.
  public var name: String
  /// The decoded value; empty for one without `=`.
  public var value: String
  /// The text of both as it travels, such as `label=a%20b`.
  public var raw: String

  /// The parameters of an address, in their order; none where it has no query.
  ///
  /// - Complexity: O(n) in the length of the address.
  public static func all(inURL url: String) -> [QueryParameter] {
    QueryText.query(ofURL: url).map(QueryText.parameters(in:)) ?? []
  }

  /// The parameters of a query, in their order.
  ///
  /// - Complexity: O(n) in the length of the query.
  public static func all(inQuery query: String) -> [QueryParameter] {
    QueryText.parameters(in: query.utf8[...])
  }
}
