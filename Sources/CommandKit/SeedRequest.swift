/// The seeds that a command line asks for.
package enum SeedRequest: Sendable, Hashable {
  /// The most seeds of a range.
  package static let limit = 100_000

  /// That of the header.
  case ofHeader
  /// This one in its place.
  case one(UInt64)
  /// Each of these.
  case each(ClosedRange<UInt64>)

  /// Reads `1..20`; nil where it is no such range.
  package init?(range text: String) {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt64($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first <= last,
      last - first < UInt64(Self.limit)
    else { return nil }
    self = .each(first...last)
  }

  /// The seeds, nil for that of the header.
  package var seeds: [UInt64?] {
    switch self {
    case .ofHeader: [nil]
    case .one(let seed): [seed]
    case .each(let range): range.map { $0 }
    }
  }
}
