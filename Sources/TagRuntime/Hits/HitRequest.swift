/// One request that carries hits.
public struct HitRequest: Sendable, Hashable {
  /// The queue that sends it.
  public var queue: HitQueue
  /// The hits in it, oldest first.
  public var hits: [StoredHit]
  /// GET or POST.
  public var method: Method
  /// The address, with the payload behind it where it is a GET.
  public var url: String
  /// The payload of a POST, one line for each hit; empty for a GET.
  public var body: String

  /// The parameters that a hit travels with, with the times that the request adds; none for a hit
  /// that is not in it.
  ///
  /// - Complexity: O(n) in the length of the request.
  public func parameters(ofHit id: Int64) -> [QueryParameter] {
    guard let index = hits.firstIndex(where: { $0.id == id }) else { return [] }
    if body.isEmpty { return QueryParameter.all(inURL: url) }
    let lines = body.split(separator: "\n")
    return index < lines.count ? QueryParameter.all(inQuery: String(lines[index])) : []
  }

  /// The methods of HTTP that are used.
  public enum Method: String, Sendable, Hashable {
    /// The payload stands in the address.
    case get = "GET"
    /// The payload is the body.
    case post = "POST"
  }
}
