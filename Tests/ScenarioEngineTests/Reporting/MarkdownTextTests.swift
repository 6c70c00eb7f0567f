import Testing

@testable import ScenarioEngine

/// What names of tags and files may hold means nothing on a page of Markdown, or to GitHub.
struct MarkdownTextTests {
  private static let texts: [(text: String, plain: String)] = [
    ("first at #20 of a", "first at \\#<!-- -->20 of a"), ("@team", "\\@<!-- -->team"),
    ("a@ b# c", "a\\@ b\\# c"), ("*a* _b_ `c` [d](e)", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e)"),
    ("<b>&amp;", "&lt;b&gt;&amp;amp;"), ("a|b~c$d", "a\\|b\\~c\\$d"),
    ("http://a.example", "http\\://a.example"), ("www.a", "www\\.a"), ("1. a", "1\\. a"),
    ("2) a", "2\\) a"), ("- a - b", "\\- a - b"), ("two\nlines\r", "two lines "),
  ]

  @Test(arguments: texts) func plain(_ text: String, _ plain: String) {
    #expect(MarkdownText.plain(text) == plain)
  }
}
