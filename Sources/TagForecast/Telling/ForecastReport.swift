import TagRuntime

/// A forecast in words: what changes first, then the figures, each with the phones behind it.
package struct ForecastReport {
  let figures: ForecastFigures
  /// Whether bars stand beside the figures.
  let hasBars: Bool
  private var part: ForecastPart { figures.part }
  private var counts: ForecastCounts { part.counts }
  private var names: (old: String, new: String) { (part.identity.old, part.identity.new) }

  /// How wide a bar is that stands for everything.
  private static let barWidth = 20

  /// A report of a forecast.
  ///
  /// - Parameters:
  ///   - part: what was played.
  ///   - hasBars: whether bars stand beside the figures.
  package init(_ part: ForecastPart, hasBars: Bool = true) {
    figures = ForecastFigures(part)
    self.hasBars = hasBars
  }

  /// The sums, for whoever compares two forecasts.
  package var facts: (phones: Int, inUse: Int, adopted: Int, made: Int, sent: Int) {
    (counts.phones, figures.inUse, figures.adopted, counts.made, counts.sent)
  }

  /// The report as lines.
  package var lines: [String] {
    let parts = [
      ["Forecast: " + title] + about, ["What changes"] + sentences.flatMap(wrapped),
      adoption, days, rest, tags, hits, load, strange,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// `GTM-AB12 v7 → v8`
  var title: String { "\(part.identity.container) v\(names.old) → v\(names.new)" }

  private var about: [String] {
    let numbers = part.identity.numbers
    let played = ForecastFigures.text(count: counts.phones)
    let whole = ForecastFigures.text(count: numbers.phones)
    return [
      "  \(played == whole ? whole : "\(played) of \(whole)") phones, "
        + "\(Counted.text(Int(numbers.days), "day")) from \(figures.clock(0)) UTC; "
        + "\(part.identity.population), seed \(numbers.seed)",
      "  journeys: " + part.identity.journeys.joined(separator: ", "),
    ]
  }

  // MARK: In sentences

  /// What changes, in sentences.
  var sentences: [String] {
    guard figures.inUse > 0 else {
      return ["Nobody opens the app after the publication, so nothing changes."]
    }
    return [adoptionSentence, restSentence, eventSentence] + tagSentences + [hitSentence]
  }

  private var adoptionSentence: String {
    let end = Counted.text(Int(part.identity.numbers.days), "day")
    let told = ForecastFigures.goals.map { goal in
      figures.minute(of: goal).map { "\(goal)% after \(ForecastFigures.text($0))" }
        ?? "\(goal)% not within \(end)"
    }
    return "Of the phones in use v\(names.new) reaches " + told.joined(separator: ", ") + "."
  }

  private var restSentence: String {
    let (adopted, inUse) = (figures.adopted, figures.inUse)
    return
      "\(ForecastFigures.text(count: adopted)) of \(ForecastFigures.text(count: inUse)) phones "
      + "in use have it at the end (\(ShareText.percent(adopted, of: inUse)), 95% interval "
      + "\(ShareText.intervalText(adopted, of: inUse)))."
  }

  private var eventSentence: String {
    let all = figures.events
    let old = figures.sum(counts.events, .old)
    let bundled = figures.sum(counts.events, .default)
    return "Of \(ForecastFigures.text(count: all)) events \(ShareText.percent(old, of: all)) are "
      + "still decided by v\(names.old), and \(ShareText.percent(bundled, of: all)) by the default "
      + "container or none."
  }

  /// The tags that fire otherwise, at most so many.
  private static let toldTags = 8

  private var tagSentences: [String] {
    let (old, new) = (sessions(.old), sessions(.new))
    guard old > 0, new > 0 else { return [] }
    let changed = zip(part.identity.tags, counts.firings).compactMap { tag, fired -> String? in
      let ofOld = fired[ForecastCounts.Container.old.rawValue]
      let ofNew = fired[ForecastCounts.Container.new.rawValue]
      // By less than a fiftieth they differ where the last sessions are cut off.
      let (one, other) = (ofOld * new, ofNew * old)
      guard abs(one - other) * 50 > max(one, other) else { return nil }
      let was = ShareText.perThousand(ofOld, of: old)
      let will = ShareText.perThousand(ofNew, of: new)
      return
        "\"\(tag)\" fires \(will) times in a thousand sessions under v\(names.new), and \(was) "
        + "under v\(names.old)."
    }
    let more = changed.count - Self.toldTags
    return changed.prefix(Self.toldTags)
      + (more > 0 ? ["\(Counted.text(more, "more tag")) differ; the table below has all."] : [])
  }

  private var hitSentence: String {
    let lost = counts.lost.reduce(0, +)
    return "Of \(ForecastFigures.text(count: counts.made)) hits "
      + "\(ForecastFigures.text(count: counts.late)) came too late for the reports of their day, "
      + "\(ForecastFigures.text(count: lost)) were lost, "
      + "\(ForecastFigures.text(count: counts.doubled)) reached the collector twice."
  }

  // MARK: Tables

  private var adoption: [String] {
    guard figures.inUse > 0 else { return [] }
    let inUse = figures.inUse
    return ["Phones with v\(names.new), of \(ForecastFigures.text(count: inUse)) in use"]
      + figures.moments.map { minute in
        let count = figures.adopted(by: minute)
        return "  after " + padded(ForecastFigures.text(minute), 7) + bar(count, of: inUse)
          + right(ShareText.percent(count, of: inUse), 7)
          + right(ForecastFigures.text(count: count), 11) + " phones   "
          + ShareText.intervalText(count, of: inUse)
      }
  }

  /// How much of what happens on each day the new version decides.
  private var days: [String] {
    guard figures.inUse > 0 else { return [] }
    let new = ForecastCounts.Container.new
    func share(_ rows: ArraySlice<ForecastCounts.ByContainer>) -> String {
      let all = rows.reduce(0) { $0 + $1.reduce(0, +) }
      let own = rows.reduce(0) { $0 + $1[new.rawValue] }
      return right(ShareText.percent(own, of: all), 7) + " of "
        + right(ForecastFigures.text(count: all), 9)
    }
    return ["Decided by v\(names.new) alone, by day"]
      + (0..<Int(part.identity.numbers.days)).map { day in
        let hours = (day * 24)..<(day * 24 + 24)
        return "  day " + padded(String(day + 1), 3) + share(counts.sessions[hours]) + " sessions"
          + share(counts.events[hours]) + " events"
      }
  }

  private var rest: [String] {
    let missing = counts.reasons.reduce(0, +)
    guard missing > 0 else { return [] }
    let reasons = ForecastCounts.Reason.allCases.filter { counts.reasons[$0.rawValue] > 0 }
    return ["Phones without it at the end: \(ForecastFigures.text(count: missing))"]
      + reasons.map { reason in
        let count = counts.reasons[reason.rawValue]
        return "  " + bar(count, of: missing) + right(ForecastFigures.text(count: count), 11)
          + "  " + reason.words
      }
  }

  private func sessions(_ container: ForecastCounts.Container) -> Int {
    counts.allSessions[container.rawValue]
  }

  private var tags: [String] {
    let containers = ForecastCounts.Container.allCases
    let heads = ["default", "v" + names.old, "changing", "v" + names.new]
    let width = min(28, max(8, part.identity.tags.map(\.count).max() ?? 0))
    let head =
      "  " + padded("", width) + heads.map { right($0, 12) }.joined()
    let sessionRow =
      "  " + padded("sessions", width)
      + containers.map { right(ForecastFigures.text(count: sessions($0)), 12) }.joined()
    return ["Tags: firings in a thousand sessions under each container", head, sessionRow]
      + zip(part.identity.tags, counts.firings).map { tag, fired in
        "  " + padded(tag, width)
          + containers.map { container in
            right(
              ShareText.perThousand(fired[container.rawValue], of: sessions(container)), 12)
          }.joined()
      }
  }

  private var hits: [String] {
    let all = counts.carried + counts.made
    let rows: [(String, Int)] =
      [
        ("waited before it", counts.carried), ("made", counts.made), ("sent", counts.sent),
        ("wait at the end", counts.waiting),
        ("too late for their day", counts.late), ("received twice", counts.doubled),
      ]
      + figures.lost.map { ("lost: \($0.reason.rawValue)", $0.count) }
    return ["Hits after the publication"]
      + rows.map { name, count in
        "  " + padded(name, 26) + bar(count, of: all)
          + right(ForecastFigures.text(count: count), 11)
          + right(ShareText.percent(count, of: all), 8)
      }
  }

  private var load: [String] {
    let servers = [("tag server", counts.tagServer), ("collector", counts.collector)]
    let told = servers.compactMap { name, minutes -> String? in
      guard let (minute, count) = figures.peak(minutes) else { return nil }
      let all = minutes.reduce(0, +)
      return "  " + padded(name, 10) + right(ForecastFigures.text(count: all), 9)
        + " requests; most in a minute: \(ForecastFigures.text(count: count)), at "
        + "\(figures.clock(minute)) UTC (+\(ForecastFigures.text(minute)))"
    }
    return told.isEmpty ? [] : ["Load of these phones"] + told
  }

  private var strange: [String] {
    guard !counts.strange.isEmpty else { return [] }
    return ["The strangest phones (--phone NUMBER -o FILE writes one as a scenario)"]
      + counts.strange.map { phone in
        let new = phone.minutesToNew.map {
          "v\(names.new) \(ForecastFigures.text($0)) after the app was opened"
        }
        let parts = [
          new ?? "never v\(names.new)" + (phone.reason.map { ", for \($0.words)" } ?? ""),
          phone.lost > 0 ? Counted.text(phone.lost, "hit") + " lost" : nil,
          phone.late > 0 ? "\(phone.late) late" : nil,
          phone.doubled > 0 ? "\(phone.doubled) received twice" : nil,
          phone.waiting > 0 ? "\(phone.waiting) waiting" : nil,
        ]
        return "  phone " + right(String(phone.number), 8) + "  "
          + parts.compactMap { $0 }.joined(separator: ", ")
      }
  }

  // MARK: Layout

  private func bar(_ part: Int, of whole: Int) -> String {
    guard hasBars else { return "" }
    let filled = whole > 0 ? (part * Self.barWidth + whole / 2) / whole : 0
    return String(repeating: "█", count: min(Self.barWidth, filled))
      + String(repeating: "·", count: Self.barWidth - min(Self.barWidth, filled)) + " "
  }

  private func padded(_ text: String, _ width: Int) -> String {
    let cut = text.count > width ? String(text.prefix(width - 1)) + "…" : text
    return cut + String(repeating: " ", count: max(0, width - cut.count) + 1)
  }

  /// Where a sentence is broken into lines, so that it fits a terminal of eighty columns.
  private static let sentenceColumns = 76

  private func wrapped(_ sentence: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in sentence.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > Self.sentenceColumns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
