import TagRuntime

/// One thing that varies between the ways to play a scenario: `matrix: sdk=v3,v5`.
public struct MatrixAxis: Sendable, Hashable {
  /// What it does to a way.
  enum Use: Sendable, Hashable {
    /// It is the generation of the SDK.
    case sdk
    /// It stands in for the published container.
    case container
    /// It begins the setup with a statement: these words, and the value.
    case statement(String)
    /// It is what `${name}` stands for, and nothing else.
    case parameter
  }

  /// How many ways there can be.
  static let wayLimit = 64

  /// Its name.
  public let name: String
  /// Where it is.
  let location: ScenarioLocation
  /// Its values, at least two.
  let values: [Parameter]

  /// What it does to a way.
  var use: Use {
    switch name {
    case "sdk": .sdk
    case "container": .container
    case let key where TokenCursor.deviceKeys.contains(key): .statement("device \(key)=")
    case let verb where Verb(verb) != nil: .statement(verb + " ")
    default: .parameter
    }
  }

  /// Every choice of a value for each axis, the values of the last one next to each other.
  static func combinations(
    of axes: [MatrixAxis]
  ) -> [[(axis: MatrixAxis, value: Parameter)]] {
    axes.reduce([[]]) { choices, axis in
      choices.flatMap { choice in axis.values.map { choice + [(axis: axis, value: $0)] } }
    }
  }
}

// MARK: - Header

extension ScenarioReader {
  /// `sdk=v3,v5`, `network=offline,slow latency=3s`
  mutating func readMatrix(_ value: String, _ line: HeaderLine) throws(ScenarioError) {
    let expected = "what varies, as in sdk=v3,v5"
    guard let equals = value.firstIndex(of: "=") else {
      throw failure(.unexpected, line.valueStart, value, expected)
    }
    let name = HeaderLine.trimmed(value[..<equals])
    guard Lexer.isName(name.replacing("-", with: "_")) else {
      throw failure(.unexpected, line.valueStart, value, expected)
    }
    if scenario.header.matrix.contains(where: { $0.name == name }) {
      throw failure(.duplicate(what: "part of the matrix"), line.valueStart, name)
    }
    var values: [Parameter] = []
    for text in MatrixAxis.parts(of: value[value.index(after: equals)...]) {
      if name == "sdk" { _ = try sdk(text, line) }
      let parameter: Parameter
      do throws(ScenarioError) {
        parameter = try Parameter(reading: text, file: lines.file)
      } catch {
        throw error.moved(to: lines.lexer.position(of: line.valueStart))
      }
      if parameter.tokens.isEmpty || text.isEmpty {
        throw failure(.unexpected, line.valueStart, value, expected)
      }
      if values.contains(where: { $0.text == parameter.text }) {
        throw failure(.duplicate(what: name), line.valueStart, text)
      }
      values.append(parameter)
    }
    if values.count < 2 { throw failure(.unexpected, line.valueStart, value, expected) }
    let axis = MatrixAxis(name: name, location: location(line), values: values)
    let ways = scenario.header.matrix.reduce(values.count) { $0 * $1.values.count }
    if ways > MatrixAxis.wayLimit {
      throw failure(
        .misplaced, line.valueStart, name,
        "that would be \(ways) ways to play it, and at most \(MatrixAxis.wayLimit) are played")
    }
    scenario.header.matrix.append(axis)
    if name == "sdk" { scenario.header.sdk = try sdk(values[0].text, line) }
  }
}

extension MatrixAxis {
  /// The values of an axis: what stands between commas outside of quotes and braces.
  fileprivate static func parts(of text: Substring) -> [String] {
    var parts: [String] = []
    var part = ""
    var isInString = false
    var isEscaped = false
    var braces = 0
    for character in text {
      if character == ",", !isInString, braces == 0 {
        parts.append(HeaderLine.trimmed(part[...]))
        part = ""
        continue
      }
      switch character {
      case "\"" where !isEscaped: isInString.toggle()
      case "{" where !isInString, "[" where !isInString: braces += 1
      case "}" where !isInString, "]" where !isInString: braces -= 1
      default: break
      }
      isEscaped = isInString && character == "\\" && !isEscaped
      part.append(character)
    }
    return parts + [HeaderLine.trimmed(part[...])]
  }
}
