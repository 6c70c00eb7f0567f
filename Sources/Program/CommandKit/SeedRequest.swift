/// The seeds that a command line requests.
package enum SeedRequest: Sendable, Hashable {
  /// The most seeds of a range.
  package static let limit = 100_000

  /// The seed of the header.
  case ofHeader
  /// This seed instead of the header's.
  case one(UInt64)
  /// Each of these seeds.
  case each(ClosedRange<UInt64>)

  /// Reads `1..20`; nil if it is not a valid range.
  package init?(range text: String) {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt64($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first <= last,
      last - first < UInt64(Self.limit)
    else { return nil }
    self = .each(first...last)
  }

  /// The seeds; nil stands for the seed of the header.
  package var seeds: [UInt64?] {
    switch self {
    case .ofHeader: [nil]
    case .one(let seed): [seed]
    case .each(let range): range.map { $0 }
    }
  }
}
