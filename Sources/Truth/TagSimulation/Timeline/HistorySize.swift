/// The memory that a history may take, apart from the lines of the scenario.
public struct HistorySize: Sendable, Hashable {
  /// The default size in bytes.
  public static let usualBytes = 256 << 20
  /// The minimum size in bytes.
  public static let leastBytes = 1 << 20
  /// The minimum size.
  public static let least = HistorySize(bytes: leastBytes)

  /// The size in bytes.
  public let bytes: Int

  /// Creates a size in bytes; the default is 256 MB.
  public init(bytes: Int = usualBytes) { self.bytes = bytes }

  /// The maximum size in bytes.
  private static let most = 1 << 40

  /// Reads a size as users write it: "256MB", "1 GB", "65536kB"; nil for anything else, and for a
  /// size below 1 MB or above 1024 GB.
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

  /// The size as users write it, such as "256 MB".
  public var text: String {
    for (unit, shift) in [("GB", 30), ("MB", 20)] where bytes % (1 << shift) == 0 {
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes >> 10) kB"
  }
}

/// The reason why a history is full.
public enum HistoryEnd: Sendable, Hashable {
  case steps
  case rows
  /// It has reached its memory limit, and nothing is left to thin out.
  case bytes(HistorySize)

  /// One sentence: the limit and the remedy.
  public var sentence: String {
    switch self {
    case .steps: "the history is full: \(Timeline.stepLimit) steps is the limit; start a new run"
    case .rows: "the history is full: \(Timeline.stepLimit) events is the limit; start a new run"
    case .bytes(let size):
      "the history is full (\(size.text)); --history SIZE makes it larger"
    }
  }
}
