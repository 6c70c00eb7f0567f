/// The memory that what a file holds may need, in proportion to its bytes: a few bytes can stand
/// for a value that takes a hundred.
///
/// The prices are what one part costs from its reading to its compiled form, measured and rounded
/// up.
struct MemoryBudget {
  /// A number, a boolean or a null.
  static let scalar = 72
  /// A string, without what it holds.
  static let string = 88
  /// A list, without what it holds.
  static let list = 120
  /// A map, without what it holds.
  static let map = 170
  /// The key of a member of a map.
  static let key = 50
  /// A value of a binary.
  static let value = 140
  /// A macro, a tag, a condition or a rule of a binary.
  static let function = 700
  /// One parameter of a function, or one number in a rule.
  static let use = 100
  /// A number in a list of a binary.
  static let index = 24
  /// A message of an experiment.
  static let experimentPart = 400
  /// A node that shared values of a binary unfold to.
  static let unfoldedNode = 100
  /// Strings up to this length need no memory of their own.
  private static let inlineText = 15

  private(set) var left: Int

  init(bytes: Int) {
    left = ContainerLimits.memoryFloor + ContainerLimits.memoryPerByte * bytes
  }

  /// Takes an amount; false once there is not enough left.
  mutating func spend(_ amount: Int) -> Bool {
    left -= amount
    return left >= 0
  }

  /// What a text costs beside the string that it is in.
  static func text(_ bytes: Int) -> Int { bytes <= inlineText ? 0 : bytes + 32 }
}
