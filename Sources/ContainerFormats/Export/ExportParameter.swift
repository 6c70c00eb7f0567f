import TagRuntime

/// One parameter of a tag, a variable or a condition of an export.
indirect enum ExportParameter {
  case template(String)
  case boolean(Bool)
  case integer(Int64)
  case list([ExportParameter])
  case map([(key: String, value: ExportParameter)])

  /// Reads a parameter of the interface: the type says where its value stands.
  init(_ node: ExportNode) throws(ReadFault) {
    switch try node.text("type").uppercased() {
    case "LIST":
      var elements: [ExportParameter] = []
      for element in try node.nodes("list") { elements.append(try ExportParameter(element)) }
      self = .list(elements)
    case "MAP": self = .map(try Self.read(try node.nodes("map")))
    case "BOOLEAN":
      let text = try node.optionalText("value") ?? "false"
      // A checkbox may hold a variable instead of a word.
      self = text.contains("{{") ? .template(text) : .boolean(text.lowercased() == "true")
    case "INTEGER":
      let text = try node.optionalText("value") ?? "0"
      self = Int64(text).map(Self.integer) ?? .template(text)
    default: self = .template(try node.optionalText("value") ?? "")
    }
  }

  /// Reads parameters with their keys, in the order of the file.
  static func read(
    _ nodes: [ExportNode]
  ) throws(ReadFault) -> [(key: String, value: ExportParameter)] {
    var parameters: [(key: String, value: ExportParameter)] = []
    for node in nodes {
      parameters.append((try node.text("key"), try ExportParameter(node)))
    }
    return parameters
  }

  /// Whether a checkbox is set; nil for anything else. Hand-made exports write its word as text.
  var flag: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .template("true"): true
    case .template("false"): false
    case .template, .integer, .list, .map: nil
    }
  }

  /// How many parameters stand in this one, itself among them.
  var nodeCount: Int {
    switch self {
    case .template, .boolean, .integer: 1
    case .list(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .map(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    }
  }

  /// The expression of the container model.
  var expression: Expression {
    switch self {
    case .template(let text): TemplateText.parse(text)
    case .boolean(let flag): .constant(.bool(flag))
    case .integer(let integer): .constant(.int(integer))
    case .list(let elements): .list(elements.map(\.expression))
    case .map(let members):
      .map(
        members.map {
          Expression.Entry(key: .constant(.string($0.key)), value: $0.value.expression)
        })
    }
  }
}

extension ExportParameter {
  /// The rows of a table, a list of maps with two columns, as entries; rows without a key are
  /// nothing that anybody could have filled in.
  func tableEntries(
    key keyColumn: String, value valueColumn: String
  ) -> [Expression.Entry] {
    guard case .list(let rows) = self else { return [] }
    return rows.compactMap { row in
      guard case .map(let cells) = row else { return nil }
      guard let key = cells.first(where: { $0.key == keyColumn })?.value else { return nil }
      let value = cells.first { $0.key == valueColumn }?.value ?? .template("")
      return Expression.Entry(key: key.expression, value: value.expression)
    }
  }
}
