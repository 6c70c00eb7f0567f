import OrderedCollections
import TagRuntime

/// The replacement of a `${name}`: a value, or several words such as `slow latency=3s`.
struct Parameter: Sendable, Hashable {
  /// The tokens of the replacement.
  let tokens: [Token]
  /// The text of the replacement.
  let text: String

  init(_ tokens: [Token], text: String) {
    self.tokens = tokens
    self.text = text
  }

  /// Reads the value from a table, a header or an argument.
  ///
  /// - Throws: the first mistake; its position is relative to the text alone.
  init(reading text: String, file: String) throws(ScenarioError) {
    var lexer = Lexer(try SourceText(Array(text.utf8), file: file))
    let line = try lexer.nextLine()
    self.init(line?.tokens ?? [], text: line?.text ?? "")
  }

  /// Creates the replacement with a whole number.
  init(_ number: Int) {
    let word = String(number)
    let start = TextPosition(offset: 0, line: 1, column: 1)
    tokens = [Token(kind: .word(word), range: 0..<0, position: start, source: word)]
    text = word
  }

  /// Creates the replacement from the token after a key.
  init(_ token: Token) {
    tokens = [token]
    text =
      switch token.kind {
      case .string(let string): string.quoted
      case .json(let value): JSONWriter.write(value)
      case .word(let word): word
      case .sign, .parameter, .placeholder: token.source
      }
  }

  /// Creates the replacement from a value, such as the one in `${sku="S-77"}`.
  init(_ value: Value) {
    let written = JSONWriter.write(value)
    let kind: Token.Kind =
      switch value {
      case .string(let text): .string(text)
      case .map, .list: .json(value)
      default: .word(written)
      }
    let start = TextPosition(offset: 0, line: 1, column: 1)
    tokens = [Token(kind: kind, range: 0..<0, position: start, source: written)]
    text = written
  }

  /// The text of the replacement inside quotes.
  var bare: String {
    if tokens.count == 1, case .string(let text) = tokens[0].kind { text } else { text }
  }

  /// The value of the replacement; its text if it is not a single value.
  fileprivate var value: Value {
    guard tokens.count == 1 else { return .string(text) }
    switch tokens[0].kind {
    case .string(let text): return .string(text)
    case .json(let value): return value
    default:
      let line = TokenLine(tokens: tokens, end: tokens[0].position, text: text)
      var cursor = TokenCursor(line, file: "")
      return (try? cursor.value()) ?? .string(text)
    }
  }
}

/// The parameters available in a line, by their names: of the matrix, of an include, of a row of a
/// table.
struct ParameterScope: Sendable {
  private var parameters: OrderedDictionary<String, Parameter> = [:]
  private(set) var used: Set<String> = []

  subscript(name: String) -> Parameter? {
    get { parameters[name] }
    set { parameters[name] = newValue }
  }

  /// Adds names that were used elsewhere.
  mutating func addUsed(_ names: Set<String>) { used.formUnion(names) }

  /// Replaces the parameters in a line. In a text in quotes, unknown names stay unchanged, since
  /// they may be data.
  ///
  /// - Throws: `ScenarioError` for a parameter without a value.
  mutating func filled(_ line: TokenLine, _ lexer: Lexer) throws(ScenarioError) -> TokenLine {
    guard line.text.utf8.contains(UInt8(ascii: "$")) else { return line }
    var tokens: [Token] = []
    var text = ""
    var end: Int?
    for token in line.tokens {
      if let end, end < token.range.lowerBound { text += " " }
      end = token.range.upperBound
      let filled = try replacement(of: token, lexer)
      tokens += filled?.tokens ?? [token]
      text += filled?.text ?? lexer.oneLine(token.range)
    }
    guard !tokens.isEmpty else { return line }
    return TokenLine(tokens: tokens, end: line.end, text: text)
  }

  /// Returns the replacement of a token; nil if it has no parameters.
  private mutating func replacement(
    of token: Token, _ lexer: Lexer
  ) throws(ScenarioError) -> (tokens: [Token], text: String)? {
    switch token.kind {
    case .parameter(let name, let fallback):
      if parameters[name] == nil, let fallback { return placed(Parameter(fallback), at: token) }
      return placed(try parameter(name, token, lexer.source.file), at: token)
    case .word(let word) where word.contains("${"):
      let text = try Self.filled(word) { (name) throws(ScenarioError) in
        try parameter(name, token, lexer.source.file)
      }
      return (tokens: [copy(of: token, .word(text))], text: text)
    case .string(let string) where string.contains("${"):
      let text = fill(string)
      return (tokens: [copy(of: token, .string(text))], text: text.quoted)
    case .json(let value):
      let filled = fill(value)
      guard filled != value else { return nil }
      return (tokens: [copy(of: token, .json(filled))], text: JSONWriter.write(filled))
    default: return nil
    }
  }

  private mutating func parameter(
    _ name: String, _ token: Token, _ file: String
  ) throws(ScenarioError) -> Parameter {
    if let parameter = parameters[name] {
      used.insert(name)
      return parameter
    }
    throw ScenarioError(
      file: file, position: token.position, kind: .unknown(what: "parameter"), found: name,
      expected: parameters.isEmpty
        ? "one that the matrix, an include or a table of examples gives" : "",
      quoted: Array(parameters.keys).listed(),
      suggestion: Suggestion.nearest(to: name, among: Array(parameters.keys)))
  }

  /// Places the tokens of a parameter at its name, so that mistakes are reported there.
  private func placed(_ parameter: Parameter, at token: Token) -> (tokens: [Token], text: String) {
    (parameter.tokens.map { copy(of: token, $0.kind, $0.source) }, parameter.text)
  }

  private func copy(of token: Token, _ kind: Token.Kind, _ source: String? = nil) -> Token {
    Token(
      kind: kind, range: token.range, position: token.position, source: source ?? token.source)
  }

  // MARK: Inside texts

  private mutating func fill(_ text: String) -> String {
    // This closure never throws, so the whole call never throws.
    let filled = try? Self.filled(text) { (name) throws(ScenarioError) in
      guard let parameter = parameters[name] else { return nil }
      used.insert(name)
      return parameter
    }
    return filled ?? text
  }

  private mutating func fill(_ value: Value) -> Value {
    switch value {
    case .string(let text) where text.contains("${"):
      if text.hasPrefix("${"), text.hasSuffix("}"),
        let parameter = parameters[String(text.dropFirst(2).dropLast())]
      {
        used.insert(String(text.dropFirst(2).dropLast()))
        return parameter.value
      }
      return .string(fill(text))
    case .list(let values):
      return .list(values.map { fill($0) })
    case .map(let members):
      var filled = members
      for (key, value) in members.elements { filled[key] = fill(value) }
      return .map(filled)
    default: return value
    }
  }

  /// Replaces every `${name}` in a text for which there is a parameter.
  private static func filled(
    _ text: String, by find: (String) throws(ScenarioError) -> Parameter?
  ) throws(ScenarioError) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${"),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      let parameter = try find(String(rest[start.upperBound..<end]))
      result += rest[..<start.lowerBound]
      result += parameter?.bare ?? String(rest[start.lowerBound...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
