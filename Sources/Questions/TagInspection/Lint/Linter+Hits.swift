import OrderedCollections
import TagRuntime

extension Linter {
  /// Finds hits of Universal Analytics with missing, invalid or too many fields.
  func analyticsHits() -> [LintFinding] {
    var found: [LintFinding] = []
    var senders: [Int] = []
    for (index, tag) in version.tags.enumerated() {
      switch tag.function {
      case TagFunction.analytics.id, FirebaseFunction.universalAnalytics.id:
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
            + "Analytics, which accepts no hits since July 2023 (July 2024 for 360): move to "
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
          "it has no tracking id (&tid), so the hit does not count: add the id of a property")
      ]
    case .varying: return []
    case .text(let id):
      if CollectorRules.isPropertyID(id) { return [] }
      return [LintFinding(.badProperty, at: place, CollectorFault.badProperty(id).finding)]
    }
  }

  // MARK: Events

  private func event(_ hit: AnalyticsHit, _ place: LintPlace) -> [LintFinding] {
    guard let type = hit.type else { return [] }
    guard CollectorRules.types.contains(type) else {
      return [
        LintFinding(
          .unknownHitType, at: place,
          type.isEmpty
            ? "its hit has no type (&t): choose what it tracks"
            : CollectorFault.unknownType(type).finding)
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
    if let value = hit.constant("&ev"), let fault = CollectorRules.fault(ofNumber: value, in: "&ev")
    {
      found.append(LintFinding(.valueNotInteger, at: place, fault.finding))
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
    found += hit.unsentFields.map { name in
      let remedy =
        FieldName.code(for: name).map { "write \(quoted($0)) instead" }
        ?? "write the code of a field, such as &cd1, or remove it"
      return LintFinding(
        .unsentField, at: place,
        "it sets a field \(quoted(name)), which the SDK never sends: \(remedy)")
    }
    for (name, value) in hit.setFields {
      guard case .macro(let variable) = value, let slot = container.slotOfName[variable],
        container.slots[slot].definitions.count == 1
      else { continue }
      let macro = version.macros[container.slots[slot].definitions[0]]
      guard let path = path(readBy: macro), fallback(of: macro) == nil else { continue }
      found.append(
        LintFinding(
          .unsetField, at: place,
          "it sets \(quoted(name)) to \(quoted(variable)), which has no value without "
            + "\(named(path)): release 7.2 then stops the whole tag, others leave the field out: "
            + "give the variable a default value"))
    }
    if hit.constantBytes > Limits.hitBytes {
      found.append(
        LintFinding(
          .hitTooLarge, at: place,
          "the constant part of its hit has \(hit.constantBytes) bytes, but a hit may have "
            + "\(Limits.hitBytes), so it is dropped: shorten its fields"))
    }
    return found
  }
}

/// The hit that a tag of Universal Analytics sends, as far as the container shows it.
struct AnalyticsHit {
  /// The kinds of values in the place of a property ID.
  enum Property {
    case missing
    case varying
    case text(String)
  }

  /// The fields by their code, except those that a macro numbers.
  private var fields: OrderedDictionary<String, Expression> = [:]
  private let container: CompiledContainer
  private var tracking: Expression?
  /// The reason why the tag sends nothing.
  private(set) var trouble: String?
  /// The type of the hit; nil if it varies.
  private(set) var type: String?
  /// The names of fields that the tag sets and that are never sent.
  private(set) var unsentFields: OrderedSet<String> = []
  /// The fields that a v5 tag sets, by their names.
  private(set) var setFields: [(name: String, value: Expression)] = []

  init(_ tag: FunctionCall, in container: CompiledContainer) {
    self.container = container
    if tag.function == FirebaseFunction.universalAnalytics.id {
      readFirebase(tag)
    } else {
      readLegacy(tag)
    }
  }

  // MARK: Reading

  private mutating func readLegacy(_ tag: FunctionCall) {
    for (key, value) in Self.entries(tag.parameters["analytics_fields"]) {
      guard let key else { continue }
      fields[key] = value
      if !FieldName.isSentByLegacy(key) { unsentFields.append(key) }
    }
    tracking = fields["&tid"] ?? tag.parameters["account"]
    let isPassed = isOn(tag.parameters["analytics_pass_through"])
    if isPassed {
      if tag.parameters["analytics_fields"] == nil { trouble = "it has no fields" }
      type = fields["&t"] == nil ? "" : constant(of: fields["&t"])
    } else if isOn(tag.parameters["track_transaction"]) {
      type = "transaction"
    } else {
      trouble = "it tracks neither a hit (analytics_pass_through) nor a transaction"
    }
  }

  private mutating func readFirebase(_ tag: FunctionCall) {
    let settings = settings(of: tag)
    tracking = tag.parameters["trackingId"] ?? settings?.parameters["trackingId"]
    if tracking == nil, settings == nil, tag.parameters["gaSettings"] != nil {
      tracking = .macro("")
    }
    let names = [("eventCategory", "&ec"), ("eventAction", "&ea"), ("eventValue", "&ev")]
    for (name, code) in names { fields[code] = tag.parameters[name] }
    for source in [settings, tag].compactMap({ $0 }) {
      for row in Self.rows(source.parameters["fieldsToSet"]) {
        let name = row["fieldName"]?.constantText ?? ""
        if let code = Self.codes[name] { fields[code] = row["value"] }
        if let value = row["value"] { setFields.append((name, value)) }
        if !name.isEmpty, !FieldName.isSentByFirebase(name) { unsentFields.append(name) }
      }
      for (list, code) in [("dimension", "&cd"), ("metric", "&cm")] {
        for row in Self.rows(source.parameters[list]) {
          let value = row[list]
          if let index = row["index"]?.constantText { fields[code + index] = value }
        }
      }
    }
    let kind = tag.parameters["trackType"]?.constantText
    type = kind.map { $0.hasPrefix("TRACK_") ? $0.dropFirst(6).lowercased() : $0 } ?? nil
  }

  /// The relevant names of fields to set. Source: Formats §6.4.
  private static let codes = [
    "eventCategory": "&ec", "eventAction": "&ea", "eventValue": "&ev", "&ec": "&ec", "&ea": "&ea",
    "&ev": "&ev",
  ]

  private func settings(of tag: FunctionCall) -> FunctionCall? {
    guard case .macro(let name)? = tag.parameters["gaSettings"],
      let slot = container.slotOfName[name], container.slots[slot].definitions.count == 1
    else { return nil }
    return container.version.macros[container.slots[slot].definitions[0]]
  }

  private func isOn(_ flag: Expression?) -> Bool {
    guard let flag else { return false }
    return !flag.references.isEmpty || flag.constantFlag == true
  }

  static func entries(_ map: Expression?) -> [(key: String?, value: Expression)] {
    switch map {
    case .map(let entries)?: entries.map { ($0.key.constantText, $0.value) }
    case .constant(.map(let members))?: members.elements.map { ($0.key, .constant($0.value)) }
    default: []
    }
  }

  /// Returns the rows of a table: a list of maps with constant keys.
  static func rows(_ table: Expression?) -> [[String: Expression]] {
    guard let table else { return [] }
    let rows: [Expression] =
      switch table {
      case .list(let elements): elements
      case .constant(.list(let values)): values.map { .constant($0) }
      default: []
      }
    return rows.map { row in
      var cells: [String: Expression] = [:]
      for (key, value) in entries(row) {
        if let key { cells[key] = value }
      }
      return cells
    }
  }

  // MARK: Content

  /// Returns the text of an expression that is the same in every hit.
  private func constant(of expression: Expression?) -> String? {
    switch expression {
    case .macro(let name)?:
      return container.slotOfName[name].flatMap { container.constant(.macro($0)) }
        .map(ValueConversion.text)
    case let expression?: return expression.constantValue.map(ValueConversion.text)
    case nil: return nil
    }
  }

  var property: Property {
    guard let tracking else { return .missing }
    guard let text = constant(of: tracking) else { return .varying }
    return text.isEmpty ? .missing : .text(text)
  }

  /// Whether a field is missing, or certainly empty.
  func isEmpty(_ code: String) -> Bool {
    guard let field = fields[code] else { return true }
    return constant(of: field)?.isEmpty == true
  }

  func constant(_ code: String) -> String? { constant(of: fields[code]) }

  /// The numbered fields whose number is out of range, with the range.
  var wrongIndices: [(key: String, range: ClosedRange<Int>)] {
    fields.keys.compactMap { key in Self.rangeMissed(by: key).map { (key, $0) } }
  }

  /// Returns the valid range of a numbered field whose number is outside it; nil for any other
  /// field.
  static func rangeMissed(by code: String) -> ClosedRange<Int>? {
    for (start, range) in [("&cd", 1...200), ("&cm", 1...200)] where code.hasPrefix(start) {
      let digits = code.dropFirst(start.count)
      if digits.isEmpty || !digits.allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
      return range.contains(Int(digits) ?? 0) ? nil : range
    }
    return nil
  }

  /// The size in bytes of the keys and constant values as sent.
  var constantBytes: Int {
    fields.elements.reduce(0) { sum, field in
      let value = constant(of: field.value).map { PercentEncoding.encodeHit($0).utf8.count } ?? 0
      return sum + field.key.utf8.count + 1 + value
    }
  }
}

// MARK: - Hits

extension LintEntry {
  static let hits: [LintEntry] = [
    LintEntry(
      .noProperty, .error, "a tag names no property",
      """
      A hit without a tracking id (&tid) belongs to no property: it is sent but does not count.

      Enter the tracking id of the property, such as UA-12345-1, or a macro that contains it.
      """),
    LintEntry(
      .badProperty, .warning, "a tracking id is malformed",
      """
      A tracking id of Universal Analytics looks like UA-12345-1. Placeholders such as UA-XXXX-Y are
      often left over from examples, and ids such as G-AB12CD belong to Google Analytics 4, which
      does not accept such hits.

      Correct the id.
      """),
    LintEntry(
      .retiredProperty, .note, "Universal Analytics no longer accepts hits",
      """
      Universal Analytics stopped processing hits on 1 July 2023, and for 360 customers on 1 July
      2024. The tags still fire and the hits are sent, but they do not count.

      For new work, log events with Firebase for Google Analytics 4.
      """),
    LintEntry(
      .incompleteEvent, .error, "an event hit has no category or no action",
      """
      An event of Universal Analytics needs a category (&ec) and an action (&ea). Without them, the
      collector silently drops the hit.

      Fill in both. A macro without a value counts as "", so give it a default.
      """),
    LintEntry(
      .valueNotInteger, .warning, "an event value is not a whole number",
      """
      The value of an event (&ev) must be a whole number, 0 or more. Anything else makes the hit
      invalid.

      Send cents instead of euros, or use a custom metric.
      """),
    LintEntry(
      .indexOutOfRange, .warning, "a custom dimension or metric has no such index",
      """
      Custom dimensions and metrics have indices from 1 to 20, or to 200 with 360. Others are
      ignored.

      Correct the index in the tag's table.
      """),
    LintEntry(
      .hitTooLarge, .error, "a hit is too large",
      """
      A hit may have \(NumberText.grouped(Limits.hitBytes)) bytes when encoded. The SDK drops larger
      ones and reports success. Here the constant part alone is larger; macro values come on top.

      Shorten the fields. Letters other than a to z take several bytes each.
      """),
    LintEntry(
      .unknownHitType, .warning, "a hit has no known type",
      """
      The type of a hit (&t) is one of screenview (appview in older SDKs), event, social, transaction, item,
      exception, timing and data. The collector drops others.

      Choose again in the web interface what the tag tracks.
      """),
    LintEntry(
      .tagDoesNothing, .warning, "a tag of Analytics sends nothing",
      """
      The tag passes no hit through and tracks no transaction, or it has no fields. The SDK logs
      "Ignoring unknown tag." whenever it fires.

      Set up the tag again in the web interface and publish.
      """),
    LintEntry(
      .unsentField, .warning, "a field has a name that is never sent",
      """
      On a phone, a hit only includes fields named by their code, such as &uid or &cd1. Field names
      of the web libraries (userId, campaignSource, dimension1) are silently dropped; tags of a v5
      container accept some of them (screenName, eventLabel, userId) and drop the others.

      Write the code instead of the name.
      """),
  ]
}
