import OrderedCollections
import TagRuntime
import Testing

/// What is said beside the fields that the SDK adds.
@Suite struct HitMeaningTests {
  @Test(arguments: [
    (
      "&_u", ".oyL", "mi3.1.7",
      "the default tracker taken, an event built, send: sent by the app itself"
    ),
    (
      "&_u", ".nBL", "mi3.1.7",
      "a tracker made, setAll, send: sent by a GTM tag  (inferred: the first hit that a tag sent "
        + "in this process was not seen)"
    ),
    (
      "&_u", ".oKoyL", "mi3.1.7",
      "the default tracker taken, a field set on a tracker, the default tracker taken, an event "
        + "built, send: sent by the app itself  (inferred: each line of the app gets the "
        + "default tracker again)"
    ),
    (
      "&dm", "iPhone6,1", "mi3.1.2",
      "(inferred: known from 3.14 on, by hits of 3.14 and 3.17)"
    ),
    ("&_s", "4", "mi3.1.1", "(inferred: known from 3.14 on, by hits of 3.14 and 3.17)"),
    (
      "&sr", "320x568", "mi3.1.3",
      "(inferred: in points up to 3.10 and in pixels from 3.14 on, 3.13 is not known)"
    ),
    ("&dm", "iPhone6,1", "mi3.1.4", nil), ("&_s", "4", "mi3.1.7", nil),
    ("&sr", "320x568", "mi3.1.0", nil), ("&ds", "app", "mi3.1.0", nil),
    ("&dm", "iPhone6,1", "other", nil),
  ])
  func whatIsSaid(_ code: String, _ value: String, _ version: String, _ words: String?) {
    let annotated = HitMeaning.annotated(["&_v": version, code: value])
    #expect(annotated["&_v"] == version)
    #expect(annotated[code] == value + (words.map { "  " + $0 } ?? ""))
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
