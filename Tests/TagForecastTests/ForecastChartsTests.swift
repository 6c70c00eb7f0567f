import Testing

@testable import TagForecast

/// What a forecast draws.
@Suite struct ForecastChartsTests {
  @Test func aCurveGrowsFromItsAxis() {
    let lines = ForecastCharts.curve(days: 2, of: 70) { $0 * 70 / $1 }
    #expect(lines.count == 10)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines[0].hasPrefix("  100% │") && lines[0].hasSuffix("█"))
    #expect(lines[4].hasPrefix("   50% │"))
    #expect(lines[8] == "    0% └" + String(repeating: "─", count: 70))
    #expect(lines[9] == "        day 1" + String(repeating: " ", count: 30) + "day 2")
    // Each row begins where the one below it has become full.
    let starts = lines[0..<8].map { Array($0).firstIndex { "▁▂▃▄▅▆▇█".contains($0) } ?? 0 }
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test(arguments: [1, 7, 14, 30, 60])
  func anyNumberOfDaysFits(_ days: Int) {
    let lines = ForecastCharts.curve(days: days, of: 5) { part, parts in part == parts ? 5 : 0 }
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines[9].contains("day 1"))
  }

  @Test func columnsStandForTheMost() {
    #expect(ForecastCharts.columns([0, 1, 4, 8], most: 8) == "·▁▄█")
    #expect(ForecastCharts.columns([0, 0], most: 0) == "··")
    #expect(ForecastCharts.bar(1, of: 2) == "██████████·········· ")
  }
}
