import OrderedCollections
import Testing

@testable import TagRuntime

/// Texts are compared unit by unit, as the SDK does, and never slower than in one pass.
struct ByteTextTests {
  private static let cases: [(left: String, right: String, same: Bool, starts: Bool, holds: Bool)] =
    [
      ("", "", true, true, true), ("a", "", false, true, true), ("", "a", false, false, false),
      ("abc", "abc", true, true, true), ("abc", "ab", false, true, true),
      ("abc", "bc", false, false, true), ("aabaaab", "aaab", false, false, true),
      ("a\r\nb", "\n", false, false, true), ("e\u{301}x", "e", false, true, true),
      ("\u{e9}", "e\u{301}", false, false, false), ("ABC", "abc", false, false, false),
    ]

  @Test(arguments: cases)
  func compare(_ left: String, _ right: String, _ same: Bool, _ starts: Bool, _ holds: Bool) {
    #expect(ByteText.isSame(left, right) == same)
    #expect(ByteText.begins(left, with: right) == starts)
    #expect(ByteText.contains(left, right) == holds)
  }

  @Test func ends() {
    #expect(ByteText.ends("abc", with: "bc"))
    #expect(ByteText.ends("abc", with: ""))
    #expect(!ByteText.ends("bc", with: "abc"))
    #expect(!ByteText.ends("abc", with: "b"))
  }

  /// A search that starts anew at every place would take hours here.
  @Test func aHostileNeedleIsLookedForInOnePass() {
    let needle = "b" + String(repeating: "a", count: 200_000)
    #expect(!ByteText.contains(String(repeating: "a", count: 400_000), needle))
  }

  /// Macros that refer to each other in a chain of thousands compile.
  @Test func aLongChainOfMacrosCompiles() {
    let macros = (0..<5000).map { index in
      FunctionCall(
        function: "_c", name: "m\(index)", parameters: ["value": .macro("m\(index + 1)")])
    }
    let container = CompiledContainer(ContainerVersion(macros: macros))
    #expect(container.slots.count == 5000)
  }
}
