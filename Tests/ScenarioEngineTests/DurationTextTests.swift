import TagRuntime
import Testing

@testable import ScenarioEngine

/// Durations: one unit or several, and a way out for everything that looks like one.
struct DurationTextTests {
  private static let good: [(text: String, milliseconds: Int64)] = [
    ("500ms", 500), ("0s", 0), ("2s", 2000), ("2m", 120_000), ("12h", 43_200_000),
    ("3d", 259_200_000), ("1h30m", 5_400_000), ("11h59m", 43_140_000), ("2m05s", 125_000),
    ("3d04h", 273_600_000), ("1d1h1m1s1ms", 90_061_001), ("1h500ms", 3_600_500),
    ("90m90s", 5_490_000), ("36500d", 3_153_600_000_000),
  ]

  @Test(arguments: good)
  func reads(_ text: String, _ milliseconds: Int64) {
    #expect(DurationText.read(text) == .duration(.milliseconds(milliseconds)))
  }

  /// What the program prints from a minute on can be written.
  @Test(arguments: [60, 125, 3599, 3600, 43_140, 86_399, 86_400, 273_600, 5_000_000])
  func readsWhatIsPrinted(_ seconds: Int64) {
    let text = Duration.seconds(seconds).shortText
    guard case .duration(let duration) = DurationText.read(text) else {
      Issue.record("\(text) is no duration")
      return
    }
    #expect(duration.shortText == text)
  }

  /// What is written can be read.
  @Test(arguments: [
    (0, "0s"), (1, "1ms"), (999, "999ms"), (60_000, "1m"), (125_000, "2m5s"),
    (3_600_500, "1h500ms"),
  ])
  func writes(_ milliseconds: Int64, _ text: String) {
    #expect(DurationText.text(.milliseconds(milliseconds)) == text)
    #expect(DurationText.read(text) == .duration(.milliseconds(milliseconds)))
  }

  private static let bad: [(text: String, reading: DurationText.Reading)] = [
    ("30", .withoutUnit), ("", .other), ("s", .other), ("2w", .other), ("-2s", .other),
    ("2s2s", .other), ("30m1h", .other), ("1h30", .other), ("2 s", .other), ("1..5h", .other),
    ("1.5", .other), ("1.h", .other), ("36500d1ms", .tooLong), ("36501d", .tooLong),
    ("9223372036854775807ms", .tooLong), ("99999999999999999999d", .tooLong),
    ("106751991167d9223372036854775807h", .tooLong),
    ("1.5h", .fraction(instead: ["1h30m", "90m"])), ("1,5h", .fraction(instead: ["1h30m", "90m"])),
    ("0.5s", .fraction(instead: ["500ms"])), ("2.5d", .fraction(instead: ["2d12h", "60h"])),
    ("1.0h", .fraction(instead: ["1h"])), ("0.0s", .fraction(instead: [])),
    ("0.0001s", .fraction(instead: [])), ("1.123456789h", .fraction(instead: [])),
    ("1.5h30m", .other),
  ]

  @Test(arguments: bad)
  func refuses(_ text: String, _ reading: DurationText.Reading) {
    #expect(DurationText.read(text) == reading)
  }

  private static let sentences: [(text: String, sentence: String)] = [
    ("1.5h", "found '1.5h', expected a duration without a fraction: write 1h30m or 90m"),
    ("0.0001s", "found '0.0001s', expected a duration without a fraction"),
    ("99999d", "found '99999d', expected a duration of at most 36500d"),
  ]

  @Test(arguments: sentences)
  func sentence(_ text: String, _ sentence: String) {
    let error = #expect(throws: ScenarioError.self) {
      try StatementParser.parse(line: "wait \(text)")
    }
    #expect(error?.sentence == sentence)
  }
}
