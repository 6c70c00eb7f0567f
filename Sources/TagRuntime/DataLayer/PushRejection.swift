import OrderedCollections

/// Why a push was refused. The data layer is unchanged, and the next push works.
public enum PushRejection: Error, Sendable, Hashable {
  /// Nested deeper than `Limits.pushDepth`.
  case tooDeep
  /// More leaves than `Limits.leavesPerPush`.
  case tooManyLeaves
  /// A key longer than `Limits.keyBytes`.
  case keyTooLong
  /// A string longer than `Limits.stringBytes`.
  case stringTooLong
  /// A list with more elements than `Limits.listElements`.
  case listTooLong

  /// One sentence with the bound.
  public var sentence: String {
    switch self {
    case .tooDeep: "the push nests deeper than \(Limits.pushDepth) levels"
    case .tooManyLeaves: "the push carries more than \(Limits.leavesPerPush) values"
    case .keyTooLong: "a key of the push is longer than \(Limits.keyBytes) bytes"
    case .stringTooLong: "a string of the push is longer than \(Limits.stringBytes) bytes"
    case .listTooLong: "a list of the push has more than \(Limits.listElements) elements"
    }
  }

  static func check(_ update: OrderedDictionary<String, Value>) throws(PushRejection) {
    var leaves = 0
    for (key, value) in update.elements {
      if key.utf8.count > Limits.keyBytes { throw .keyTooLong }
      let parts = key.utf8.count { $0 == UInt8(ascii: ".") }
      try check(value, depth: parts + 1, leaves: &leaves)
    }
  }

  private static func check(
    _ value: Value, depth: Int, leaves: inout Int
  ) throws(PushRejection) {
    if depth > Limits.pushDepth { throw .tooDeep }
    leaves += 1
    if leaves > Limits.leavesPerPush { throw .tooManyLeaves }
    switch value {
    case .string(let text):
      if text.utf8.count > Limits.stringBytes { throw .stringTooLong }
    case .list(let elements):
      if elements.count > Limits.listElements { throw .listTooLong }
      for element in elements { try check(element, depth: depth + 1, leaves: &leaves) }
    case .map(let members):
      for (key, member) in members.elements {
        if key.utf8.count > Limits.keyBytes { throw .keyTooLong }
        try check(member, depth: depth + 1, leaves: &leaves)
      }
    case .null, .bool, .int, .double, .absent: break
    }
  }
}
