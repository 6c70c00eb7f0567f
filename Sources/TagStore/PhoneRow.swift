/// The one row of what the phone knows besides lists.
struct PhoneRow: Sendable, Hashable {
  static let id: Int64 = 1

  var clientID: String
  var isOptedOut: Bool
  var nextHitID: Int64
}
