/// One dimension of the ways to play a scenario: `matrix: sdk=v3,v5`.
public struct MatrixAxis: Sendable, Hashable {
  /// The effect of an axis on a way.
  enum Use: Sendable, Hashable {
    /// Sets the generation of the SDK.
    case sdk
    /// Replaces the published container.
    case container
    /// Begins the setup with a statement: these words, and the value.
    case statement(String)
    /// Only sets the value of `${name}`.
    case parameter
  }

  package static let wayLimit = 64

  /// The name of the axis, such as `sdk`.
  public let name: String
  let location: ScenarioLocation
  /// Its values, at least two.
  let values: [Parameter]

  /// The effect of the axis on a way.
  var use: Use {
    switch name {
    case "sdk": .sdk
    case "container": .container
    case let key where TokenCursor.deviceKeys.contains(key): .statement("device \(key)=")
    case let verb where Form(verb: verb) != nil: .statement(verb + " ")
    default: .parameter
    }
  }

  /// Returns every combination of values, those that differ in the last axis next to each other.
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
  /// Reads `sdk=v3,v5` or `network=offline,slow latency=3s`.
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
        throw failure(.duplicate(what: "value"), line.valueStart, text)
      }
      values.append(parameter)
    }
    if values.count < 2 { throw failure(.unexpected, line.valueStart, value, expected) }
    let axis = MatrixAxis(name: name, location: location(line), values: values)
    let ways = scenario.header.matrix.reduce(values.count) { $0 * $1.values.count }
    if ways > MatrixAxis.wayLimit {
      throw failure(
        .misplaced, line.valueStart, name,
        "that makes \(ways) ways to play it, but at most \(MatrixAxis.wayLimit) are allowed")
    }
    scenario.header.matrix.append(axis)
    if name == "sdk" { scenario.header.sdk = try sdk(values[0].text, line) }
  }
}

extension MatrixAxis {
  /// Splits the values of an axis at the commas outside quotes and braces.
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
