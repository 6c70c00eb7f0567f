import TagRuntime
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", ""), ("azAZ09-._~", "azAZ09-._~"), ("a b", "a%20b"), ("a+b", "a%2Bb"),
    ("&=/?#%", "%26%3D%2F%3F%23%25"), ("é", "%C3%A9"), ("😀", "%F0%9F%98%80"), ("\n", "%0A"),
    ("*!'()", "%2A%21%27%28%29"),
  ])
  func encodes(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
  }
}
