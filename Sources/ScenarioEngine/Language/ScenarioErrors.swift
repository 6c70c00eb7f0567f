import TagRuntime

/// The mistakes of one file, in the order of the text.
public struct ScenarioErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// How many mistakes are collected before the rest of a file is left unread.
  public static let limit = 20

  /// The mistakes, at most `limit`.
  public private(set) var errors: [ScenarioError] = []

  /// Creates an empty list.
  public init() {}

  /// Whether the rest of the file was left unread.
  public var isFull: Bool { errors.count >= Self.limit }

  /// Whether there is no mistake.
  public var isEmpty: Bool { errors.isEmpty }

  /// The sentences of all mistakes, one a line.
  public var description: String {
    errors.map(\.description).joined(separator: "\n")
      + (isFull ? "\nand perhaps more: reading stopped here" : "")
  }

  mutating func add(_ error: ScenarioError) {
    if !isFull { errors.append(error) }
  }

  /// Mistakes that are found after reading come last; a person reads them by place.
  mutating func sortByPlace() {
    errors.sort { $0.position.offset < $1.position.offset }
  }
}
