import OrderedCollections
import TagRuntime

/// Reads a plan in JSON: the forms of Segment, Avo and mParticle, JSON Schemas of events, and a
/// list of objects as rows of a sheet.
struct JSONPlanReader {
  typealias Members = OrderedDictionary<String, Value>

  /// A rule of a plan about an event or about something else.
  private struct Rule {
    var type = "TRACK"
    var name: String?
    var path: String
    var schema: Members
    var description = ""
    var isRetired = false
    var platforms: [String] = []
  }

  private let bytes: [UInt8]
  private let file: Int
  private var gatherer: PlanGatherer
  /// Where the search for the next name begins; nil when one was not found.
  private var searched: (offset: Int, line: Int)? = (0, 1)

  /// The most keys that are named of an unknown form.
  private static let shownKeys = 12

  /// - Complexity: O(n) in the size of the value and of the text.
  static func read(
    _ value: Value, _ bytes: [UInt8], file: Int, into gatherer: inout PlanGatherer
  ) {
    var reader = JSONPlanReader(bytes: bytes, file: file, gatherer: gatherer)
    gatherer = PlanGatherer()
    let form = reader.read(value, "")
    gatherer = reader.gatherer
    if gatherer.files[file].form.isEmpty { gatherer.files[file].form = form ?? "" }
    guard !gatherer.known.contains(file), gatherer.files[file].isPlan else { return }
    let keys = (value.members?.keys).map(Array.init) ?? []
    let shown = keys.prefix(shownKeys).map { String($0.prefix(40)).quoted }.joined(separator: ", ")
    let reason =
      form.map { "this is \($0), without any event" } ?? "this is JSON of an unknown form"
    PlanReader.refuse(
      reason + ", so it is not a plan" + (shown.isEmpty ? "" : "; its keys are \(shown)"),
      form ?? "JSON of an unknown form", file, &gatherer)
  }

  private init(bytes: [UInt8], file: Int, gatherer: PlanGatherer) {
    self.bytes = bytes
    self.file = file
    self.gatherer = gatherer
  }

  // MARK: Forms

  /// Reads a value in the form that it has, and returns its name; nil if none is known.
  private mutating func read(_ value: Value, _ path: String) -> String? {
    if let elements = value.elements {
      let maps = elements.compactMap(\.members)
      if maps.isEmpty { return nil }
      if maps.allSatisfy({ $0["jsonSchema"] != nil }) { return readRules(maps, path) }
      if maps.allSatisfy({ Self.isSchema($0) && Self.eventName($0) != nil }) {
        return readSchemas(maps.enumerated().map { ("[\($0)]", "", $1) })
      }
      return readRows(elements, path, isUnderEvents: false) ? "a list in JSON" : nil
    }
    guard let members = value.members else { return nil }
    if let rules = members["rules"]?.members, rules["events"]?.elements != nil {
      return readSegment(rules, path + "rules.")
    }
    let rules = members["rules"]?.elements?.compactMap(\.members) ?? []
    if rules.contains(where: { $0["jsonSchema"] != nil || $0["json_schema"] != nil }) {
      return readRules(rules, path + "rules")
    }
    let document = members["version_document"]?.members ?? members
    if let points = document["data_points"]?.elements { return readDataPlan(points, path) }
    if let last = members["data_plan_versions"]?.elements?.last { return read(last, path) }
    let events = members["events"]?.elements?.compactMap(\.members) ?? []
    if !events.isEmpty, events.allSatisfy({ $0["rules"]?.members != nil }) {
      readAvo(events, members["sources"], path + "events")
      return "a tracking plan of Avo"
    }
    for word in ["data", "trackingPlan", "tracking_plan"] where members["properties"] == nil {
      if let inner = members[word], inner.members != nil { return read(inner, path + word + ".") }
    }
    if let form = readSchemas(of: members) { return form }
    if let inner = members["events"]?.members { return readSchemas(of: inner) }
    for word in ["events", "screens", "plan"] {
      guard let elements = members[word]?.elements, !elements.isEmpty else { continue }
      if readRows(elements, path + word, isUnderEvents: true) { return "a list in JSON" }
    }
    return nil
  }

  private mutating func add(_ rule: Rule) {
    let traits = rule.schema["properties"]?.members?["traits"]?.members
    switch rule.type.uppercased() {
    case "IDENTIFY":
      add(traits ?? Self.parameters(rule.schema), of: "the user properties", to: .user, rule.path)
    case "COMMON": add(Self.parameters(rule.schema), of: "all events", to: .allEvents, rule.path)
    case "GROUP":
      gatherer.notes.add(
        .unchecked, place("", rule.path),
        "the rule is about groups of users, which Firebase lacks; it is not checked")
    default:
      guard let name = rule.name, !name.isEmpty else {
        gatherer.notes.add(
          .warning, place("", rule.path), "the rule has no name of an event, so it is not read")
        return
      }
      let kind = rule.type.uppercased()
      let isSeen =
        rule.platforms.isEmpty || rule.platforms.contains { PlanWords.isForApps($0) != false }
      var event = PlannedEvent(
        kind: ["SCREEN", "PAGE"].contains(kind) ? .screen : .event, name: name,
        isForApps: isSeen && kind != "PAGE", place: place(name, rule.path))
      let schema = Self.parameters(rule.schema)
      let found = Self.eventName(schema)
      let texts = [rule.description, rule.schema["description"]?.text ?? ""]
      event.description = texts.map { PlanWords.trimmed($0) }.first { !$0.isEmpty } ?? ""
      event.isClosed = schema["additionalProperties"] == .bool(false)
      let key = gatherer.open(event, isRetired: rule.isRetired, repeats: true)
      guard gatherer.drafts[key]?.isRetired == rule.isRetired else { return }
      add(
        schema, of: "event \(name.quoted)", to: .event(key), event.place,
        leavingOut: found.map { $0.name == name ? [$0.key] : [] } ?? [])
    }
  }

  private mutating func add(
    _ schema: Members, of owner: String, to target: PlanGatherer.Owner, _ path: String
  ) { add(schema, of: owner, to: target, place("", path)) }

  private mutating func add(
    _ schema: Members, of owner: String, to target: PlanGatherer.Owner, _ place: PlanPlace,
    leavingOut left: Set<String> = []
  ) {
    let reader = SchemaReader(schema, owner: owner, place: place, leavingOut: left)
    reader.report(to: &gatherer.notes)
    for parameter in reader.parameters { gatherer.add(parameter, to: target) }
  }

  /// Where a schema of Segment's form has its parameters: below `properties.properties`, or in the
  /// schema itself.
  private static func parameters(_ schema: Members) -> Members {
    guard let outer = schema["properties"]?.members, let inner = outer["properties"]?.members,
      inner["properties"]?.members != nil || outer["context"] != nil || outer["traits"] != nil
    else {
      let isEmpty = schema["properties"]?.members?.keys.allSatisfy {
        ["context", "traits"].contains($0)
      }
      return isEmpty == true ? [:] : schema
    }
    return inner
  }

  // MARK: JSON Schema

  /// One schema, several under `$defs`, or a map of events with their schemas.
  private mutating func readSchemas(of members: Members) -> String? {
    if Self.isSchema(members) {
      return readSchemas([("", Self.title(ofFile: gatherer.files[file].name), members)])
    }
    let parts = (members["$defs"] ?? members["definitions"])?.members
    let schemas = (parts ?? members).elements.compactMap { key, value in
      value.members.flatMap { Self.isSchema($0) ? (key, $0) : nil }
    }
    guard !schemas.isEmpty else { return nil }
    if parts != nil { return readSchemas(schemas.map { ("$defs." + $0.0, "", $0.1) }) }
    guard schemas.count == members.count || members["event"] != nil else { return nil }
    return readSchemas(
      schemas.map { ($0.0, ["event", "schema"].contains($0.0) ? "" : $0.0, $0.1) })
  }

  private static func isSchema(_ members: Members) -> Bool {
    guard let properties = members["properties"]?.members else {
      return members["type"] == "object" && members["$defs"] == nil
    }
    return properties.values.allSatisfy { $0.members != nil || $0 == true }
  }

  /// Reads schemas, each with its path and the name that it has where it does not say one.
  private mutating func readSchemas(_ schemas: [(String, String, Members)]) -> String {
    for (path, fallback, schema) in schemas {
      let name = Self.eventName(schema)?.name ?? Self.ownName(schema) ?? fallback
      add(Rule(name: name, path: path, schema: schema))
    }
    return "JSON Schema of events"
  }

  /// The property of a schema that has the name of the event, and the name.
  private static func eventName(_ schema: Members) -> (key: String, name: String)? {
    for (key, value) in schema["properties"]?.members ?? [:]
    where ["event", "eventname", "name"].contains(PlanWords.key(key)) {
      let names = value.members?["enum"]?.elements ?? [value.members?["const"] ?? .null]
      if names.count == 1, let name = names[0].text { return (key, name) }
    }
    return nil
  }

  private static func ownName(_ schema: Members) -> String? {
    if let name = schema["self"]?.members?["name"]?.text { return name }
    if let title = schema["title"]?.text, !title.isEmpty { return PlanWords.trimmed(title) }
    let id = schema["$id"]?.text ?? schema["id"]?.text ?? ""
    let parts = id.split { "/#:".contains($0) }.map { title(ofFile: String($0)) }
    return parts.last { !$0.isEmpty && $0 != "jsonschema" }
  }

  /// The name of a file without endings and version; empty for a version alone.
  private static func title(ofFile name: String) -> String {
    var title = name.split(separator: "/").last.map(String.init) ?? ""
    for ending in [".json", ".schema", ".jsonschema"] where title.hasSuffix(ending) {
      title = String(title.dropLast(ending.count))
    }
    return title.allSatisfy { $0.isNumber || "-._v".contains($0) } ? "" : title
  }

  // MARK: Segment and Avo

  private mutating func readSegment(_ rules: Members, _ path: String) -> String {
    readAvo(rules["events"]?.elements?.compactMap(\.members) ?? [], nil, path + "events")
    let others = ["identify": "IDENTIFY", "global": "COMMON", "group": "GROUP"]
    for (word, rule) in rules {
      guard let type = others[word], let schema = rule.members else { continue }
      let traits = schema["properties"]?.members?["traits"]?.members?["properties"]?.members ?? [:]
      if type == "GROUP", traits.isEmpty { continue }
      add(Rule(type: type, path: path + word, schema: schema))
    }
    return "a tracking plan of Segment"
  }

  /// Segment's rules, each with a type and a schema.
  private mutating func readRules(_ rules: [Members], _ path: String) -> String {
    for (index, rule) in rules.enumerated() {
      let schema = (rule["jsonSchema"] ?? rule["json_schema"])?.members ?? [:]
      let deprecated = rule["deprecatedAt"]?.text ?? ""
      let labels = schema["labels"] ?? rule["labels"]
      let listed = (labels?.elements ?? []).compactMap(\.text).filter { $0.hasPrefix("platform:") }
      add(
        Rule(
          type: rule["type"]?.text ?? "TRACK", name: rule["key"]?.text ?? rule["name"]?.text,
          path: "\(path)[\(index)]", schema: schema,
          isRetired: !deprecated.isEmpty && !deprecated.hasPrefix("0001-01-01"),
          platforms: listed + [labels?.members?["platform"]?.text].compactMap(\.self)))
    }
    return "a tracking plan of Segment"
  }

  /// Events of Avo, or of Segment's older form.
  private mutating func readAvo(_ events: [Members], _ sources: Value?, _ path: String) {
    let known = sources?.elements ?? sources?.members?.values.elements ?? []
    for (index, event) in events.enumerated() {
      let platforms = (event["sources"]?.elements ?? []).compactMap { source -> String? in
        let name = source.members?["name"] ?? source
        let full = known.lazy.compactMap(\.members).first { $0["name"] == name }
        return full?["developmentPlatform"]?.text ?? name.text
      }
      let rule = Rule(
        name: event["name"]?.text, path: "\(path)[\(index)]",
        schema: event["rules"]?.members ?? [:],
        description: event["description"]?.text ?? "", platforms: platforms)
      add(rule)
      guard let mapping = event["nameMapping"], mapping != [:], mapping != [], mapping != .null
      else {
        continue
      }
      gatherer.notes.add(
        .unchecked, place("", rule.path),
        "event \((rule.name ?? "").quoted): another name for one destination (nameMapping) is not "
          + "checked")
    }
  }

  // MARK: mParticle

  private mutating func readDataPlan(_ points: [Value], _ path: String) -> String {
    let path = path + "version_document.data_points"
    let types = [
      "custom_event": "TRACK", "product_action": "TRACK", "promotion_action": "TRACK",
      "screen_view": "SCREEN", "user_attributes": "IDENTIFY",
    ]
    for (index, point) in points.enumerated() {
      let match = point.members?["match"]?.members ?? [:]
      let criteria = match["criteria"]?.members ?? [:]
      let definition = point.members?["validator"]?.members?["definition"]?.members ?? [:]
      let data = definition["properties"]?.members?["data"]?.members?["properties"]?.members ?? [:]
      let word = match["type"]?.text ?? ""
      guard let type = types[word] else {
        gatherer.notes.add(
          .unchecked, place("", "\(path)[\(index)]"),
          "the data point of type \(word.quoted) is not checked")
        continue
      }
      let names = ["event_name", "screen_name", "action"].compactMap { criteria[$0]?.text }
      let schema = type == "IDENTIFY" ? definition : data["custom_attributes"]?.members ?? [:]
      add(
        Rule(
          type: type, name: names.first, path: "\(path)[\(index)]", schema: schema,
          description: point.members?["description"]?.text ?? ""))
    }
    return "a data plan of mParticle"
  }

  // MARK: Rows

  /// Reads a list of objects as rows of a sheet; false if it has no column of events.
  ///
  /// Objects in a list of parameters are rows below that of their event.
  private mutating func readRows(_ elements: [Value], _ path: String, isUnderEvents: Bool) -> Bool {
    var table = JSONTable()
    for (index, element) in elements.enumerated() {
      let name = element.members?.values.lazy.compactMap(\.text).first ?? ""
      let place = place(name, "\(path)[\(index)]")
      guard let members = element.members else {
        gatherer.notes.add(.warning, place, "the entry is not an object, so it is not read")
        continue
      }
      table.add(members, isUnderEvents, place)
    }
    guard let rows = table.rows, let head = SheetHead(rows.prefix(1)) else { return false }
    PlanReader.read(rows, head, file: file, into: &gatherer)
    return true
  }

  // MARK: Places

  /// The place of a part; its line is that of the next text that is its name.
  private mutating func place(_ name: String, _ path: String) -> PlanPlace {
    var place = PlanPlace(file: file, line: searched?.line ?? 1, column: path)
    guard !name.isEmpty, var (offset, line) = searched else { return place }
    let word = Array(name.quoted.utf8)
    searched = nil
    while offset + word.count <= bytes.count {
      if bytes[offset] == word[0], bytes[offset..<(offset + word.count)] == word[...] {
        searched = (offset + word.count, line)
        place.line = line
        break
      }
      if bytes[offset] == 0x0A { line += 1 }
      offset += 1
    }
    return place
  }
}

/// A list of objects as a sheet whose heads are their keys.
private struct JSONTable {
  private var heads: OrderedSet<String> = []
  private var lines: [(cells: [String: String], place: PlanPlace)] = []

  /// The rows with that of the heads; nil beyond the bounds of a sheet.
  var rows: [SheetRow]? {
    guard heads.count <= SheetScanner.cellLimit, lines.count < SheetScanner.rowLimit else {
      return nil
    }
    return [SheetRow(cells: Array(heads), number: 0, line: 1)]
      + lines.map { line in
        SheetRow(
          cells: heads.map { line.cells[$0] ?? "" }, number: 0, line: line.place.line,
          path: line.place.column)
      }
  }

  mutating func add(
    _ members: OrderedDictionary<String, Value>, _ isUnderEvents: Bool, _ place: PlanPlace
  ) {
    var row: [String: String] = [:]
    var below: [[String: String]] = []
    let hasEvent = members.keys.contains { SheetMeaning.heads[PlanWords.key($0)] == .event }
    for (key, value) in members {
      let isName = isUnderEvents && !hasEvent && ["name", "id", "key"].contains(key)
      let head = isName && row["event"] == nil ? "event" : key
      let parameters = (value.elements ?? []).compactMap(\.members)
      if !parameters.isEmpty, parameters.allSatisfy({ $0["name"] != nil || $0["key"] != nil }) {
        for parameter in parameters {
          var line: [String: String] = [:]
          for (word, value) in parameter {
            let isName = word == "name" || word == "key" && parameter["name"] == nil
            line[isName ? key : "parameter " + word] = Self.cell(value)
          }
          below.append(line)
        }
        heads.append(key)
      } else {
        row[head] = Self.cell(value)
        heads.append(head)
      }
    }
    for line in below { heads.append(contentsOf: line.keys.sorted()) }
    lines.append((row, place))
    lines += below.map { ($0, place) }
  }

  private static func cell(_ value: Value) -> String {
    switch value {
    case .null, .absent: ""
    case .string(let text): PlanWords.trimmed(text)
    case .list(let elements) where elements.allSatisfy(\.isScalar):
      CellList.written(elements.map { $0.text ?? JSONWriter.write($0) })
    case .list, .map, .bool, .int, .double: JSONWriter.write(value)
    }
  }
}
