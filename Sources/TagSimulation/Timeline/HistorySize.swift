/// How much memory a history may take, beside what the lines of the scenario take themselves.
public struct HistorySize: Sendable, Hashable {
  /// Bytes of one that nobody asked for.
  public static let usualBytes = 256 << 20
  /// Bytes of the smallest one that can be asked for.
  public static let leastBytes = 1 << 20
  /// The smallest one that can be asked for.
  public static let least = HistorySize(bytes: leastBytes)

  /// In bytes.
  public let bytes: Int

  /// A size in bytes; 256 MB unless told.
  public init(bytes: Int = usualBytes) { self.bytes = bytes }

  /// The largest one that can be asked for.
  private static let most = 1 << 40

  /// Reads a size as people write it: "256MB", "1 GB", "65536kB"; nil for anything else, and for
  /// one that is below 1 MB or above 1024 GB.
  public init?(text: String) {
    let trimmed = text.filter { $0 != " " }
    let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
    let shifts = ["kb": 10, "mb": 20, "gb": 30]
    guard let number = Int(digits),
      let shift = shifts[trimmed.dropFirst(digits.count).lowercased()],
      number <= Self.most >> shift
    else { return nil }
    bytes = number << shift
    if bytes < Self.least.bytes { return nil }
  }

  /// The size as people write it, such as "256 MB".
  public var text: String {
    for (unit, shift) in [("GB", 30), ("MB", 20)] where bytes % (1 << shift) == 0 {
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes >> 10) kB"
  }
}

/// Why a history holds no more.
public enum HistoryEnd: Sendable, Hashable {
  /// It holds as many steps as it can.
  case steps
  /// It holds as many rows as it can.
  case rows
  /// It takes as much memory as it may, and nothing is left to thin out.
  case bytes(HistorySize)

  /// One sentence: what is full and what to do.
  public var sentence: String {
    switch self {
    case .steps: "the history is full: \(Timeline.stepLimit) steps is the limit; start a new run"
    case .rows: "the history is full: \(Timeline.stepLimit) events is the limit; start a new run"
    case .bytes(let size):
      "the history is full: it takes \(size.text); --history SIZE lets it take more"
    }
  }
}
