import OrderedCollections

/// A hit of a tag for Universal Analytics, from its parameters to the fields of the Measurement
/// Protocol.
///
/// Source: Formats §6.3.
struct UniversalAnalyticsHit {
  typealias Members = OrderedDictionary<String, Value>

  let tag: String
  /// The parameters of the tag over those of its settings variable.
  private(set) var members: Members
  private(set) var fields: Members = [:]
  /// The source of enhanced e-commerce; nil if the tag sends none.
  private var ecommerce: Value?
  /// Whether it should have had e-commerce of the event, which is not a shop event.
  private(set) var lacksEcommerce = false
  private(set) var logs: [LogRecord] = []

  /// What the container's runtime does unlike others.
  private let traits: RuntimeTraits
  /// Whether a field to set that has no value ends the tag.
  private let stopsAtUnsetFields: Bool

  init(
    _ members: Members, tag: String, event: FirebaseEvent?, _ traits: RuntimeTraits = [],
    stopsAtUnsetFields: Bool = false
  ) throws(FunctionFailure) {
    self.tag = tag
    self.members = members
    self.traits = traits
    self.stopsAtUnsetFields = stopsAtUnsetFields
    self.members["fieldsToSet"] = .map(try ownFields(of: members))
    if let settings = members["gaSettings"], JavaScript.isTruthy(settings) {
      guard var base = settings.members else {
        throw FunctionFailure("its gaSettings is not a settings variable")
      }
      base["fieldsToSet"] = .map(try ownFields(of: base))
      self.members = Self.merged(self.members, over: base)
    }
    fields = self.members["fieldsToSet"]?.members ?? [:]
    fields["&tid"] = self.members["trackingId"] ?? .absent
    let trackType = self.members["trackType"]?.text
    let type =
      FirebaseFunction.hitTypes.first { $0.trackType == trackType } ?? FirebaseFunction.screenView
    for field in type.fields {
      if let value = self.members[field.parameter], value != .absent { fields[field.code] = value }
    }
    if type.type == "event", isTruthy("enableFirebaseCampaignData") { addCampaign(of: event) }
    fields["&t"] = .string(type.type)
  }

  private func isTruthy(_ key: String) -> Bool {
    members[key].map(JavaScript.isTruthy) ?? false
  }

  /// Whether its hits are those of a transaction, because no enhanced e-commerce replaces it.
  var isTransaction: Bool { fields["&t"] == "transaction" && ecommerce == nil }

  // MARK: Fields

  /// Returns the fields that a tag or settings set by name and by number.
  private mutating func ownFields(of members: Members) throws(FunctionFailure) -> Members {
    var fields: Members = [:]
    for row in JavaScriptTable(members["fieldsToSet"] ?? .absent).rows {
      let name = try JavaScript.member("fieldName", of: row)
      let value = try JavaScript.member("value", of: row)
      if value == .absent || value == .null {
        if stopsAtUnsetFields {
          throw FunctionFailure("\(JavaScript.text(name)) in its fieldsToSet has no value")
        }
        continue
      }
      guard case .string(let name) = name else {
        throw FunctionFailure("a name in its fieldsToSet is not text")
      }
      if name.hasPrefix("&") {
        fields[name] = value
      } else if let code = FirebaseFunction.fieldCodes[name] {
        fields[code] = value
      } else {
        logs.append(LogRecord(.unknownHitField, [tag, name]))
      }
    }
    for table in FirebaseFunction.numberedFields {
      for row in JavaScriptTable(members[table.parameter] ?? .absent).rows {
        let isChecked = !traits.contains(.unsetNumbersCount)
        if isChecked, [nil, .absent, .null].contains(row.members?[table.value]) { continue }
        let value = try JavaScript.member(table.value, of: row)
        let number = row.members?[table.number] ?? .absent
        fields[table.code + JavaScript.text(number)] = value
      }
    }
    return fields
  }

  /// Merges members over others: maps key by key, and lists element by element.
  private static func merged(_ own: Members, over base: Members) -> Members {
    var result = base
    for (key, value) in own.elements { result[key] = merged(value, over: base[key] ?? .absent) }
    return result
  }

  private static func merged(_ own: Value, over base: Value) -> Value {
    switch own {
    case .map(let members): return .map(merged(members, over: base.members ?? [:]))
    case .list(let elements):
      let below = base.elements ?? []
      let top = elements.enumerated().map {
        merged($1, over: below.indices.contains($0) ? below[$0] : .absent)
      }
      return .list(top + below.dropFirst(top.count))
    case .absent, .null, .bool, .int, .double, .string: return own
    }
  }

  /// Adds the campaign of Firebase's campaign event; fields of the tag stay.
  private mutating func addCampaign(of event: FirebaseEvent?) {
    guard let event, event.longName == "firebase_campaign" else { return }
    let codes =
      isTruthy("sendFirebaseCampaignData")
      ? FirebaseFunction.campaignCodes : FirebaseFunction.clickCodes
    for (parameter, code) in codes {
      guard let value = event.parameters[parameter], JavaScript.isTruthy(value) else { continue }
      if fields[code] == nil { fields[code] = value }
    }
  }

  // MARK: E-commerce

  /// Chooses the source of e-commerce: the event if the tag asks for it and the event is a shop
  /// event, or else a variable.
  mutating func addEcommerce(of event: FirebaseEvent?) {
    guard isTruthy("enableEcommerce") else { return }
    guard members["readDataFrom"]?.text == FirebaseFunction.ecommerceOfEvent else {
      ecommerce = members["ecommerceVariableData"] ?? .absent
      return
    }
    guard let event, let sale = FirebaseEcommerce(of: event, traits) else {
      lacksEcommerce = true
      return
    }
    ecommerce = .map(sale.data)
    for (code, value) in sale.fields.elements { fields[code] = value }
  }

  // MARK: Texts

  /// Returns the fields for the tracker: all as texts, without null and undefined values.
  mutating func texts(for facts: DeviceFacts) -> OrderedDictionary<String, String> {
    var texts: OrderedDictionary<String, String> = [:]
    for (code, value) in fields.elements where value != .absent && value != .null {
      let text = JavaScript.text(value)
      texts[code] = text
      if let record = LogRecord(ofMap: value, in: code, text, of: tag) { logs.append(record) }
    }
    TagFunction.dropIdleAnonymizing(in: &texts)
    if isTruthy("collectAdid"), let id = facts.advertisingID {
      texts["&idfa"] = id
      texts["&ate"] = facts.isAdvertisingTrackingEnabled ? "1" : "0"
    }
    guard let ecommerce else { return texts }
    guard let data = ecommerce.members else {
      logs.append(LogRecord(.noEcommerce, [tag, "ecommerceVariableData"]))
      return texts
    }
    var enhanced = EnhancedEcommerce(fields: texts, tag: tag, takesCustom: true)
    enhanced.add(data)
    logs += enhanced.logs
    return enhanced.fields
  }
}
