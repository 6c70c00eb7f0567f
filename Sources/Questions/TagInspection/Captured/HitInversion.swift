package import OrderedCollections
package import TagRuntime

/// Reads a container backwards: from a hit to the tags that may have sent it, and to the keys that
/// must be pushed so that they send it.
///
/// The result is a guess until it is tried: push the keys in a run of the container to see whether
/// a tag sends the hit.
package struct HitInversion: Sendable {
  /// A possible origin of a hit.
  package struct Candidate: Sendable, Hashable {
    package let tag: Int
    package let event: String
    /// The pushed keys, from the fields of the hit.
    package let keys: OrderedDictionary<String, Value>
    /// The keys with values that conditions require, and that no field shows.
    package let guesses: OrderedDictionary<String, Value>
    /// The fields with values from the phone or from the app's code.
    package let free: [String]
  }

  /// The reason why a tag has not sent a hit.
  package struct Miss: Sendable, Hashable {
    package let tag: Int
    /// The score of the matching fields.
    let fits: Int
    /// The first contradiction.
    package let reason: String
  }

  /// The facts found so far about the push that caused a hit.
  private struct Findings: Hashable {
    var event: String?
    var keys: OrderedDictionary<String, Value> = [:]
    /// The rules that must be true because they choose a value.
    var rules: [Int] = []
    var isFree = false
  }

  /// The maximum number of ways to read one hit that are followed at once.
  static let wayLimit = 16
  static let candidateLimit = 8
  /// The maximum length of a chain of macros that refer to each other.
  static let depthLimit = 16

  /// The fields that the SDK, the phone and the app add to every hit, whatever its origin.
  ///
  /// Source: Wire §1.
  package static let added: Set = [
    "&v", "&_v", "&cid", "&an", "&av", "&aid", "&aiid", "&ul", "&sr", "&vp", "&sd", "&de", "&a",
    "&ds", "&dm", "&_u", "&_s", "&_crc", "&ht", "&qt", "&z", "&idfa", "&ate", "&sf",
  ]

  /// Returns the text of a field, in one word where two mean the same: older releases and older
  /// containers have another type for a view.
  ///
  /// Source: LegacySDK §1.2.
  package static func type(_ code: String, _ text: String) -> String {
    code == "&t" && text == "appview" ? "screenview" : text
  }

  private let explorer: ContainerExplorer
  private let senders: [Int]
  private let pixels: [(tag: Int, shape: PixelShape)]

  /// Prepares a container of the first generation.
  package init(_ container: CompiledContainer) {
    explorer = ContainerExplorer(container)
    senders = container.tags.indices.filter { container.tags[$0].id == TagFunction.analytics.id }
    pixels = container.tags.indices.compactMap { tag in
      PixelShape(of: container.tags[tag], in: container).map { (tag, $0) }
    }
  }

  private var container: CompiledContainer { explorer.container }

  /// The tags that send hits of Universal Analytics or request pixels, by their positions.
  package var tags: [Int] { (senders + pixels.map(\.tag)).sorted() }

  /// Whether a pixel tag may request an address: the host, the path, and the names of the keys in
  /// the container are those of the tag.
  ///
  /// A tag with its host in a variable does not count: it may request anything.
  ///
  /// - Complexity: O(n) in the pixel tags and their keys.
  package func mayRequest(_ url: String) -> Bool {
    let fields = PixelAddress.fields(of: url)
    return pixels.contains { pixel in
      pixel.shape.hasHost
        && pixel.shape.fields.allSatisfy { code, value in
          guard let text = fields[code] else { return false }
          return code != PixelAddress.base || !ways(value, text, Findings()).isEmpty
        }
    }
  }

  /// Returns the possible origins of a hit, the likeliest first; if there are none, the tag that
  /// comes nearest.
  ///
  /// - Parameters:
  ///   - fields: the fields of the hit, by their codes with the `&`; for a pixel, the parts of its
  ///     address.
  ///   - items: the fields of the items that belong to it, if it is a transaction.
  /// - Complexity: O(n) in the tags and their fields.
  package func candidates(
    for fields: OrderedDictionary<String, String>,
    with items: [OrderedDictionary<String, String>] = []
  ) -> (candidates: [Candidate], nearest: Miss?) {
    var candidates: [Candidate] = []
    var nearest: Miss?
    let isPixel = fields[PixelAddress.base] != nil
    let asked: [(tag: Int, shape: PixelShape?)] =
      isPixel ? pixels.map { ($0.tag, $0.shape) } : senders.map { ($0, nil) }
    for (tag, shape) in asked {
      let found = look(at: tag, shape, for: fields, with: items)
      candidates += found.candidates
      if let miss = found.miss, miss.fits > nearest?.fits ?? -1 { nearest = miss }
    }
    // The candidate with the fewest guesses is the likeliest.
    let ranked = candidates.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      return (one.guesses.count + one.free.count, left.offset)
        < (other.guesses.count + other.free.count, right.offset)
    }
    return (ranked.prefix(Self.candidateLimit).map(\.element), nearest)
  }

  // MARK: A tag

  private func look(
    at tag: Int, _ shape: PixelShape?, for fields: OrderedDictionary<String, String>,
    with items: [OrderedDictionary<String, String>]
  ) -> (candidates: [Candidate], miss: Miss?) {
    let call = container.tags[tag]
    let transaction = Self.transaction(of: call)
    guard var own = shape?.fields ?? Self.fields(of: call) else {
      return ([], Miss(tag: tag, fits: 0, reason: "its fields do not show what it sends"))
    }
    var ways = [Findings()]
    if let transaction {
      own.insert(("&t", .constant(.value("transaction"))), at: 0)
      ways[0].keys = Self.sale(fields, items, transaction)
    }
    var free = shape?.cacheBuster.map { [$0] } ?? []
    let fits = self.fits(own, fields)
    for (code, expression) in own {
      let text = Self.type(code, fields[code] ?? "")
      let next = ways.flatMap { self.ways(expression, text, $0) }.prefix(Self.wayLimit)
      if next.isEmpty {
        return ([], Miss(tag: tag, fits: fits, reason: mismatch(code, text, expression, fields)))
      }
      if next.allSatisfy(\.isFree) { free.append(code) }
      ways = next.map { way in
        var way = way
        way.isFree = false
        return way
      }
    }
    let codes = Set(own.map(\.code) + free + (transaction.map { Array($0.fields.values) } ?? []))
    var others = fields.filter {
      !Self.added.contains($0.key) && !codes.contains($0.key) && !$0.value.isEmpty
    }
    if let key = ecommerceKey(of: call) {
      let (data, rest) = EnhancedEcommerce.data(of: others)
      if !data.isEmpty {
        others = rest
        for index in ways.indices { ways[index].keys[key] = .map(data) }
      }
    }
    if shape?.isOpen ?? false {
      free += others.keys
    } else if let strange = others.elements.first {
      let reason = "it sets no \(strange.key), but the hit has \(Self.quoted(strange.value))"
      return ([], Miss(tag: tag, fits: fits, reason: reason))
    }
    let candidates = ways.flatMap { self.candidates(tag, $0, free) }
    if candidates.isEmpty {
      let reason = "no rule fires it with these values"
      return ([], Miss(tag: tag, fits: fits, reason: reason))
    }
    return (candidates, nil)
  }

  /// Returns the score of a tag for a hit: fields that the tag always sends count twice.
  private func fits(
    _ own: [(code: String, value: CompiledExpression)], _ fields: OrderedDictionary<String, String>
  ) -> Int {
    own.reduce(0) { sum, field in
      let text = Self.type(field.code, fields[field.code] ?? "")
      guard !text.isEmpty, !ways(field.value, text, Findings()).isEmpty else { return sum }
      return sum + (container.constant(field.value) == nil ? 1 : 2)
    }
  }

  /// Returns the key of the data layer from which a tag reads enhanced e-commerce; nil for none.
  private func ecommerceKey(of tag: CompiledFunction) -> String? {
    guard let flag = tag.parameters["enable_ecommerce"], Self.isOn(flag) else { return nil }
    if let flag = tag.parameters["ecommerce_use_data_layer"], Self.isOn(flag) {
      return "ecommerce"
    }
    guard case .macro(let slot)? = tag.parameters["ecommerce_macro_data"] else { return nil }
    return explorer.keyOfSlot[slot]
  }

  private func mismatch(
    _ code: String, _ text: String, _ expression: CompiledExpression,
    _ fields: OrderedDictionary<String, String>
  ) -> String {
    let found = fields[code] == nil ? "the hit has none" : "the hit has \(Self.quoted(text))"
    guard let constant = container.constant(expression).map(ValueConversion.text) else {
      return "its \(code) cannot have that value: \(found)"
    }
    return "its \(code) is \(Self.quoted(constant)), but \(found)"
  }

  private static func quoted(_ text: String) -> String {
    CapturedHit.cut(text).quoted
  }

  /// Returns the fields that a tag sets, the constant ones first; nil if they cannot be known.
  private static func fields(
    of tag: CompiledFunction
  ) -> [(code: String, value: CompiledExpression)]? {
    let isPassed = tag.parameters["analytics_pass_through"].map(isOn) ?? false
    guard isPassed || transaction(of: tag) != nil else { return nil }
    var fields: [(code: String, value: CompiledExpression)] = []
    switch tag.parameters["analytics_fields"] {
    case .constant(let resolved)?:
      guard let members = resolved.value?.members else { return nil }
      fields = members.elements.map { ($0.key, .constant(.value($0.value))) }
    case .map(let entries)?:
      for entry in entries {
        guard let code = entry.key.constantText else { return nil }
        fields.append((code, entry.value))
      }
    case nil where !isPassed: break
    default: return nil
    }
    let sent = fields.filter { $0.code.hasPrefix("&") && $0.code != "&aip" }.map { field in
      guard let constant = field.value.constantValue else { return field }
      let text = type(field.code, ValueConversion.text(constant))
      return (field.code, .constant(.value(.string(text))))
    }
    return sent.filter { $0.value.constantValue != nil }
      + sent.filter { $0.value.constantValue == nil }
  }

  // MARK: Transactions

  /// The keys of the data layer for a transaction, with the fields that they become.
  private typealias TransactionKeys = (
    fields: OrderedDictionary<String, String>, items: OrderedDictionary<String, String>
  )

  /// Returns the keys from which a tag sends a transaction; nil if it sends none.
  private static func transaction(of tag: CompiledFunction) -> TransactionKeys? {
    guard tag.id == TagFunction.analytics.id,
      !(tag.parameters["analytics_pass_through"].map(isOn) ?? false),
      tag.parameters["track_transaction"].map(isOn) ?? false
    else { return nil }
    func table(_ key: String) -> OrderedDictionary<String, String>? {
      tag.parameters[key]?.constantValue?.members?.mapValues(ValueConversion.text)
    }
    return (
      table("transaction_datalayer_map") ?? Transaction.transactionFields,
      table("transaction_item_datalayer_map") ?? Transaction.itemFields
    )
  }

  private static func sale(
    _ fields: OrderedDictionary<String, String>, _ items: [OrderedDictionary<String, String>],
    _ transaction: TransactionKeys
  ) -> OrderedDictionary<String, Value> {
    // Values of the transaction before it must not stay.
    var keys = transaction.fields.mapValues { fields[$0].map { Value.string($0) } ?? .null }
    let products = items.map { item in
      Value.map(transaction.items.compactMapValues { item[$0].map { .string($0) } })
    }
    keys["transactionProducts"] = products.isEmpty ? .null : .list(products)
    return keys
  }

  private static func isOn(_ flag: CompiledExpression) -> Bool {
    flag.constantValue.flatMap { ValueConversion.boolean($0) } ?? true
  }

  // MARK: Expressions

  /// Returns the ways in which an expression may result in a text.
  private func ways(
    _ expression: CompiledExpression, _ text: String, _ known: Findings, depth: Int = 0
  ) -> [Findings] {
    guard depth < Self.depthLimit else { return [] }
    switch expression {
    case .constant(let resolved):
      return resolved.value.map(ValueConversion.text) ?? "" == text ? [known] : []
    case .unknownMacro: return text.isEmpty ? [known] : []
    case .macro(let slot): return ways(slot: slot, text, known, depth)
    case .template(let parts): return ways(of: parts[...], text[...], known, depth)
    case .list, .map, .escaped:
      var way = known
      way.isFree = true
      return [way]
    }
  }

  private func ways(slot: Int, _ text: String, _ known: Findings, _ depth: Int) -> [Findings] {
    if explorer.eventSlots.contains(slot) {
      guard known.event == nil || known.event == text, !text.isEmpty else { return [] }
      var way = known
      way.event = text
      return [way]
    }
    let slot = container.slots[slot]
    var ways: [Findings] = []
    for choice in slot.choices {
      for definition in choice.added {
        var way = known
        way.rules.append(choice.rule)
        ways += self.ways(definition, text, way, depth)
      }
    }
    // A value that a rule chooses is likelier than the fallback.
    guard let fallback = slot.fallback else {
      return ways.isEmpty && text.isEmpty ? [known] : ways
    }
    return Array((ways + self.ways(fallback, text, known, depth)).prefix(Self.wayLimit))
  }

  private func ways(
    _ definition: Int, _ text: String, _ known: Findings, _ depth: Int
  ) -> [Findings] {
    let macro = container.macros[definition]
    if macro.id == MacroFunction.constant.id, let value = macro.parameters["value"] {
      return ways(value, text, known, depth: depth + 1)
    }
    var way = known
    guard let key = ContainerExplorer.key(of: macro) else {
      way.isFree = true
      return [way]
    }
    guard known.keys[key] == nil || known.keys[key] == .string(text), explorer.canBeGiven(key)
    else { return [] }
    way.keys[key] = .string(text)
    return [way]
  }

  /// Returns the ways in which the parts of a template may result in a text, the shortest first
  /// parts first.
  private func ways(
    of parts: ArraySlice<CompiledExpression>, _ text: Substring, _ known: Findings, _ depth: Int
  ) -> [Findings] {
    guard let part = parts.first else { return text.isEmpty ? [known] : [] }
    let rest = parts.dropFirst()
    if let constant = part.constantValue.map(ValueConversion.text) {
      guard text.hasPrefix(constant) else { return [] }
      return ways(of: rest, text.dropFirst(constant.count), known, depth)
    }
    if rest.isEmpty { return ways(part, String(text), known, depth: depth + 1) }
    // A part ends where the next constant begins; two adjacent variables cannot be separated.
    guard let next = rest.first?.constantValue.map(ValueConversion.text), !next.isEmpty else {
      var way = known
      way.isFree = true
      return [way]
    }
    var ways: [Findings] = []
    var start = text.startIndex
    while ways.count < Self.wayLimit, let place = text[start...].firstRange(of: next) {
      for way in self.ways(part, String(text[..<place.lowerBound]), known, depth: depth + 1) {
        ways += self.ways(of: rest, text[place.lowerBound...], way, depth)
      }
      start = text.index(after: place.lowerBound)
    }
    return Array(ways.prefix(Self.wayLimit))
  }

  // MARK: Rules

  private func candidates(_ tag: Int, _ found: Findings, _ free: [String]) -> [Candidate] {
    container.rulesAdding[tag].flatMap { position -> [Candidate] in
      let rule = container.rules[position]
      guard container.contradiction(in: rule) == nil else { return [] }
      let chosen = found.rules.map { container.rules[$0] }
      let rules = [rule] + chosen
      return events(of: rules, found.event).compactMap { event in
        guessed(rules, tag, event, found).map {
          Candidate(tag: tag, event: event, keys: found.keys, guesses: $0, free: free)
        }
      }
    }
  }

  /// Returns the names of events at which all of some rules may be true.
  private func events(of rules: [CompiledRule], _ known: String?) -> [String] {
    var names: OrderedSet<String> = []
    if let known {
      names.append(known)
    } else {
      for position in rules.flatMap(\.positive) where explorer.isAboutEvent(position) {
        names.append(
          contentsOf: explorer.texts(for: container.predicates[position]).filter { !$0.isEmpty })
      }
      if names.isEmpty { names.append(ContainerTrial().other.name) }
    }
    return names.filter { name in rules.allSatisfy { explorer.holds($0, at: name) } }
  }

  /// Returns values of keys that make all of some rules true, besides the known ones; nil if a
  /// known value makes one of them false.
  private func guessed(
    _ rules: [CompiledRule], _ tag: Int, _ event: String, _ found: Findings
  ) -> OrderedDictionary<String, Value>? {
    let blocking = container.rulesRemoving[tag].map { container.rules[$0] }
      .filter { explorer.holds($0, at: event) }
    let values = explorer.values(of: rules, against: blocking)
    var guesses: OrderedDictionary<String, Value> = [:]
    for test in rules.flatMap({ explorer.tests(of: $0) }) {
      if let known = found.keys[test.key] {
        if !explorer.isMet(test, by: known) { return nil }
      } else if let value = values[test.key] {
        guesses[test.key] = value
      }
    }
    for test in blocking.flatMap({ explorer.tests(of: $0) }) where found.keys[test.key] == nil {
      if let value = values[test.key] { guesses[test.key] = value }
    }
    return guesses
  }
}
