import OrderedCollections
import TagRuntime
import Testing

/// What is said beside the fields that the SDK adds.
@Suite struct HitMeaningTests {
  @Test(arguments: [
    ("&_u", ".oyL", "mi3.1.7", ["sent by the app itself"]),
    ("&_u", ".nBL", "mi3.1.7", ["sent by a GTM tag", "(inferred: the first hit"]),
    ("&_u", ".oKoyL", "mi3.1.7", ["sent by the app itself", "(inferred: each line"]),
    ("&dm", "iPhone6,1", "mi3.1.2", ["(inferred: known from 3.14 on"]),
    ("&_s", "4", "mi3.1.1", ["(inferred: known from 3.14 on"]),
    ("&sr", "320x568", "mi3.1.3", ["(inferred: in points up to 3.10", "3.13"]),
    ("&dm", "iPhone6,1", "mi3.1.4", []), ("&_s", "4", "mi3.1.7", []),
    ("&sr", "320x568", "mi3.1.0", []), ("&ds", "app", "mi3.1.0", []),
    ("&dm", "iPhone6,1", "other", []),
  ])
  func whatIsSaid(_ code: String, _ value: String, _ version: String, _ facts: [String]) throws {
    let annotated = HitMeaning.annotated(["&_v": version, code: value])
    #expect(annotated["&_v"] == version)
    let said = try #require(annotated[code])
    #expect(facts.isEmpty ? said == value : said.hasPrefix(value + "  "))
    for fact in facts { #expect(said.contains(fact)) }
  }

  @Test(arguments: [
    ("mi3.0.9", SDKVersion(3, 9)), ("mi3.1.7", SDKVersion(3, 17)), ("mi3.0.0", SDKVersion(3, 0)),
    ("mi3.1", nil), ("mi3.1.17", nil), ("ma3.1.7", nil), ("mi", nil), ("", nil), ("mi3.-1.7", nil),
    ("mi3.99999999999999999999.1", nil),
  ])
  func theReleaseOfAHit(_ text: String, _ version: SDKVersion?) {
    #expect(HitMeaning.release(text) == version)
  }
}
