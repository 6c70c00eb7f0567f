import Testing

@testable import ScenarioEngine

/// What varies between the ways to play a scenario.
struct MatrixTests {
  /// The ways with what is done in each of them.
  private static func ways(_ matrix: String, _ lines: String) throws -> String {
    let text = "tagsim 1\n\(matrix)\n---\n\(lines)"
    return try ScenarioParser.parse(text, file: "a").variants.map { way in
      let statements = way.setup.map { "setup: " + $0.text } + way.statements.map(\.text)
      return "[\(way.variant ?? "")] \(way.header.sdk.rawValue): "
        + statements.joined(separator: "; ")
    }.joined(separator: "\n")
  }

  private static let matrices: [(matrix: String, lines: String, ways: String)] = [
    (
      "matrix: sdk=v3, v5", "launch",
      """
      [sdk=v3] v3: launch
      [sdk=v5] v5: launch
      """
    ),
    (
      "matrix: network=offline,slow latency=3s", "setup\nidfa off\nend\nlaunch",
      """
      [network=offline] v3: setup: network offline; setup: idfa off; launch
      [network=slow latency=3s] v3: setup: network slow latency=3s; setup: idfa off; launch
      """
    ),
    (
      "matrix: language=es,en\nmatrix: idfa=on,off", "kill",
      """
      [language=es idfa=on] v3: setup: device language=es; setup: idfa on; kill
      [language=es idfa=off] v3: setup: device language=es; setup: idfa off; kill
      [language=en idfa=on] v3: setup: device language=en; setup: idfa on; kill
      [language=en idfa=off] v3: setup: device language=en; setup: idfa off; kill
      """
    ),
    (
      "matrix: price=19.90,\"a, b\"", "push price=${price}",
      """
      [price=19.90] v3: push price=19.90
      [price="a, b"] v3: push price="a, b"
      """
    ),
    (
      "matrix: sdk=v3,v5",
      "under sdk=v3 push a=1\nunder sdk=v5\nlog-event e\nkill\nend\nunder sdk=v3,v5 launch",
      """
      [sdk=v3] v3: push a=1; launch
      [sdk=v5] v5: log-event e; kill; launch
      """
    ),
    (
      "matrix: sdk=v3,v5\nmatrix: language=es,en",
      "under sdk=v3 language=en label \"so\" expect sent 1",
      """
      [sdk=v3 language=es] v3: setup: device language=es
      [sdk=v3 language=en] v3: setup: device language=en; label "so" expect sent 1
      [sdk=v5 language=es] v5: setup: device language=es
      [sdk=v5 language=en] v5: setup: device language=en
      """
    ),
  ]

  @Test(arguments: matrices)
  func isPlayed(_ matrix: String, _ lines: String, _ ways: String) throws {
    #expect(try Self.ways(matrix, lines) == ways)
  }

  /// The container of the matrix stands in for every published one.
  @Test func containersVary() throws {
    let text = "tagsim 1\nmatrix: container=c/a.json,\"c/b c.json\"\n---\n"
    let scenario = try ScenarioParser.parse(text, file: "a")
    #expect(scenario.variants.map(\.header.published) == ["c/a.json", "c/b c.json"])
    #expect(scenario.variants.map { $0.references.map(\.path) } == [["c/a.json"], ["c/b c.json"]])
  }

  private static let mistakes: [(matrix: String, lines: String, sentence: String)] = [
    ("matrix: pric=1,2", "", "2:9: 'pric' is not allowed here: it is not a verb or a device …"),
    ("matrix: language=es", "", "2:9: found 'language=es', expected what varies, as in sdk=v3,v5"),
    ("matrix: language=es,spanish", "", "2:9: found 'spanish', expected a language of two small …"),
    ("matrix: idfa=on,off\nmatrix: idfa=on,off", "", "3:9: the part of the matrix 'idfa' is …"),
    (
      "matrix: a=1,2,3,4,5\nmatrix: b=1,2,3,4,5\nmatrix: c=1,2,3", "push a=\"${a}${b}\"",
      """
      4:9: 'c' is not allowed here: that makes 75 ways to play it, but at most 64 are allowed
      """
    ),
    ("matrix: sdk=v3,v5", "under skd=v3 kill", "4:7: unknown part of the … did you mean 'sdk'?"),
    ("matrix: sdk=v3,v5", "under sdk=v4 kill", "4:11: unknown value of the … did you mean 'v3'?"),
    ("matrix: sdk=v3,v5", "under sdk=v3\nkill", "4:1: the under of line 4 is not closed …"),
    ("matrix: sdk=v3,v5", "lunch", "4:1: unknown verb 'lunch': did you mean 'launch'?"),
  ]

  @Test(arguments: mistakes)
  func mistake(_ matrix: String, _ lines: String, _ sentence: String) {
    let errors = #expect(throws: ScenarioErrors.self) { try Self.ways(matrix, lines) }
    let told = errors?.errors.map { "\($0.location.line):\($0.told)" } ?? []
    #expect(told.count == 1 && told[0].reads(sentence), "\(told)")
  }
}
