import Testing

@testable import TagRuntime

@Suite struct QueryTextTests {
  @Test(
    arguments: [
      ("app://open?a=1&b=2", "b", "2"), ("app://open?a=1&a=2", "a", "1"), ("app://open", "a", nil),
      ("app://open?a", "a", ""), ("app://open?a=", "a", ""), ("?a=b=c", "a", "b=c"),
      ("?aa=1", "a", nil), ("?a=1#b=2", "b", nil), ("#?a=1", "a", nil), ("?x?a=1&a=2", "a", "2"),
      ("?a%20b=c%26d%3de", "a b", "c&d=e"), ("?a=%C3%A9", "a", "é"), ("?a=1+1", "a", "1+1"),
      ("?a=100%", "a", "100%"), ("?a=%4", "a", "%4"), ("?a=%zz", "a", "%zz"),
      ("?a=%2541", "a", "%41"), ("?a=%FF", "a", "\u{FFFD}"), ("?&&=x&a=1", "a", "1"),
    ] as [(String, String, String?)])
  func aParameterOfAnAddress(_ url: String, _ name: String, _ value: String?) {
    #expect(QueryText.value(of: name, inURL: url) == value)
  }

  @Test func aQueryHasNoMark() {
    #expect(QueryText.value(of: "b", inQuery: "a=1&b=2") == "2")
    #expect(QueryText.value(of: "a", inQuery: "?a=1") == nil)
  }
}
