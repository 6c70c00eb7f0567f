/// One cause of what changes when a container is published: a row of the report and of the screen.
package struct PublishedCause: Sendable, Hashable {
  /// What the cause is about, in the order of the rows.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    case destinations, tags, values, data, hits, expectations, unknown, played

    /// The heading above its rows.
    package var title: String {
      switch self {
      case .destinations: "Where hits go"
      case .tags: "Tags that fire differently"
      case .values: "Values that the app reads"
      case .data: "The data layer"
      case .hits: "What hits say"
      case .expectations: "Expectations of the scenarios"
      case .unknown: "What cannot be told"
      case .played: "What was played"
      }
    }

    /// Whether its rows are remarks on the comparison, and no changes.
    package var isRemark: Bool { self == .unknown || self == .played }
  }

  /// The sign of a row, whose words say the same.
  package enum Sign: String, Sendable, Hashable {
    case new = "+"
    case lost = "−"
    case differs = "≠"
    case open = "?"
    case remark = "·"
  }

  /// Where it occurs first.
  package struct Place: Sendable, Hashable {
    /// The scenario that was played under both versions.
    package var scenario: String
    /// The number of the event under the old version, and under the new one; nil without it there.
    package var rows: [Int?]
    /// The name of the event; empty if it does not depend on one.
    package var event: String

    /// Creates the place of two rows, one of them at least.
    package init(scenario: String, rows: [Int?], event: String) {
      (self.scenario, self.rows, self.event) = (scenario, rows, event)
    }
  }

  package var group: Group
  package var sign: Sign
  /// The tags, the value or the key; empty where the text says it all.
  package var subject: String
  package var text: String
  /// The number of tags that it is about; 1 for anything else.
  package var count: Int
  /// The event that shows it; nil for none.
  package var place: Place?

  /// Creates a row.
  package init(
    _ group: Group, _ sign: Sign, _ text: String, of subject: String = "", count: Int = 1,
    at place: Place? = nil
  ) {
    (self.group, self.sign, self.subject) = (group, sign, subject)
    (self.text, self.count, self.place) = (text, count, place)
  }

  /// "3 tags"; empty for one.
  package var counted: String { count > 1 ? "\(count) tags" : "" }

  /// The row as a line: "≠ screen view (tag 1): no longer on ecommerce_purchase".
  package var sentence: String {
    "\(sign.rawValue) " + (subject.isEmpty ? "" : subject + ": ") + text
      + (counted.isEmpty ? "" : " (\(counted))")
  }
}

/// A tag of two versions: both have it, or one of them.
package struct ComparedTag: Sendable, Hashable {
  /// Its position in the old version, and in the new one.
  package var places: [Int?]
  /// The name that stands for it in runs of both versions: that of the old one.
  package var key: String
  /// Its name in the new version, or in the old one if that alone has it.
  package var name: String
  /// Its name, or what it does with its number.
  package var title: String

  package var isNew: Bool { places[0] == nil }
  package var isRemoved: Bool { places[1] == nil }
}

extension ContainerComparison {
  /// The tags of both versions, those of the new one first.
  ///
  /// - Complexity: O(n) expected in the tags.
  package var comparedTags: [ComparedTag] {
    let names = [old, new].map { $0.tags.map(\.name) }
    let (taken, titles) = (Set(names[0]), [old, new].map(\.deedTitles))
    var before: [Int?] = Array(repeating: nil, count: names[1].count)
    for (place, other) in newOfOldTag.enumerated() { if let other { before[other] = place } }
    let kept = names[1].enumerated().map { place, name in
      // Another tag of the old version may have the name.
      let own = taken.contains(name) ? "new " + name : name
      return ComparedTag(
        places: [before[place], place], key: before[place].map { names[0][$0] } ?? own,
        name: name, title: titles[1][place])
    }
    return kept
      + newOfOldTag.indices.filter { newOfOldTag[$0] == nil }.map { place in
        let name = names[0][place]
        return ComparedTag(places: [place, nil], key: name, name: name, title: titles[0][place])
      }
  }

  /// What a tag puts into a field of its hits, in the old version and in the new one: "sku" for a
  /// variable, "\"shop\""; nil where its definition does not say.
  package func sources(ofField field: String, in tag: ComparedTag) -> [String?] {
    zip([old, new], tag.places).map { side, place in
      guard let source = place.flatMap({ side.source(ofField: field, inTag: $0) }) else {
        return nil
      }
      let inner = source.dropFirst(2).dropLast(2)
      let isVariable = source == "{{\(inner)}}" && !inner.contains("{{")
      return isVariable ? String(inner) : source
    }
  }
}

extension ContainerDescription {
  /// The names of tags, or what they do with their number.
  fileprivate var deedTitles: [String] {
    zip(tags, deeds).map { $0.isNamed ? $0.name : "\($1) (\($0.name))" }
  }

  fileprivate func source(ofField field: String, inTag place: Int) -> String? {
    switch tags[place].action {
    case .hit(_, _, let fields, _): fields.first { $0.name == field }?.value
    case .request(let url, _): field == "url" ? url : nil
    case .firebase(let event): event.edits.first { "parameter." + $0.name == field }?.value
    case .transaction, .runtime, .call, .write, .nothing: nil
    }
  }
}
