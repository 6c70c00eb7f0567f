package import ScenarioEngine
import TagRuntime

/// A forecast for other programs and for pages: CSV, Markdown and SVG.
extension ForecastReport {
  /// The name of the columns of the CSV, with its version.
  package static let csvSchema = "tagsim.forecast.csv/2"

  /// Everything counted by day, hour, minute or tag, as one table: lines without their ends, in
  /// which the writer must make control characters visible.
  ///
  /// Each row has a kind, a subject, the container, a number, and, if the number is part of a
  /// whole, the whole and the interval of the share. Days, hours and minutes count from 1.
  package var csv: [String] {
    var table = ForecastTable()
    let counts = figures.part.counts
    table.add("schema", Self.csvSchema, count: 1)
    table.add("phones", "wanted", count: figures.part.identity.numbers.phones)
    table.add("phones", "played", count: counts.phones)
    for group in ForecastCounts.Group.allCases {
      for what in ForecastCounts.GroupCount.allCases {
        table.add("group", group.word, what.word, count: figures.count(what, of: group))
      }
    }
    for goal in ForecastFigures.goals {
      guard let (minute, low, high) = figures.minute(of: goal) else { continue }
      table.add("minute-of-percent", String(goal), "new", count: minute, low: low, high: high)
    }
    let hours = figures.minutes / 60
    for hour in 1...hours {
      table.add(
        "adopted-by-hour", String(hour), "new", figures.adopted(by: hour * 60), of: figures.inUse)
    }
    for reason in ForecastCounts.Reason.allCases {
      for hour in 1...hours where counts.waiting.contains(where: { $0[reason.rawValue] > 0 }) {
        table.add(
          "waiting-by-hour", String(hour), reason.word, counts.waiting[hour - 1][reason.rawValue],
          of: figures.inUse)
      }
    }
    for (kind, rows) in [("sessions-by-hour", counts.sessions), ("events-by-hour", counts.events)] {
      for container in ForecastCounts.Container.allCases {
        for hour in 1...hours {
          table.add(
            kind, String(hour), container.word, count: rows[hour - 1][container.rawValue])
        }
      }
    }
    for (kind, days) in [
      ("sessions-by-day", counts.daySessions), ("events-by-day", counts.dayEvents),
    ] {
      for (day, tally) in days.enumerated() { table.add(kind, String(day + 1), "new", tally, 0) }
    }
    for container in ForecastCounts.Container.allCases {
      table.add("events", "", container.word, counts.decided, container.rawValue)
    }
    // Starts a day before the publication, as the report does.
    for container in ForecastCounts.Container.allCases {
      let tally = counts.firings[container.rawValue]
      table.add("tag-phones", "", container.word, count: tally.phones)
      table.add("tag-sessions", "", container.word, count: tally.sum)
      for (place, tag) in figures.part.identity.tags.enumerated() {
        table.add("firings", tag, container.word, tally, place)
      }
    }
    for reason in ForecastCounts.Reason.allCases {
      table.add("without", reason.word, "", counts.reasons[reason.rawValue], of: counts.phones)
    }
    table.add("hits", "waited", count: counts.carried)
    table.add("hits", "made", count: counts.made)
    for (place, name) in ForecastCounts.fates.enumerated() {
      if name.hasPrefix("lost"), counts.hits.parts[place].sum == 0 { continue }
      table.add("hits", name, "", counts.hits, place)
    }
    for (name, minutes) in [("tag-server", counts.tagServer), ("collector", counts.collector)] {
      for (minute, count) in minutes.enumerated() where count > 0 {
        table.add(name + "-by-minute", String(minute + 1), count: count)
      }
    }
    for phone in counts.strangest {
      table.add("strange", String(phone.number), phone.reason?.word ?? "new", count: phone.score)
    }
    return table.lines
  }

  /// The sentences and the curve as a table, for a pull request or a page.
  package var report: HandedReport {
    var parts: [ReportPart] = basis.map { .text($0, .plain) }
    parts += [
      .heading("What changes", level: 2), .list(sentences.map { ReportItem(sentence: $0) }),
    ]
    if figures.inUse > 0 {
      parts += [.table(adoptionTable), .table(tagTable)]
    }
    return HandedReport(title: "Forecast: " + title, parts: parts)
  }

  private var adoptionTable: ReportTable {
    ReportTable(
      columns: ["after", "phones with it", "share", "95% interval"], numbers: [1, 2],
      rows: figures.moments.map { minute in
        let count = figures.adopted(by: minute)
        return ReportTable.Row(
          cells: [
            ForecastFigures.text(minute), ForecastFigures.text(count: count),
            ShareText.percent(count, of: figures.inUse),
            ShareText.intervalText(count, of: figures.inUse),
          ])
      })
  }

  private var tagTable: ReportTable {
    let firings = figures.part.counts.firings
    let (old, new) = (
      firings[ForecastCounts.Container.old.rawValue],
      firings[ForecastCounts.Container.new.rawValue]
    )
    let sessions = ReportTable.Row(
      cells: [
        "(sessions)", ForecastFigures.text(count: old.sum), ForecastFigures.text(count: new.sum),
      ])
    return ReportTable(
      columns: ["firings per 1,000 sessions", "under \(names.old)", "under \(names.new)"],
      numbers: [1, 2],
      rows: [sessions]
        + figures.part.identity.tags.enumerated().map { place, tag in
          ReportTable.Row(
            cells: [
              tag, ShareText.perThousand(old.rate(of: place)),
              ShareText.perThousand(new.rate(of: place)),
            ])
        })
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
      // One point per hour is finer than the picture.
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
    let days = minutes / 1440
    // There is room for a name every few days.
    for day in stride(from: 0, through: days, by: (days + 9) / 10) {
      let x = left + day * 1440 * width / minutes
      lines.append(
        "<text x=\"\(x)\" y=\"\(top + height + 18)\" text-anchor=\"middle\">day \(day)</text>")
    }
    lines += [
      "<polyline fill=\"none\" stroke=\"#0b57d0\" stroke-width=\"2\" points=\""
        + points.joined(separator: " ") + "\"/>",
      "<text x=\"\(left)\" y=\"18\">\(XMLText.escaped(title)): share of "
        + "\(ForecastFigures.text(count: figures.inUse)) phones used in the week before "
        + "that have it\(isPartial ? " (of a part of the phones)" : "")</text>",
      "</svg>",
    ]
    return lines
  }
}

/// The rows of the CSV.
private struct ForecastTable {
  private(set) var lines = [
    CSVText.titles(["kind", "of", "container", "count", "whole", "low", "high"])
  ]

  mutating func add(
    _ kind: String, _ what: String, _ container: String = "", count: Int, low: Int? = nil,
    high: Int? = nil
  ) {
    add(kind, what, container, count, nil, low.map { String($0) }, high.map { String($0) })
  }

  mutating func add(
    _ kind: String, _ what: String, _ container: String, _ part: Int, of whole: Int
  ) {
    let interval = ShareText.interval(part, of: whole)
    add(
      kind, what, container, part, whole, interval.map { ShareText.thousandths($0.low) },
      interval.map { ShareText.thousandths($0.high) })
  }

  mutating func add(
    _ kind: String, _ what: String, _ container: String, _ tally: PhoneTally, _ place: Int
  ) {
    let rate = tally.rate(of: place)
    add(
      kind, what, container, tally.parts[place].sum, tally.sum,
      rate.map { ShareText.thousandths($0.low) }, rate.map { ShareText.thousandths($0.high) })
  }

  private mutating func add(
    _ kind: String, _ what: String, _ container: String, _ count: Int, _ whole: Int?,
    _ low: String?, _ high: String?
  ) {
    lines.append(
      CSVText.row([
        .string(kind), .string(what), .string(container), .int(Int64(count)),
        whole.map { .int(Int64($0)) } ?? .string(""), .string(low ?? ""), .string(high ?? ""),
      ]))
  }
}
