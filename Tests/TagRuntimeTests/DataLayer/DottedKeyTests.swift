import OrderedCollections
import TagRuntime
import Testing

@Suite struct DottedKeyTests {
  @Test(
    arguments: [
      (["a.b": 1], ["a": ["b": 1]]),
      (["a.b.c": 1, "a.b.d": 2], ["a": ["b": ["c": 1, "d": 2]]]),
      (["a": 1, "a.b": 2], ["a": ["b": 2]]),
      (["a.b": 2, "a": 1], ["a": 1]),
      (["a.b": ["c.d": 1]], ["a": ["b": ["c.d": 1]]]),
      (["l": [["x.y": 1]]], ["l": [["x.y": 1]]]),
      (["a.": 1], ["a": ["": 1]]),
      ([".a": 1], ["": ["a": 1]]),
      ([".": 1], ["": ["": 1]]),
      (["": 1], ["": 1]),
    ] as [(Value, Value)])
  func onlyTopLevelKeysAreSplit(_ update: Value, _ model: Value) throws {
    var layer = DataLayer()
    try layer.merge(update.members ?? [:])
    #expect(Value.map(layer.model) == model)
  }

  @Test(
    arguments: [
      ("a", ["b": ["c": 1], "n": nil, "l": [1, ["x": 2]]]), ("a.b", ["c": 1]), ("a.b.c", 1),
      ("a.n", .null), ("a.l", [1, ["x": 2]]), ("p", ["q.r": 5]), ("s", "text"),
    ] as [(String, Value)])
  func gets(_ path: String, _ value: Value) {
    #expect(sample.get(path) == value)
  }

  @Test(arguments: [
    "", "x", "a.x", "a.b.c.d", "a.n.x", "a.l.0", "a.l.1.x", "p.q", "p.q.r", "a.", ".a", "s.t",
  ])
  func getsNothing(_ path: String) {
    #expect(sample.get(path) == nil)
  }

  @Test func leavesAreFlattenedThroughMaps() {
    let leaves = sample.leaves().map { "\($0.path): \(JSONWriter.write($0.value))" }
    #expect(
      leaves == [
        "a.b.c: 1", "a.n: null", #"a.l: [1, {"x": 2}]"#, "p.q.r: 5", #"s: "text""#, "e: {}",
      ])
  }

  private let sample = DataLayer([
    "a": ["b": ["c": 1], "n": nil, "l": [1, ["x": 2]]], "p": ["q.r": 5], "s": "text", "e": [:],
  ])
}
