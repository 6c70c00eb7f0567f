import TagRuntime
import TextKit

/// A forecast in words: first the changes, then the figures, each with its number of phones.
package struct ForecastReport {
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

  package var lines: [String] {
    let parts = [
      ["Forecast: " + title] + about, ["What changes"] + sentences.flatMap { wrapped($0) },
      adoption, waiting, days, rest, tags, hits, load, strange,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

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

  private var about: [String] {
    basis.flatMap { wrapped($0) } + [
      "  ± and ranges are 95% intervals"
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

  private var adoption: [String] {
    guard figures.inUse > 0 else { return [] }
    let inUse = figures.inUse
    return [
      "Phones with \(names.new), of \(NumberText.grouped(inUse)) used in the week before"
    ]
      + curve + (hasBars ? [""] : [])
      + figures.moments.map { minute in
        let count = figures.adopted(by: minute)
        return "  after " + padded(ForecastFigures.text(minute), 7) + bar(count, of: inUse)
          + right(ShareText.percent(count, of: inUse), 7)
          + right(NumberText.grouped(count), 11) + " phones   "
          + ShareText.intervalText(count, of: inUse)
      }
  }

  private var curve: [String] {
    guard hasBars else { return [] }
    return ForecastCharts.curve(days: Int(part.identity.numbers.days), of: figures.inUse) {
      figures.adopted(by: figures.minutes * $0 / $1)
    }
  }

  /// The phones without the new version, by reason.
  private var waiting: [String] {
    let inUse = figures.inUse
    let reasons = ForecastCounts.Reason.allCases.filter { reason in
      counts.waiting.contains { $0[reason.rawValue] > 0 }
    }
    guard !reasons.isEmpty else { return [] }
    // With many reasons, there is only room for the numbers.
    let hasShares = reasons.count <= 3
    func row(_ head: String, _ cell: (ForecastCounts.Reason) -> String) -> String {
      "  " + padded(head, 13) + reasons.map { right(cell($0), hasShares ? 20 : 12) }.joined()
    }
    return [
      "The other phones, and why: phones" + (hasShares ? ", and their share" : ""),
      row("") { hasShares ? $0.words.short : $0.words.tersest },
    ]
      + figures.moments.map { minute in
        row("after " + ForecastFigures.text(minute)) { reason in
          let count = counts.waiting[minute / 60 - 1][reason.rawValue]
          return NumberText.grouped(count)
            + (hasShares ? right(ShareText.percent(count, of: inUse), 7) : "")
        }
      }
  }

  /// The part of each day's sessions and events that the new version decides.
  private var days: [String] {
    guard counts.daySessions.contains(where: { $0.sum > 0 }) else { return [] }
    return ["Decided by \(names.new), by day"]
      + zip(counts.daySessions, counts.dayEvents).enumerated().map { day, shares in
        "  day " + padded(String(day + 1), 3)
          + right(NumberText.grouped(shares.0.phones), 10) + " phones"
          + right(ShareText.percent(shares.0.rate(of: 0)), 14) + " of sessions"
          + right(ShareText.percent(shares.1.rate(of: 0)), 14) + " of events"
      }
  }

  private var rest: [String] {
    let missing = counts.reasons.reduce(0, +)
    guard missing > 0 else { return [] }
    let reasons = ForecastCounts.Reason.allCases.filter { counts.reasons[$0.rawValue] > 0 }
    return [
      "Phones without it at the end: \(NumberText.grouped(missing)) of "
        + NumberText.grouped(counts.phones)
    ]
      + reasons.flatMap { reason in
        let count = counts.reasons[reason.rawValue]
        return [
          "  " + reason.words.long,
          "    " + bar(count, of: missing) + right(NumberText.grouped(count), 11)
            + " phones  " + right(ShareText.percent(count, of: counts.phones), 6) + " of all, "
            + ShareText.intervalText(count, of: counts.phones),
        ]
      }
  }

  private func sessions(_ container: ForecastCounts.Container) -> PhoneTally {
    counts.firings[container.rawValue]
  }

  /// The width of a container's figures in columns.
  private static let rateWidth = 15

  private var tags: [String] {
    let containers = ForecastCounts.Container.allCases.filter { sessions($0).sum > 0 }
    guard !containers.isEmpty else { return [] }
    let heads = ["default", names.old, "changing", names.new]
    let width = min(28, 77 - containers.count * Self.rateWidth)
    func row(_ name: String, _ cell: (ForecastCounts.Container) -> String) -> String {
      "  " + padded(name, width)
        + containers.map { " " + right(cell($0), Self.rateWidth - 1) }.joined()
    }
    return [
      "Tags: firings per 1,000 sessions under each container, starting one day before",
      row("") { String(heads[$0.rawValue].prefix(Self.rateWidth - 1)) },
      row("phones") { NumberText.grouped(sessions($0).phones) },
      row("sessions") { NumberText.grouped(sessions($0).sum) },
    ]
      + part.identity.tags.enumerated().map { place, tag in
        row(tag) { ShareText.perThousand(sessions($0).rate(of: place)) }
      }
  }

  private var hits: [String] {
    let all = counts.hits.sum
    if all == 0 { return [] }
    func row(_ name: String, _ count: Int, _ share: String) -> String {
      "  " + padded(name, 22) + bar(count, of: all)
        + right(NumberText.grouped(count), 11) + right(share, 13)
    }
    let told = [
      "sent": "sent", "waiting": "wait at the end", "late": "too late for their day",
      "doubled": "received twice",
    ]
    return [
      "Hits after the publication, on \(NumberText.grouped(counts.hits.phones)) phones"
    ]
      + [("waited before it", counts.carried), ("made", counts.made)].map {
        row($0, $1, ShareText.percent($1, of: all))
      }
      + figures.fates.map { row(told[$0.name] ?? $0.name, $0.count, ShareText.percent($0.share)) }
  }

  /// The most days whose load is shown by the hour.
  private static let loadDays = 14

  private var load: [String] {
    let servers = [("Tag server", counts.tagServer), ("Collector", counts.collector)]
    return Array(
      servers.compactMap { name, minutes -> [String]? in
        guard figures.peak(minutes) != nil else { return nil }
        return load(name, minutes)
      }.joined(separator: [""]))
  }

  /// The requests of these phones to a server, one line per day with one column per hour.
  private func load(_ name: String, _ minutes: [Int]) -> [String] {
    let hours = stride(from: 0, to: minutes.count, by: 60).map { (start: Int) -> Int in
      minutes[start..<(start + 60)].reduce(0, +)
    }
    let most = hours.max() ?? 0
    let days = min(minutes.count / 1440, Self.loadDays)
    let place = hasBars ? ", a column for each hour from \(figures.clock(0)) UTC" : ", in UTC"
    var lines = ["\(name): \(NumberText.grouped(hours.reduce(0, +))) requests\(place)"]
    for day in 0..<days {
      let columns = hours[(day * 24)..<(day * 24 + 24)]
      let peak = figures.peak(Array(minutes[(day * 1440)..<(day * 1440 + 1440)]))
      var line = "  day " + padded(String(day + 1), 3)
      if hasBars { line += ForecastCharts.columns(columns, most: most) + " " }
      line += right(NumberText.grouped(columns.reduce(0, +)), 11)
      if let peak {
        let count = NumberText.grouped(peak.count)
        line += ", peak per minute \(count), at \(figures.clock(peak.minute))"
      }
      lines.append(line)
      if !hasBars { lines += self.hours(Array(columns)) }
    }
    if minutes.count / 1440 > days { lines.append("  later days are in the JSON") }
    return lines
  }

  /// The hours of a day as numbers, six per line.
  private func hours(_ columns: [Int]) -> [String] {
    stride(from: 0, to: columns.count, by: 6).map { first in
      "    from \(figures.clock(first * 60))"
        + columns[first..<(first + 6)].map { right(NumberText.grouped($0), 10) }.joined()
    }
  }

  private var strange: [String] {
    guard !counts.strange.isEmpty else { return [] }
    return ["Outliers of each kind (--phone N -o FILE saves one as a scenario)"]
      + counts.strangest.flatMap { phone in
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
        let told = wrapped(parts.compactMap { $0 }.joined(separator: ", "), columns: 60)
        let head = "  phone " + right(String(phone.number), 8)
        return told.enumerated().map { ($0.offset == 0 ? head : padded("", 15)) + $0.element }
      }
  }

  // MARK: Layout

  private func bar(_ part: Int, of whole: Int) -> String {
    hasBars ? ForecastCharts.bar(part, of: whole) : ""
  }

  private func padded(_ text: String, _ width: Int) -> String {
    TextWidth.padded(text, to: width) + " "
  }

  /// The width to which sentences wrap, so that they fit a terminal of eighty columns.
  private static let sentenceColumns = 76

  private func wrapped(_ sentence: String, columns: Int = sentenceColumns) -> [String] {
    HelpText.wrapped(sentence, columns: columns).enumerated().map { index, line in
      (index == 0 ? "  " : "    ") + line
    }
  }

  private func right(_ text: String, _ width: Int) -> String {
    TextWidth.filled(text, to: width, alignment: .trailing)
  }
}
