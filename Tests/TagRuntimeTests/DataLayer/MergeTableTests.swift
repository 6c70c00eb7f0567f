import OrderedCollections
import TagRuntime
import Testing

/// The decision table of `DataLayer`, row by row: what the update holds at a place, what the model
/// holds there, and what comes of it.
@Suite struct MergeTableTests {
  enum Held: String, CaseIterable {
    case nothing, null, bool, int, double, string, absent, list, map

    /// What the model or the update holds at the key `k`.
    var value: Value? {
      switch self {
      case .nothing: nil
      case .null: .null
      case .bool: true
      case .int: 5
      case .double: 2.5
      case .string: "s"
      case .absent: .absent
      case .list: [1, ["x": 1], 3]
      case .map: ["x": 1, "y": [7]]
      }
    }
  }

  enum Outcome {
    /// The value of the update, whatever was there.
    case replaced
    /// Nothing was pushed.
    case kept
    case merged(Value)
  }

  /// The table of the documentation, with every kind of scalar spelled out.
  private static func outcome(of update: Held, on model: Held) -> Outcome {
    switch (update, model) {
    case (.nothing, _): .kept
    case (.list, .list): .merged([1, ["x": 1], 3])
    case (.map, .map): .merged(["x": 1, "y": [7]])
    case (_, _): .replaced
    }
  }

  @Test(arguments: Held.allCases, Held.allCases)
  func everyKindIntoEveryOther(_ update: Held, _ model: Held) throws {
    var layer = DataLayer(model.value.map { ["k": $0] } ?? [:])
    try layer.merge(update.value.map { ["k": $0] } ?? [:])
    let expected: Value? =
      switch Self.outcome(of: update, on: model) {
      case .replaced: update.value
      case .kept: model.value
      case .merged(let value): value
      }
    #expect(layer.get("k") == expected)
  }

  @Test(
    arguments: [
      // Lists, slot by slot.
      ([1, 2, 3], [.absent, 9], [1, 9, 3]), ([1], [.absent, .absent, 3], [1, nil, 3]),
      ([1, 2], [], [1, 2]), ([], [.absent], [nil]), ([[1, 2]], [[.absent, 5]], [[1, 5]]),
      ([["a": 1]], [["b": 2]], [["a": 1, "b": 2]]), ([1], [["a": 1]], [["a": 1]]),
      ([["a": 1]], [[2]], [[2]]), ([[1]], [5], [5]), ([1], [nil], [nil]),
      (5, [.absent, 1], [nil, 1]),
      // Maps, key by key.
      (["a": 1], ["b": 2], ["a": 1, "b": 2]), (["a": 1, "b": 2], ["a": 3], ["a": 3, "b": 2]),
      (["a": ["b": 1]], ["a": ["c": 2]], ["a": ["b": 1, "c": 2]]),
      (["a": ["b": 1]], ["a": 2], ["a": 2]), (["a": 1], ["a": nil], ["a": nil]),
      (["a": 1], ["a": .absent], ["a": .absent]), (["a": [1, 2]], ["a": [3]], ["a": [3, 2]]),
      (["a": 1], [:], ["a": 1]), (nil, ["a": [.absent]], ["a": [nil]]),
      // Between kinds.
      ([1], ["k": 1], ["k": 1]), (["k": 1], [1], [1]), (["k": 1], 5, 5), ([1], 5, 5),
      (5, ["k": 1], ["k": 1]),
    ] as [(Value, Value, Value)])
  func mergesInside(_ model: Value, _ update: Value, _ expected: Value) throws {
    var layer = DataLayer(["k": model])
    try layer.merge(["k": update])
    #expect(layer.get("k") == expected)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func mergingTwiceIsMergingOnce(seed: UInt64) throws {
    var source = ValueSource(seed: seed)
    for _ in 0..<100 {
      var layer = DataLayer(source.members())
      let update = source.members()
      try layer.merge(update)
      let once = layer
      try layer.merge(update)
      #expect(layer == once)
    }
  }
}
