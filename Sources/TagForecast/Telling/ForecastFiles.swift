import ScenarioEngine
import TagRuntime

/// A forecast for other programs and for pages: CSV, Markdown and SVG.
extension ForecastReport {
  /// The name of the columns of the CSV, with its version.
  package static let csvSchema = "tagsim.forecast.csv/1"

  /// Everything that is counted by day, by hour, by minute or by tag, as one table: lines without
  /// their ends, whose control characters are for whoever writes them to make visible.
  ///
  /// Each row has a kind, what it is about, the container, and a number.
  package var csv: [String] {
    let counts = figures.part.counts
    var lines = [CSVText.titles(["kind", "of", "container", "count"])]
    func add(_ kind: String, _ what: String, _ container: String, _ count: Int) {
      lines.append(
        CSVText.row([.string(kind), .string(what), .string(container), .int(Int64(count))]))
    }
    add("schema", Self.csvSchema, "", 1)
    add("phones", "played", "", counts.phones)
    add("phones", "in use", "", figures.inUse)
    let hours = figures.minutes / 60
    for hour in 0..<hours {
      add("adopted-by-hour", String(hour + 1), "new", figures.adopted(by: (hour + 1) * 60))
    }
    for (kind, rows) in [("sessions-by-hour", counts.sessions), ("events-by-hour", counts.events)] {
      for container in ForecastCounts.Container.allCases {
        for hour in 0..<hours {
          add(kind, String(hour + 1), container.word, rows[hour][container.rawValue])
        }
      }
    }
    for container in ForecastCounts.Container.allCases {
      let tally = counts.firings[container.rawValue]
      add("session-phones", "", container.word, tally.phones)
      add("sessions", "", container.word, tally.sum)
      for (tag, fired) in zip(figures.part.identity.tags, tally.parts) {
        add("firings", tag, container.word, fired.sum)
      }
    }
    for reason in ForecastCounts.Reason.allCases {
      add("without", reason.word, "", counts.reasons[reason.rawValue])
    }
    add("hits", "waited", "", counts.carried)
    add("hits", "made", "", counts.made)
    for (name, count, _) in figures.fates { add("hits", name, "", count) }
    for (name, minutes) in [("tag-server", counts.tagServer), ("collector", counts.collector)] {
      for (minute, count) in minutes.enumerated() where count > 0 {
        add(name + "-by-minute", String(minute), "", count)
      }
    }
    return lines
  }

  /// The sentences and the curve as a table, for a pull request.
  package var markdown: [String] {
    var lines = ["## Forecast: \(MarkdownText.plain(title))", "", "**What changes**", ""]
    lines += sentences.map { "- " + MarkdownText.plain($0) }
    guard figures.inUse > 0 else { return lines }
    lines += [
      "", "| after | phones with it | share | 95% interval |", "| --- | ---: | ---: | --- |",
    ]
    lines += figures.moments.map { minute in
      let count = figures.adopted(by: minute)
      return "| \(ForecastFigures.text(minute)) | \(ForecastFigures.text(count: count)) | "
        + "\(ShareText.percent(count, of: figures.inUse)) | "
        + "\(ShareText.intervalText(count, of: figures.inUse)) |"
    }
    let counts = figures.part.counts
    let (old, new) = (
      counts.firings[ForecastCounts.Container.old.rawValue],
      counts.firings[ForecastCounts.Container.new.rawValue]
    )
    let names = figures.part.identity
    lines += [
      "",
      "| fires in a thousand sessions | under v\(MarkdownText.plain(names.old)) | "
        + "under v\(MarkdownText.plain(names.new)) |", "| --- | ---: | ---: |",
      "| (sessions) | \(ForecastFigures.text(count: old.sum)) | "
        + "\(ForecastFigures.text(count: new.sum)) |",
    ]
    lines += names.tags.enumerated().map { place, tag in
      "| \(MarkdownText.plain(tag)) | \(ShareText.perThousand(old.rate(of: place))) | "
        + "\(ShareText.perThousand(new.rate(of: place))) |"
    }
    return lines
  }

  /// The curve of adoption as a picture.
  package var svg: [String] {
    let (width, height, left, top) = (640, 320, 60, 30)
    let inUse = max(1, figures.inUse)
    let minutes = figures.minutes
    var sum = 0
    var points: [String] = ["\(left),\(top + height)"]
    for (minute, more) in figures.part.counts.adopted.enumerated() {
      sum += more
      // One point an hour is finer than the picture.
      guard minute % 60 == 59 || minute == minutes - 1 else { continue }
      let x = left + (minute + 1) * width / minutes
      points.append("\(x),\(top + height - sum * height / inUse)")
    }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width + left + 40) "
        + "\(height + top + 50)\" font-family=\"sans-serif\" font-size=\"12\">",
      "<title>\(XMLText.escaped(title)): phones with the new version</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    for percent in [0, 25, 50, 75, 100] {
      let y = top + height - percent * height / 100
      lines.append(
        "<path d=\"M\(left) \(y)H\(left + width)\" stroke=\"#ccc\"/><text x=\"\(left - 8)\" "
          + "y=\"\(y + 4)\" text-anchor=\"end\">\(percent)%</text>")
    }
    for day in 0...(minutes / 1440) {
      let x = left + day * 1440 * width / minutes
      lines.append(
        "<text x=\"\(x)\" y=\"\(top + height + 18)\" text-anchor=\"middle\">day \(day)</text>")
    }
    lines += [
      "<polyline fill=\"none\" stroke=\"#0b57d0\" stroke-width=\"2\" points=\""
        + points.joined(separator: " ") + "\"/>",
      "<text x=\"\(left)\" y=\"18\">\(XMLText.escaped(title)): share of "
        + "\(ForecastFigures.text(count: figures.inUse)) phones in use that have it</text>",
      "</svg>",
    ]
    return lines
  }
}
