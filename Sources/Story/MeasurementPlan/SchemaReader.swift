import OrderedCollections
import TagRuntime

/// Reads the parameters of a JSON Schema.
struct SchemaReader {
  typealias Members = OrderedDictionary<String, Value>

  /// The most parameters of one schema, with those inside of others.
  static let parameterLimit = 5_000

  /// Words that are checked, or written for people and tools.
  private static let known = PlanWords.words(
    """
    type enum const pattern required properties items additionalProperties minimum maximum \
    exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems description title $id \
    id $schema examples example default $comment labels eventMetadata self $defs definitions \
    version deprecated readOnly writeOnly metadata key $anchor
    """)

  private let owner: String
  private let place: PlanPlace
  private(set) var parameters: [PlannedParameter] = []
  /// The words that are not checked, with the first parameter that has each.
  private var unchecked: OrderedDictionary<String, String> = [:]
  private var isFull = false

  /// Reads the members of a schema.
  ///
  /// - Complexity: O(n) in its size.
  init(_ schema: Members, owner: String, place: PlanPlace, leavingOut left: Set<String> = []) {
    self.owner = owner
    self.place = place
    readWords(schema, "")
    readMembers(schema, under: [], leavingOut: left)
  }

  /// Adds its problems to those of a plan.
  func report(to notes: inout PlanNotes) {
    for (word, name) in unchecked {
      let part = name.isEmpty ? "" : " (\(name))"
      notes.add(.unchecked, place, "\(owner): \(word.quoted) is not checked\(part)")
    }
    if isFull {
      notes.add(.error, place, "\(owner) has more than \(Self.parameterLimit) parameters")
    }
  }

  private mutating func readWords(_ schema: Members, _ name: String) {
    for (word, value) in schema {
      let isValues = ["oneOf", "anyOf"].contains(word) && Self.constants(value) != nil
      let isRule = word == "additionalProperties" && value.members?.isEmpty == false
      if isRule || !isValues && !Self.known.contains(word), unchecked[word] == nil {
        unchecked[word] = name
      }
    }
  }

  private mutating func readMembers(
    _ schema: Members, under path: [String], leavingOut left: Set<String> = []
  ) {
    let names = schema["required"]?.elements?.compactMap(\.text)
    let required = names.map { Set($0) }
    let properties = schema["properties"]?.members ?? [:]
    for (name, property) in properties where !left.contains(name) {
      read(name, property, under: path, isRequired: required?.contains(name))
    }
    for name in names ?? [] where properties[name] == nil && !left.contains(name) {
      read(name, .map([:]), under: path, isRequired: true)
    }
  }

  private mutating func read(
    _ name: String, _ property: Value, under path: [String], isRequired: Bool?
  ) {
    guard parameters.count < Self.parameterLimit else {
      isFull = true
      return
    }
    var parameter = PlannedParameter(path: path + [name], isRequired: isRequired, place: place)
    parameter.place.column += (place.column.isEmpty ? "" : ".") + parameter.name
    let schema = property.members ?? [:]
    if property == .bool(false) { unchecked["false"] = parameter.name }
    readWords(schema, parameter.name)
    var inner = schema
    var word = Self.types(schema)
    parameter.allowsNull = word.allowsNull
    if word.isList, word.types.isEmpty {
      parameter.isList = true
      inner = schema["items"]?.members ?? [:]
      readWords(inner, parameter.name)
      word = Self.types(inner)
      if schema["items"]?.elements != nil { unchecked["items"] = parameter.name }
    }
    parameter.types = word.types + (word.isList ? [.list] : [])
    parameter.description = PlanWords.trimmed(schema["description"]?.text ?? "")
    parameter.isClosed = inner["additionalProperties"] == .bool(false)
    Self.setValues(of: &parameter, schema, inner)
    parameters.append(parameter)
    readMembers(inner, under: path + [parameter.isList ? name + "[]" : name])
  }

  /// The types of a schema.
  private static func types(_ schema: Members) -> PlanWords.TypeWord {
    var word = PlanWords.TypeWord()
    for name in (schema["type"]?.elements ?? [schema["type"] ?? .null]).compactMap(\.text) {
      let one = PlanWords.type(name)
      word.types += one.types.filter { $0 != .list }
      word.isList = word.isList || one.types == [.list]
      word.allowsNull = word.allowsNull || one.allowsNull
    }
    if schema["type"] == nil, schema["properties"] != nil { word.types = [.map] }
    if schema["type"] == nil, schema["items"] != nil { word.isList = true }
    return word
  }

  /// The values of `oneOf` whose members are all constants.
  private static func constants(_ value: Value?) -> [Value]? {
    guard let elements = value?.elements, !elements.isEmpty else { return nil }
    let constants = elements.compactMap { $0.members?["const"] }
    return constants.count == elements.count ? constants : nil
  }

  private static func setValues(
    of parameter: inout PlannedParameter, _ schema: Members, _ inner: Members
  ) {
    let values =
      inner["const"].map { [$0] } ?? inner["enum"]?.elements ?? constants(inner["oneOf"])
      ?? constants(inner["anyOf"]) ?? []
    parameter.values = values.filter { $0 != .null }.map { $0.text ?? JSONWriter.write($0) }
    if values.contains(.null) { parameter.allowsNull = true }
    parameter.pattern = inner["pattern"]?.text
    if let example = schema["example"] ?? schema["examples"]?.elements?.first {
      parameter.example = example.text ?? JSONWriter.write(example)
    }
    func number(_ word: String, _ schema: Members) -> Double? {
      switch schema[word] {
      case .int(let integer): Double(integer)
      case .double(let double): double
      case .null, .absent, .bool, .string, .list, .map, nil: nil
      }
    }
    func count(_ word: String, _ schema: Members) -> Int? {
      number(word, schema).flatMap { Int(exactly: $0) }
    }
    parameter.bounds = PlannedBounds(
      minimum: number("exclusiveMinimum", inner) ?? number("minimum", inner),
      maximum: number("exclusiveMaximum", inner) ?? number("maximum", inner),
      shortest: count("minLength", inner), longest: count("maxLength", inner),
      fewest: count("minItems", schema), most: count("maxItems", schema))
    // Draft 4 says with a truth value that the bound itself is excluded.
    parameter.bounds.excludesMinimum = ![nil, .bool(false)].contains(inner["exclusiveMinimum"])
    parameter.bounds.excludesMaximum = ![nil, .bool(false)].contains(inner["exclusiveMaximum"])
  }
}
