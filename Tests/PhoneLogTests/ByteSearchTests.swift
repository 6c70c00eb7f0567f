import Testing

@testable import PhoneLog

/// Texts are found by their bytes where the standard library finds them by their characters.
struct ByteSearchTests {
  @Test(arguments: [
    ("", "z"), ("z", "z"), ("&z=1", "&z="), ("v=1&z", "&z="), ("ä&z=é", "&z="), ("zzz&", "z&"),
    ("&&z=", "&z="), ("日本 Saved hit", "Saved hit"), ("a", "ab"), ("", ""), ("abab", "bab"),
  ])
  func findsWhatTheStandardLibraryFinds(_ text: String, _ wanted: String) {
    let part = Substring("x" + text).dropFirst()
    #expect(text.firstBytes(of: wanted) == text.firstRange(of: wanted))
    #expect(part.firstBytes(of: wanted) == part.firstRange(of: wanted))
    #expect(text.hasBytes(of: wanted) == (text.firstRange(of: wanted) != nil))
  }
}
