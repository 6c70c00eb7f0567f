import OrderedCollections

/// The reason why a push was refused. The data layer is unchanged, and the next push works.
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
  /// More in the data layer than `Limits.dataLayerBytes`.
  case dataLayerFull

  /// One sentence with the bound.
  public var sentence: String {
    switch self {
    case .tooDeep: "the push nests deeper than \(Limits.pushDepth) levels"
    case .tooManyLeaves: "the push has more than \(Limits.leavesPerPush) values"
    case .keyTooLong: "a key of the push is longer than \(Limits.keyBytes) bytes"
    case .stringTooLong: "a string of the push is longer than \(Limits.stringBytes) bytes"
    case .listTooLong: "a list of the push has more than \(Limits.listElements) elements"
    case .dataLayerFull:
      "with the push, the data layer would have more than \(Limits.dataLayerBytes >> 20) MB"
    }
  }

  /// Checks whether an update is within the bounds of a push.
  ///
  /// - Returns: the maximum growth of the data layer when the update is merged.
  static func check(_ update: OrderedDictionary<String, Value>) throws(PushRejection) -> Int {
    var sum = Sum()
    for index in update.keys.indices {
      let key = update.keys[index]
      if key.utf8.count > Limits.keyBytes { throw .keyTooLong }
      let dots = key.utf8.count { $0 == UInt8(ascii: ".") }
      sum.bytes += Value.heldBytes(ofKey: key)
      // Each dot makes another map with a key.
      sum.bytes += dots * (Value.map([:]).ownBytes + Value.heldBytes(ofKey: ""))
      try check(update.values[index], depth: dots + 1, &sum)
    }
    return sum.bytes
  }

  private struct Sum {
    var leaves = 0
    var bytes = 0
  }

  private static func check(
    _ value: Value, depth: Int, _ sum: inout Sum
  ) throws(PushRejection) {
    if depth > Limits.pushDepth { throw .tooDeep }
    sum.leaves += 1
    if sum.leaves > Limits.leavesPerPush { throw .tooManyLeaves }
    sum.bytes += value.ownBytes
    switch value {
    case .string(let text):
      if text.utf8.count > Limits.stringBytes { throw .stringTooLong }
    case .list(let elements):
      if elements.count > Limits.listElements { throw .listTooLong }
      for element in elements { try check(element, depth: depth + 1, &sum) }
    case .map(let members):
      for index in members.keys.indices {
        if members.keys[index].utf8.count > Limits.keyBytes { throw .keyTooLong }
        sum.bytes += Value.heldBytes(ofKey: members.keys[index])
        try check(members.values[index], depth: depth + 1, &sum)
      }
    case .null, .bool, .int, .double, .absent: break
    }
  }
}
