import OrderedCollections

extension Linter {
  /// What hits of Universal Analytics lack or have too much of.
  func analyticsHits() -> [LintFinding] {
    var found: [LintFinding] = []
    var senders: [Int] = []
    for (index, tag) in version.tags.enumerated() {
      switch tag.function {
      case "_ua", "__ua":
        let hit = AnalyticsHit(tag, in: container)
        let place = place(ofTag: index)
        senders.append(index)
        if let trouble = hit.trouble {
          found.append(
            LintFinding(
              .tagDoesNothing, at: place, "\(trouble), so it sends nothing: set it up again"))
          continue
        }
        found += property(hit, place) + event(hit, place) + fields(hit, place)
      default: break
      }
    }
    if !senders.isEmpty {
      found.append(
        LintFinding(
          .retiredProperty, at: wholeContainer,
          "\(tags(senders)) \(senders.count == 1 ? "sends" : "send") to Universal "
            + "Analytics, which takes no hits since July 2023 (July 2024 for 360): move to "
            + "Google Analytics 4"))
    }
    return found
  }

  // MARK: Property

  private func property(_ hit: AnalyticsHit, _ place: LintPlace) -> [LintFinding] {
    switch hit.property {
    case .missing:
      return [
        LintFinding(
          .noProperty, at: place,
          "it has no tracking id (&tid), so nobody counts the hit: give it the id of a property")
      ]
    case .varying: return []
    case .text(let id):
      if AnalyticsHit.isPropertyID(id) { return [] }
      let measurement = id.hasPrefix("G-")
      return [
        LintFinding(
          .badProperty, at: place,
          "its tracking id \(quoted(id)) is none such as UA-12345-1"
            + (measurement ? " but one of Google Analytics 4, which takes no such hits" : "")
            + ": correct it")
      ]
    }
  }

  // MARK: Events

  private func event(_ hit: AnalyticsHit, _ place: LintPlace) -> [LintFinding] {
    guard let type = hit.type else { return [] }
    guard AnalyticsHit.types.contains(type) else {
      return [
        LintFinding(
          .unknownHitType, at: place,
          type.isEmpty
            ? "its hit has no type (&t): choose what it tracks"
            : "its hit type \(quoted(type)) is not known: use one of "
              + AnalyticsHit.types.joined(separator: ", "))
      ]
    }
    guard type == "event" else { return [] }
    var found: [LintFinding] = []
    let missing = [("&ec", "category"), ("&ea", "action")].filter { hit.isEmpty($0.0) }.map(\.1)
    if !missing.isEmpty {
      found.append(
        LintFinding(
          .incompleteEvent, at: place,
          "its event has no \(missing.joined(separator: " and no ")), and Analytics drops such "
            + "hits: fill it in"))
    }
    if let value = hit.constant("&ev"), !value.isEmpty, Int64(value).map({ $0 < 0 }) ?? true {
      found.append(
        LintFinding(
          .valueNotInteger, at: place,
          "its event value \(quoted(value)) is no whole number from 0 on, and Analytics drops such "
            + "hits: use a whole number"))
    }
    return found
  }

  // MARK: Fields

  private func fields(_ hit: AnalyticsHit, _ place: LintPlace) -> [LintFinding] {
    var found: [LintFinding] = hit.wrongIndices.map { key, range in
      LintFinding(
        .indexOutOfRange, at: place,
        "its field \(quoted(key)) has an index outside of \(range.lowerBound) to "
          + "\(range.upperBound), so it is lost: correct the index")
    }
    if hit.constantBytes > Limits.hitBytes {
      found.append(
        LintFinding(
          .hitTooLarge, at: place,
          "the constant part of its hit has \(hit.constantBytes) bytes and a hit may have "
            + "\(Limits.hitBytes), so it is dropped: shorten its fields"))
    }
    return found
  }
}
