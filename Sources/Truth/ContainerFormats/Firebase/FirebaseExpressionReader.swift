import TagRuntime

/// Converts the values of a v5 container to expressions: anything but a constant is a list that
/// starts with its kind.
///
/// The depth is bounded by the JSON reader.
struct FirebaseExpressionReader {
  let macroNames: [String]

  private static let kinds =
    "a value, or a list that starts with 'list', 'map', 'macro', 'template', 'escape' or "
    + "'function_id'"

  /// Reads a value; `place` is its path in the file.
  func read(
    _ value: Value, at place: @autoclosure () -> String
  ) throws(ReadFault) -> Expression {
    switch value {
    case .string, .int, .double, .bool: return .constant(value)
    case .null, .map, .absent: throw .member(place(), Self.kinds)
    case .list(let elements):
      guard let kind = elements.first?.text else { throw .member(place(), Self.kinds) }
      return try read(kind, Array(elements.dropFirst()), place())
    }
  }

  private func read(
    _ kind: String, _ operands: [Value], _ place: String
  ) throws(ReadFault) -> Expression {
    switch kind {
    case "list": return .list(try readAll(operands, place))
    case "template": return .template(try readAll(operands, place))
    case "map": return .map(try entries(operands, place))
    case "macro":
      let number = operands.count == 1 ? operands[0] : .null
      return .macro(
        macroNames[
          try ReadFault.number(number, of: "a macro", below: macroNames.count, at: place + "[1]")])
    case "escape":
      guard let inner = operands.first else { throw .member(place + "[1]", Self.kinds) }
      return .escaped(try read(inner, at: place + "[1]"), try escapings(operands, place))
    case "function_id":
      guard operands.count == 1, let id = operands[0].text else {
        throw .member(place + "[1]", "the id of a function")
      }
      return .functionID(id)
    default: throw .member(place, Self.kinds)
    }
  }

  /// Reads all operands, which start at the second element of their list.
  private func readAll(_ operands: [Value], _ place: String) throws(ReadFault) -> [Expression] {
    try operands.enumerated().map { (index, operand) throws(ReadFault) in
      try read(operand, at: "\(place)[\(index + 1)]")
    }
  }

  private func entries(
    _ operands: [Value], _ place: String
  ) throws(ReadFault) -> [Expression.Entry] {
    guard operands.count.isMultiple(of: 2) else {
      throw .member(place, "a map of keys and values in turn")
    }
    let expressions = try readAll(operands, place)
    return stride(from: 0, to: expressions.count, by: 2).map {
      Expression.Entry(key: expressions[$0], value: expressions[$0 + 1])
    }
  }

  private func escapings(_ operands: [Value], _ place: String) throws(ReadFault) -> [Int] {
    try ReadFault.check(operands.count - 1, ContainerLimits.escapings, place)
    return try operands.enumerated().dropFirst().map { (index, operand) throws(ReadFault) in
      guard case .int(let number) = operand, let escaping = Int(exactly: number) else {
        throw .member("\(place)[\(index + 1)]", "the number of an escaping")
      }
      return escaping
    }
  }
}

/// The runtime of a v5 container: instructions that define its functions.
enum FirebaseRuntime {
  /// The instruction that defines a function; its name follows.
  private static let definition: Value = 50

  /// Returns the names of the functions that the runtime defines, in order. Its other instructions
  /// are ignored.
  static func functionNames(in file: FileNode) throws(ReadFault) -> [String] {
    var names: [String] = []
    let instructions = try file.elements("runtime", limit: ContainerLimits.runtimeInstructions)
    for (number, instruction) in instructions.enumerated() {
      guard let parts = instruction.elements, !parts.isEmpty else {
        throw .member("runtime[\(number)]", "an instruction, which is a list")
      }
      guard parts[0] == definition else { continue }
      guard parts.count > 1, let name = parts[1].text else {
        throw .member("runtime[\(number)][1]", "the name of a function")
      }
      names.append(name)
    }
    return names
  }
}
