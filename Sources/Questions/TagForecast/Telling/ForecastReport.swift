package import ScenarioEngine
import TagRuntime

/// A forecast in words: first the changes, then the figures, each with its number of phones.
package struct ForecastReport: Reported {
  let figures: ForecastFigures
  /// Whether to draw bars beside the figures.
  let hasBars: Bool
  private var part: ForecastPart { figures.part }
  private var counts: ForecastCounts { part.counts }
  /// The names of the versions: `v7`, or a word for a version without a number.
  var names: (old: String, new: String) {
    func name(_ version: String, _ word: String) -> String {
      guard let first = version.first else { return word }
      return first.isNumber ? "v" + version : version
    }
    return (name(part.identity.old, "old"), name(part.identity.new, "new"))
  }

  /// Creates a report of a forecast.
  ///
  /// - Parameters:
  ///   - part: the part that was played.
  ///   - hasBars: whether to draw bars beside the figures.
  package init(_ part: ForecastPart, hasBars: Bool = true) {
    figures = ForecastFigures(part)
    self.hasBars = hasBars
  }

  /// The sums, for comparing two forecasts.
  package var facts: (phones: Int, inUse: Int, adopted: Int, made: Int, sent: Int) {
    (counts.phones, figures.inUse, figures.adopted, counts.made, figures.hits(.sent))
  }

  /// The forecast for people: what changes in sentences, then the figures.
  package var page: HandedReport {
    var parts: [ReportPart] = basis.map { .text($0, .plain) }
    parts += [
      .text("± and ranges are 95% intervals", .plain), .heading("What changes", level: 2),
      .list(sentences.map { ReportItem(sentence: $0) }),
    ]
    parts += adoption + waiting + days + rest + tags + hits
    parts += load("Tag server", counts.tagServer) + load("Collector", counts.collector) + strange
    var report = HandedReport(title: "Forecast: " + title, parts: parts)
    (report.columns, report.isChapter) = (80, true)
    return report
  }

  package var document: String { part.json }

  /// `GTM-AB12 v7 → v8`
  var title: String { "\(part.identity.container) \(names.old) → \(names.new)" }

  /// Whether some phones were not played.
  var isPartial: Bool { counts.phones < part.identity.numbers.phones }

  /// The basis of the forecast: phones, days, population and journeys.
  var basis: [String] {
    let numbers = part.identity.numbers
    let played = NumberText.grouped(counts.phones)
    let whole = NumberText.grouped(numbers.phones)
    return [
      "\(isPartial ? "\(played) of \(whole)" : whole) phones, "
        + "\(Counted.text(Int(numbers.days), "day")) from \(figures.clock(0)) UTC; "
        + "\(part.identity.population), seed \(numbers.seed)",
      "journeys: " + part.identity.journeys.joined(separator: ", "),
    ]
  }

  // MARK: In sentences

  var sentences: [String] {
    let (of, opened) = (ForecastCounts.Group.allCases, ForecastCounts.GroupCount.opened)
    guard of.contains(where: { figures.count(opened, of: $0) > 0 }) else {
      return figures.count(.phones, of: .otherSDK) == counts.phones
        ? ["All phones have the app with the other SDK generation, so nothing changes."]
        : ["No phone opens the app after publication, so nothing changes."]
    }
    let inUse =
      figures.inUse > 0
      ? [adoptionSentence, restSentence] : ["No phone was used in the week before the publication."]
    return inUse + otherSentences + [eventSentence] + tagSentences + [hitSentence] + undoneSentence
  }

  /// Sentences about the phones that the curve does not count.
  private var otherSentences: [String] {
    func text(_ what: ForecastCounts.GroupCount, _ group: ForecastCounts.Group) -> String {
      NumberText.grouped(figures.count(what, of: group))
    }
    func phones(_ group: ForecastCounts.Group) -> String {
      text(.phones, group) + (figures.count(.phones, of: group) == 1 ? " phone" : " phones")
    }
    let told: [(ForecastCounts.Group, String)] = [
      (
        .installed,
        "In addition, \(phones(.installed)) got the app after publication; with "
          + "\(names.new) at the end: \(text(.new, .installed))."
      ),
      (
        .resting,
        "In addition, \(phones(.resting)) had the app but did not use it in the week before; used "
          + "later: \(text(.opened, .resting)), with \(names.new): \(text(.new, .resting))."
      ),
      (
        .otherSDK,
        "In addition, \(phones(.otherSDK)) got the app with the other SDK generation, and "
          + "none of these containers."
      ),
    ]
    return told.filter { figures.count(.phones, of: $0.0) > 0 }.map(\.1)
  }

  private var undoneSentence: [String] {
    guard counts.undone > 0 else { return [] }
    let (undone, steps) = (counts.undone, counts.steps)
    return [
      "\(NumberText.grouped(undone)) of \(NumberText.grouped(steps)) "
        + "session steps were not possible, because the phone showed something else then."
    ]
  }

  private var adoptionSentence: String {
    let end = Counted.text(Int(part.identity.numbers.days), "day")
    let told = ForecastFigures.goals.map { goal in
      guard let (minute, low, high) = figures.minute(of: goal) else {
        return "\(goal)% not within \(end)"
      }
      let last = high.map { ForecastFigures.text($0) } ?? "later than \(end)"
      return "\(goal)% after \(ForecastFigures.text(minute)) "
        + "(\(ForecastFigures.text(low)) to \(last))"
    }
    return "Of the phones used in the week before, \(names.new) reaches "
      + told.joined(separator: ", ") + "."
  }

  private var restSentence: String {
    let (adopted, inUse) = (figures.adopted, figures.inUse)
    return
      "\(NumberText.grouped(adopted)) of \(NumberText.grouped(inUse)) phones "
      + "in use have it at the end (\(ShareText.percent(adopted, of: inUse)), 95% interval "
      + "\(ShareText.intervalText(adopted, of: inUse)))."
  }

  private var eventSentence: String {
    if counts.decided.sum == 0 { return "No events are evaluated." }
    func share(_ container: ForecastCounts.Container) -> String {
      guard let rate = counts.decided.rate(of: container.rawValue) else { return "none" }
      return ShareText.percent(counts.decided.parts[container.rawValue].sum, of: counts.decided.sum)
        + " (" + ShareText.intervalText(rate) + ")"
    }
    return "Of \(NumberText.grouped(counts.decided.sum)) events on "
      + "\(NumberText.grouped(counts.decided.phones)) phones, \(share(.old)) are still "
      + "decided by \(names.old), and \(share(.default)) by the default container or none."
  }

  /// The most tags whose changes are listed.
  private static let toldTags = 8

  private var tagSentences: [String] {
    let (old, new) = (sessions(.old), sessions(.new))
    let changed = part.identity.tags.indices.compactMap { tag -> String? in
      guard let was = old.rate(of: tag), let will = new.rate(of: tag),
        was.high < will.low || will.high < was.low,
        // A difference below a fiftieth can come from the last sessions, which are cut off.
        abs(was.value - will.value) * 50 > max(was.value, will.value)
      else { return nil }
      return "\"\(part.identity.tags[tag])\" fires \(ShareText.perThousand(will)) times in a "
        + "thousand sessions under \(names.new), and \(ShareText.perThousand(was)) under "
        + "\(names.old)."
    }
    if changed.isEmpty, old.sum > 0, new.sum > 0, !part.identity.tags.isEmpty {
      return [
        "No tag fires measurably more or less often under \(names.new) than under \(names.old), in "
          + "\(NumberText.grouped(old.sum)) and "
          + "\(NumberText.grouped(new.sum)) sessions."
      ]
    }
    let more = changed.count - Self.toldTags
    return changed.prefix(Self.toldTags)
      + (more > 0 ? ["\(Counted.text(more, "more tag")) differ; the table below has all."] : [])
  }

  private var hitSentence: String {
    if counts.hits.sum == 0 { return "There are no hits." }
    func count(_ fate: ForecastCounts.Fate?) -> String { NumberText.grouped(figures.hits(fate)) }
    return
      "Of \(NumberText.grouped(counts.hits.sum)) hits that waited or were made after, "
      + "\(count(.late)) arrived too late for the reports of their day (04:00 the next day, "
      + "\(part.identity.zone)), \(count(nil)) were lost, \(count(.doubled)) reached the "
      + "collector twice, and \(count(.waiting)) wait at the end."
  }

  // MARK: Tables

  /// A row: a name, the part of a whole that its bar shows, and figures.
  private typealias Row = (name: String, part: Int, of: Int, figures: [String])

  /// Returns a table under a heading, with a column of bars if they are wanted.
  private func table(_ heading: String, _ columns: [String], _ rows: [Row]) -> [ReportPart] {
    chapter(
      heading, columns.prefix(1) + (hasBars ? [""] : []) + columns.dropFirst(),
      bars: hasBars ? 1 : nil,
      rows.map { row in
        [row.name] + (hasBars ? [ForecastCharts.bar(row.part, of: row.of)] : []) + row.figures
      })
  }

  /// Returns a table of figures under a heading; nothing if it has no rows.
  private func chapter(
    _ heading: String, _ columns: [String], texts: Set<Int> = [0], bars: Int? = nil,
    _ rows: [[String]]
  ) -> [ReportPart] {
    if rows.isEmpty { return [] }
    let numbers = Set(columns.indices).subtracting(texts).subtracting([bars].compactMap { $0 })
    let table = ReportTable(
      columns: columns, numbers: numbers, bars: bars, rows: rows.map { ReportTable.Row(cells: $0) })
    return [.heading(heading, level: 2), .table(table)]
  }

  private var adoption: [ReportPart] {
    let inUse = figures.inUse
    guard inUse > 0 else { return [] }
    var parts = table(
      "Phones with \(names.new), of \(NumberText.grouped(inUse)) used in the week before",
      ["after", "share", "phones", "95% interval"],
      figures.moments.map { minute in
        let count = figures.adopted(by: minute)
        return (
          ForecastFigures.text(minute), count, inUse,
          [
            ShareText.percent(count, of: inUse), NumberText.grouped(count),
            ShareText.intervalText(count, of: inUse),
          ]
        )
      })
    if hasBars { parts.insert(.picture(curve), at: 1) }
    return parts
  }

  /// The phones without the new version, by reason.
  private var waiting: [ReportPart] {
    let reasons = ForecastCounts.Reason.allCases.filter { reason in
      counts.waiting.contains { $0[reason.rawValue] > 0 }
    }
    guard !reasons.isEmpty else { return [] }
    // With many reasons, there is only room for the numbers.
    let hasShares = reasons.count <= 3
    return chapter(
      "The other phones, and why: phones" + (hasShares ? ", and their share" : ""),
      ["after"] + reasons.map { hasShares ? $0.words.short : $0.words.tersest },
      figures.moments.map { minute in
        [ForecastFigures.text(minute)]
          + reasons.map { reason in
            let count = counts.waiting[minute / 60 - 1][reason.rawValue]
            return NumberText.grouped(count)
              + (hasShares ? "  " + ShareText.percent(count, of: figures.inUse) : "")
          }
      })
  }

  /// The part of each day's sessions and events that the new version decides.
  private var days: [ReportPart] {
    guard counts.daySessions.contains(where: { $0.sum > 0 }) else { return [] }
    return chapter(
      "Decided by \(names.new), by day", ["day", "phones", "of sessions", "of events"],
      zip(counts.daySessions, counts.dayEvents).enumerated().map { day, shares in
        [
          String(day + 1), NumberText.grouped(shares.0.phones),
          ShareText.percent(shares.0.rate(of: 0)), ShareText.percent(shares.1.rate(of: 0)),
        ]
      })
  }

  private var rest: [ReportPart] {
    let missing = counts.reasons.reduce(0, +)
    guard missing > 0 else { return [] }
    let reasons = ForecastCounts.Reason.allCases.filter { counts.reasons[$0.rawValue] > 0 }
    return chapter(
      "Phones without it at the end: \(NumberText.grouped(missing)) of "
        + NumberText.grouped(counts.phones), ["phones", "of all", "95% interval", "why"],
      texts: [3],
      reasons.map { reason in
        let count = counts.reasons[reason.rawValue]
        return [
          NumberText.grouped(count), ShareText.percent(count, of: counts.phones),
          ShareText.intervalText(count, of: counts.phones), reason.words.long,
        ]
      })
  }

  private func sessions(_ container: ForecastCounts.Container) -> PhoneTally {
    counts.firings[container.rawValue]
  }

  private var tags: [ReportPart] {
    let containers = ForecastCounts.Container.allCases.filter { sessions($0).sum > 0 }
    guard !containers.isEmpty else { return [] }
    let heads = ["default", names.old, "changing", names.new]
    let rows =
      [
        ["phones"] + containers.map { NumberText.grouped(sessions($0).phones) },
        ["sessions"] + containers.map { NumberText.grouped(sessions($0).sum) },
      ]
      + part.identity.tags.enumerated().map { place, tag in
        [tag] + containers.map { ShareText.perThousand(sessions($0).rate(of: place)) }
      }
    return chapter(
      "Tags: firings per 1,000 sessions under each container, starting one day before",
      ["tag"] + containers.map { String(heads[$0.rawValue].prefix(14)) }, rows)
  }

  private var hits: [ReportPart] {
    let all = counts.hits.sum
    if all == 0 { return [] }
    let told = [
      "waiting": "wait at the end", "late": "too late for their day", "doubled": "received twice",
    ]
    return table(
      "Hits after the publication, on \(NumberText.grouped(counts.hits.phones)) phones",
      ["what happened", "hits", "share"],
      [("waited before it", counts.carried), ("made", counts.made)].map {
        ($0, $1, all, [NumberText.grouped($1), ShareText.percent($1, of: all)])
      }
        + figures.fates.map {
          (
            told[$0.name] ?? $0.name, $0.count, all,
            [NumberText.grouped($0.count), ShareText.percent($0.share)]
          )
        })
  }

  /// The most days whose load is shown by the hour.
  private static let loadDays = 14

  /// The requests of these phones to a server: a row per day with one column per hour.
  private func load(_ name: String, _ minutes: [Int]) -> [ReportPart] {
    guard figures.peak(minutes) != nil else { return [] }
    let hours = stride(from: 0, to: minutes.count, by: 60).map { (start: Int) -> Int in
      minutes[start..<(start + 60)].reduce(0, +)
    }
    let most = hours.max() ?? 0
    let days = min(minutes.count / 1440, Self.loadDays)
    let place = hasBars ? ", a column for each hour from \(figures.clock(0)) UTC" : ", in UTC"
    let parts = chapter(
      "\(name): \(NumberText.grouped(hours.reduce(0, +))) requests\(place)",
      ["day", "requests", "peak per minute", "at", "hours"], bars: 4,
      (0..<days).map { day in
        let columns = hours[(day * 24)..<(day * 24 + 24)]
        let peak = figures.peak(Array(minutes[(day * 1440)..<(day * 1440 + 1440)]))
        return [
          String(day + 1), NumberText.grouped(columns.reduce(0, +)),
          peak.map { NumberText.grouped($0.count) } ?? "",
          peak.map { figures.clock($0.minute) } ?? "",
          hasBars
            ? ForecastCharts.columns(columns, most: most)
            : columns.map { NumberText.grouped($0) }.joined(separator: " "),
        ]
      })
    return parts
      + (minutes.count / 1440 > days ? [.text("later days are in the JSON", .plain)] : [])
  }

  private var strange: [ReportPart] {
    chapter(
      "Outliers of each kind (--phone N -o FILE saves one as a scenario)", ["phone", "what"],
      texts: [1],
      counts.strangest.map { phone in
        let new = phone.minutesToNew.map {
          "\(names.new) \(ForecastFigures.text($0)) after the app was opened"
        }
        let parts = [
          new ?? "never \(names.new)" + (phone.reason.map { ": \($0.words.short)" } ?? ""),
          phone.lost > 0 ? Counted.text(phone.lost, "hit") + " lost" : nil,
          phone.late > 0 ? "\(phone.late) late" : nil,
          phone.doubled > 0 ? "\(phone.doubled) received twice" : nil,
          phone.waiting > 0 ? "\(phone.waiting) waiting" : nil,
        ]
        return [String(phone.number), parts.compactMap { $0 }.joined(separator: ", ")]
      })
  }
}
