import OrderedCollections
import TagRuntime
import Testing

/// What stands in a query, decoded and as it travels.
@Suite struct QueryParameterTests {
  private static let queries: [(query: String, expected: [[String]])] = [
    ("", []), ("&&", []), ("a", [["a", "", "a"]]), ("a=", [["a", "", "a="]]),
    ("a=1&b=2", [["a", "1", "a=1"], ["b", "2", "b=2"]]),
    ("a=1&a=2", [["a", "1", "a=1"], ["a", "2", "a=2"]]),
    ("a%20b=%C3%A9", [["a b", "é", "a%20b=%C3%A9"]]),
    ("a=b=c", [["a", "b=c", "a=b=c"]]), ("=x", [["", "x", "=x"]]),
    ("a=%zz&b=%4", [["a", "%zz", "a=%zz"], ["b", "%4", "b=%4"]]),
    ("a=%FF", [["a", "\u{FFFD}", "a=%FF"]]),
  ]

  @Test(arguments: queries)
  func query(_ query: String, _ expected: [[String]]) {
    let parameters = QueryParameter.all(inQuery: query)
    #expect(parameters.map { [$0.name, $0.value, $0.raw] } == expected)
    #expect(QueryParameter.all(inURL: "https://a.example/?" + query + "#b=3") == parameters)
  }

  @Test func anAddressWithoutAQueryHasNone() {
    #expect(QueryParameter.all(inURL: "https://a.example/a&b=1#?c=2") == [])
  }

  /// One hit in a GET, and two in the lines of a POST.
  @Test(arguments: [DispatchBench.single, Settings()])
  func eachHitOfARequestHasItsOwn(_ settings: Settings) throws {
    var bench = DispatchBench(settings: settings)
    bench.stored(.analytics(fields: ["&t": "event"]), age: .seconds(1))
    bench.stored(.analytics(fields: ["&t": "item"]), age: .seconds(2))
    bench.launch()
    bench.wait(.seconds(1))
    for (id, type, waited) in [(1, "event", "2000"), (2, "item", "3000")] as [(Int64, _, _)] {
      let request = try #require(bench.requests.first { $0.hits.map(\.id).contains(id) })
      let parameters = request.parameters(ofHit: id)
      #expect(parameters.map(\.name) == ["t", "ht", "qt", "z"])
      #expect([parameters[0].value, parameters[2].value] == [type, waited])
      #expect(request.parameters(ofHit: 9) == [])
    }
  }
}
