import OrderedCollections
import TagRuntime
import Testing

@Suite struct PushRejectionTests {
  /// A push at or past a bound, with a short name for the report.
  struct Attempt: CustomTestStringConvertible {
    var testDescription: String
    var update: OrderedDictionary<String, Value>
    var reason: PushRejection?

    init(
      _ name: String, _ update: OrderedDictionary<String, Value>, _ reason: PushRejection? = nil
    ) {
      testDescription = name
      self.update = update
      self.reason = reason
    }
  }

  private static func nested(_ levels: Int) -> Value {
    (0..<levels).reduce(Value.int(1)) { value, _ in ["k": value] }
  }

  private static func list(_ count: Int) -> Value { .list(Array(repeating: 1, count: count)) }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  static let accepted = [
    Attempt("64 levels", ["k": nested(Limits.pushDepth - 1)]),
    Attempt("64 dotted parts", [String(repeating: "k.", count: Limits.pushDepth - 1) + "k": 1]),
    Attempt("256 bytes of key", [text(Limits.keyBytes): 1]),
    Attempt("256 bytes of inner key", ["m": .map([text(Limits.keyBytes): 1])]),
    Attempt("1 MiB of string", ["k": .string(text(Limits.stringBytes))]),
    Attempt("10,000 values", ["k": list(Limits.leavesPerPush - 1)]),
  ]

  @Test(arguments: accepted)
  func takesWhatJustFits(_ attempt: Attempt) throws {
    var layer = DataLayer()
    try layer.merge(attempt.update)
    #expect(!layer.model.isEmpty)
  }

  static let refused = [
    Attempt("65 levels", ["k": nested(Limits.pushDepth)], .tooDeep),
    Attempt(
      "65 dotted parts", [String(repeating: "k.", count: Limits.pushDepth) + "k": 1], .tooDeep),
    Attempt("2 parts and 64 levels", ["a.b": nested(Limits.pushDepth - 1)], .tooDeep),
    Attempt("257 bytes of key", [text(Limits.keyBytes + 1): 1], .keyTooLong),
    Attempt("257 bytes of inner key", ["m": .map([text(Limits.keyBytes + 1): 1])], .keyTooLong),
    Attempt("more than 1 MiB", ["k": .string(text(Limits.stringBytes + 1))], .stringTooLong),
    Attempt("a long list", ["k": list(Limits.listElements + 1)], .listTooLong),
    Attempt("two lists", ["a": list(6000), "b": list(6000)], .tooManyLeaves),
  ]

  @Test(arguments: refused)
  func refusesWhatIsTooMuch(_ attempt: Attempt) throws {
    let reason = try #require(attempt.reason)
    var layer = DataLayer(["before": 1])
    var whole: OrderedDictionary<String, Value> = ["first": 1]
    whole.merge(attempt.update) { _, last in last }
    #expect(throws: reason) { try layer.merge(whole) }
    #expect(layer == DataLayer(["before": 1]))
  }

  @Test(
    arguments: [
      (.tooDeep, "the push nests deeper than 64 levels"),
      (.tooManyLeaves, "the push has more than 10000 values"),
      (.keyTooLong, "a key of the push is longer than 256 bytes"),
      (.stringTooLong, "a string of the push is longer than 1048576 bytes"),
      (.listTooLong, "a list of the push has more than 10000 elements"),
      (.dataLayerFull, "with the push, the data layer would have more than 64 MB"),
    ] as [(PushRejection, String)])
  func hasASentence(_ rejection: PushRejection, _ sentence: String) {
    #expect(rejection.sentence == sentence)
  }
}
