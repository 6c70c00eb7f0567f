package import OrderedCollections
package import TagRuntime

/// A bundle of an upload of Firebase, without its events.
package struct PhoneUpload: Sendable, Hashable {
  /// The request that carries an upload.
  package struct Request: Sendable, Hashable {
    /// The host that it was sent to; nil in a file of its own.
    package let host: String?
    /// The status of the answer; nil if it is not known, 0 for no answer.
    package let status: Int?

    package init(host: String?, status: Int?) { (self.host, self.status) = (host, status) }

    /// Whether the server took it; nil if that is not known.
    package var isDelivered: Bool? { status.map(PhoneHit.isTaken) }
  }

  /// The number of the line or the request that it begins in.
  package let line: Int
  /// The request; nil in a log.
  package let request: Request?
  /// Its fields, by the names of Firebase's log.
  package let fields: OrderedDictionary<String, Value>
  package let eventCount: Int
  /// Whether nothing of it is lost.
  let isWhole: Bool
  /// The user properties that the bundle before of the same app had, and this one has not.
  package internal(set) var removed: [String] = []

  /// Its user properties, by the names that travel.
  package var properties: OrderedDictionary<String, Value> {
    var found: OrderedDictionary<String, Value> = [:]
    for case .map(let property) in fields["user_property"]?.elements ?? [] {
      found[property["name"]?.text ?? ""] = UploadReader.value(of: property)
    }
    return found
  }
}
