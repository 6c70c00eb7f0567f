import OrderedCollections
import ScenarioEngine
import TagRuntime

extension ForecastPart {
  /// The 95% intervals: for each row of the counts, the low and the high end of each share or rate,
  /// in thousandths; an empty row has no whole. Those of `minutes` are the minutes until each of
  /// the goals was reached, the low end and, within the forecast, the high end.
  var intervals: Value {
    let figures = ForecastFigures(self)
    func ends(_ part: Int, of whole: Int) -> [Int] {
      ShareText.interval(part, of: whole).map { [$0.low, $0.high] } ?? []
    }
    // The ends of the counts of a damaged part can be beyond all numbers.
    func thousandths(_ number: Double) -> Int { Int(min(number * 1000, 1e18).rounded()) }
    var rows: OrderedDictionary<String, [[Int]]> = [
      "minutes": ForecastFigures.goals.map { goal in
        figures.minute(of: goal).map { [$0.minute, $0.low] + [$0.high].compactMap { $0 } } ?? []
      },
      "adopted": figures.adoptedByHour.map { ends($0, of: figures.inUse) },
      "waiting": counts.waiting.map { $0.flatMap { ends($0, of: figures.inUse) } },
      "reasons": counts.reasons.map { ends($0, of: counts.phones) },
    ]
    for (name, path) in ForecastCounts.tallyPaths {
      rows[name] = counts[keyPath: path].map { tally in
        tally.parts.indices.compactMap { tally.rate(of: $0) }.flatMap {
          [thousandths($0.low), thousandths($0.high)]
        }
      }
    }
    return .map(rows.mapValues { .list($0.map { .counts($0) }) })
  }
}

extension ForecastReport {
  /// The curve of adoption as a picture.
  var curve: ReportPicture {
    let (width, height, left, top) = (640, 320, 60, 10)
    let minutes = figures.minutes
    // One point per hour is finer than the picture.
    let points = figures.adoptedByHour.enumerated().map { hour, sum in
      "\(left + (hour + 1) * 60 * width / minutes),\(top + height - sum * height / figures.inUse)"
    }
    var lines = [
      "<svg viewBox=\"0 0 \(width + left + 40) \(height + top + 30)\" role=\"img\" "
        + "font-family=\"sans-serif\" font-size=\"12\">",
      "<title>Phones with the new version</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    for percent in [0, 25, 50, 75, 100] {
      let y = top + height - percent * height / 100
      lines.append(
        "<path d=\"M\(left) \(y)H\(left + width)\" stroke=\"#ccc\"/><text x=\"\(left - 8)\" "
          + "y=\"\(y + 4)\" text-anchor=\"end\">\(percent)%</text>")
    }
    let days = minutes / 1440
    // There is room for a name every few days.
    for day in stride(from: 0, through: days, by: (days + 9) / 10) {
      let x = left + day * 1440 * width / minutes
      lines.append(
        "<text x=\"\(x)\" y=\"\(top + height + 18)\" text-anchor=\"middle\">day \(day)</text>")
    }
    lines += [
      "<polyline fill=\"none\" stroke=\"#0b57d0\" stroke-width=\"2\" points=\"\(left),"
        + "\(top + height) \(points.joined(separator: " "))\"/>",
      "</svg>",
    ]
    let caption =
      "Share of \(NumberText.grouped(figures.inUse)) phones used in the week before that "
      + "have \(names.new)\(isPartial ? " (of a part of the phones)" : "")"
    let text = ForecastCharts.curve(days: days, of: figures.inUse) {
      figures.adopted(by: minutes * $0 / $1)
    }
    return ReportPicture(title: caption, text: text, drawn: lines)
  }
}
