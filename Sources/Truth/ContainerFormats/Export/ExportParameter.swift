import OrderedCollections
import TagRuntime

/// One parameter of a tag, a variable or a condition of an export.
indirect enum ExportParameter {
  case template(String)
  case boolean(Bool)
  case integer(Int64)
  case list([ExportParameter])
  case map([(key: String, value: ExportParameter)])

  /// Reads a parameter of the interface: its type determines the place of its value.
  init(_ node: FileNode) throws(ReadFault) {
    switch try node.text("type").uppercased() {
    case "LIST": self = .list(try node.nodes("list").map(Self.init))
    case "MAP": self = .map(try Self.read(try node.nodes("map")))
    case "BOOLEAN":
      let text = try node.optionalText("value") ?? "false"
      // A checkbox may contain a variable instead of a word.
      self = text.contains("{{") ? .template(text) : .boolean(text.lowercased() == "true")
    case "INTEGER":
      let text = try node.optionalText("value") ?? "0"
      self = Int64(text).map(Self.integer) ?? .template(text)
    default: self = .template(try node.optionalText("value") ?? "")
    }
  }

  /// Reads parameters with their keys, in the order of the file.
  static func read(
    _ nodes: [FileNode]
  ) throws(ReadFault) -> [(key: String, value: ExportParameter)] {
    try nodes.map { (node) throws(ReadFault) in
      (key: try node.text("key"), value: try ExportParameter(node))
    }
  }

  /// Whether a checkbox is set; nil for anything else. Hand-made exports write it as text.
  var flag: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .template("true"): true
    case .template("false"): false
    case .template, .integer, .list, .map: nil
    }
  }

  /// The number of parameters in this one, including itself.
  var nodeCount: Int {
    switch self {
    case .template, .boolean, .integer: 1
    case .list(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .map(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    }
  }

  /// The expression in the container model.
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
  /// Returns the rows of a table, a list of maps with two columns, as entries; rows without a key
  /// are ignored, as users cannot enter them.
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

/// A text of the web interface in which `{{Name}}` refers to a variable.
enum TemplateText {
  /// Returns the expression of a text: a constant, one reference, or a mixture.
  ///
  /// `{{` without `}}` is text like any other.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func parse(_ text: String) -> Expression {
    var tokens: [Expression] = []
    var rest = text[...]
    while let start = position(of: "{", in: rest) {
      let afterStart = rest.index(start, offsetBy: 2)
      guard let end = position(of: "}", in: rest[afterStart...]) else { break }
      if start > rest.startIndex { tokens.append(constant(rest[..<start])) }
      tokens.append(.macro(String(rest[afterStart..<end])))
      rest = rest[rest.index(end, offsetBy: 2)...]
    }
    if !rest.isEmpty { tokens.append(constant(rest)) }
    switch tokens.count {
    case 0: return .constant(.string(""))
    case 1: return tokens[0]
    default: return .template(tokens)
    }
  }

  private static func constant(_ text: Substring) -> Expression { .constant(.string(String(text))) }

  /// Returns the position of a doubled character.
  private static func position(of brace: Character, in text: Substring) -> String.Index? {
    var index = text.startIndex
    while let found = text[index...].firstIndex(of: brace) {
      let next = text.index(after: found)
      if next < text.endIndex, text[next] == brace { return found }
      index = next
    }
    return nil
  }
}

/// The text of a value collection: JSON whose strings may be in single quotes.
enum ValueCollectionText {
  /// Returns the members of a collection, or nil if the text is JSON of another kind.
  ///
  /// - Throws: `JSONError` with a position in the text as the strict reader saw it.
  /// - Complexity: O(n) in the length of the text.
  static func parse(_ text: String) throws(JSONError) -> OrderedDictionary<String, Value>? {
    try JSONReader.read(strictJSON(text), depthLimit: ContainerLimits.depth).members
  }

  /// Returns the same text with all strings in double quotes.
  private static func strictJSON(_ text: String) -> [UInt8] {
    let single = UInt8(ascii: "'")
    let double = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var strict: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        // JSON has no escape for a single quote, which needs none there.
        strict.append(contentsOf: byte == single ? [byte] : [backslash, byte])
        isEscaped = false
      } else if let open = quote {
        if byte == backslash {
          isEscaped = true
        } else if byte == open {
          strict.append(double)
          quote = nil
        } else {
          strict.append(contentsOf: byte == double ? [backslash, byte] : [byte])
        }
      } else if byte == single || byte == double {
        strict.append(double)
        quote = byte
      } else {
        strict.append(byte)
      }
    }
    if isEscaped { strict.append(backslash) }
    return strict
  }

  /// Returns the expression of a member, with `{{Name}}` in its strings resolved.
  static func expression(of value: Value) -> Expression {
    switch value {
    case .string(let text): TemplateText.parse(text)
    // Containers have no doubles; they store the text.
    case .double(let double): .constant(.string(NumberText.short(double)))
    case .list(let elements): .list(elements.map(expression(of:)))
    case .map(let members):
      .map(
        members.elements.map {
          Expression.Entry(key: .constant(.string($0.key)), value: expression(of: $0.value))
        })
    case .null, .absent, .bool, .int: .constant(value)
    }
  }
}
