import TagInspection
import TagRuntime
import Testing

/// The table of lint codes.
struct LintCodeTests {
  private static let spellings: [(text: String, code: LintCode?)] = [
    ("L05", nil), ("L01", .noRules), ("l1", .noRules), ("L1", .noRules), ("l001", .noRules),
    ("L20", .ruleNeverTrue), ("L99", nil), ("20", nil), ("L", nil), ("", nil), ("L0001", nil),
    ("L-1", nil), ("lint", nil), ("L２０", nil),
  ]

  @Test(arguments: spellings)
  func spelling(_ text: String, _ code: LintCode?) { #expect(LintCode(text) == code) }

  @Test func everyCodeHasOneEntryInOrder() {
    let codes = LintEntry.table.flatMap { $0.entries.map(\.code) }
    #expect(Set(codes) == Set(LintCode.allCases) && codes.count == LintCode.allCases.count)
    for (topic, entries) in LintEntry.table {
      let numbers = entries.map(\.code.rawValue)
      #expect(numbers == numbers.sorted(), "\(topic)")
    }
    #expect(LintEntry.table.map(\.topic) == LintTopic.allCases)
  }

  @Test(arguments: LintCode.allCases)
  func page(_ code: LintCode) {
    let page = code.entry.page
    #expect(page[0].hasPrefix("\(code.id) (\(code.severity.rawValue)): "))
    #expect(page.count > 4, "it says what is wrong and what to do")
    #expect(page.allSatisfy { $0.count <= 110 })
    #expect(code.entry.line.hasPrefix(code.id + "  "))
  }
}
