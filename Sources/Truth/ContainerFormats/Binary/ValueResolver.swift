import TagRuntime

/// Converts the numbered values of a binary container to expressions: indices become the children
/// that they point to, each resolved once.
struct ValueResolver {
  /// A resolved value, with the size that it unfolds to.
  struct Resolved {
    var expression: Expression
    /// The number of expressions in it, including itself.
    var nodes = 1
    /// The levels of nesting, including itself.
    var height = 1
    /// The bytes of all texts in it.
    var textBytes = 0
  }

  private enum State {
    case untouched
    case inProgress
    case done(Resolved)
  }

  private let bytes: [UInt8]
  private let values: [Range<Int>]
  private var states: [State]

  /// Creates a resolver for values, given by their ranges in the bytes.
  init(_ values: [Range<Int>], in bytes: [UInt8]) {
    self.bytes = bytes
    self.values = values
    self.states = Array(repeating: .untouched, count: values.count)
  }

  /// Resolves every value, used or not, as the SDK does: one bad value refuses the container.
  ///
  /// - Complexity: O(n) in the values and their indices.
  mutating func resolveAll() throws(ReadFault) {
    for index in values.indices { _ = try resolve(index, usedBy: nil, depth: 1) }
  }

  func resolved(
    _ index: Int32, usedBy user: @autoclosure () -> String
  ) throws(ReadFault) -> Resolved {
    guard states.indices.contains(Int(index)) else {
      throw .index(.values, Int(index), count: states.count, usedBy: user())
    }
    guard case .done(let resolved) = states[Int(index)] else {
      throw ReadFault(.valueCycle(index: Int(index)))
    }
    return resolved
  }

  func text(
    _ index: Int32, usedBy user: @autoclosure () -> String
  ) throws(ReadFault) -> String {
    guard let text = try resolved(index, usedBy: user()).expression.constantText else {
      throw ReadFault(.notAString(index: Int(index), usedBy: user()))
    }
    return text
  }

  private mutating func resolve(
    _ index: Int, usedBy parent: Int?, depth: Int
  ) throws(ReadFault) -> Resolved {
    guard values.indices.contains(index) else {
      let user = parent.map { "value \($0)" } ?? ""
      throw .index(.values, index, count: values.count, usedBy: user)
    }
    switch states[index] {
    case .done(let resolved): return resolved
    case .inProgress: throw ReadFault(.valueCycle(index: index))
    case .untouched: break
    }
    // Two limits: a chain may be entered from its end, when its height is known, or from its start,
    // when only the depth of this recursion is.
    guard depth <= ContainerLimits.depth else { throw Self.tooDeep(index) }
    states[index] = .inProgress
    let value = WireContent(bytes, in: values[index])
    var resolved = try build(value, index, depth: depth)
    guard resolved.height <= ContainerLimits.depth else { throw Self.tooDeep(index) }
    guard resolved.nodes <= ContainerLimits.valueNodes else {
      throw ReadFault(.tooComplex(place: "value \(index)", limit: ContainerLimits.valueNodes))
    }
    guard resolved.textBytes <= ContainerLimits.valueTextBytes else {
      throw ReadFault(
        .tooMuchText(place: "value \(index)", limit: ContainerLimits.valueTextBytes))
    }
    let escapings = value.escapings
    if !escapings.isEmpty { resolved.expression = .escaped(resolved.expression, escapings) }
    states[index] = .done(resolved)
    return resolved
  }

  private static func tooDeep(_ index: Int) -> ReadFault {
    ReadFault(.tooDeep(place: "value \(index)", limit: ContainerLimits.depth))
  }

  private mutating func build(
    _ value: WireContent, _ index: Int, depth: Int
  ) throws(ReadFault) -> Resolved {
    switch value.valueType {
    case .string:
      let text = value.string
      return Resolved(expression: .constant(.string(text)), textBytes: text.utf8.count)
    case .functionID: return Resolved(expression: .functionID(value.functionID))
    case .integer: return Resolved(expression: .constant(.int(value.integer)))
    case .boolean: return Resolved(expression: .constant(.bool(value.boolean)))
    case .list:
      let items = try children(of: value, index, "list").listItem
      return try build(items, of: index, depth: depth) { .list($0) }
    case .template:
      let tokens = try children(of: value, index, "template").templateToken
      return try build(tokens, of: index, depth: depth) { .template($0) }
    case .map: return try buildMap(value, index, depth: depth)
    case .macroReference: return try buildReference(value, index, depth: depth)
    case .tagReference:
      throw ReadFault(.unknownValueType(index: index, type: value.valueType.rawValue))
    }
  }

  private mutating func buildReference(
    _ value: WireContent, _ index: Int, depth: Int
  ) throws(ReadFault) -> Resolved {
    let ext = try children(of: value, index, "macro reference")
    guard let reference = ext.macroNameReference else {
      throw ReadFault(.missingMacroName(index: index))
    }
    let child = Int(reference)
    let name = try resolve(child, usedBy: index, depth: depth + 1)
    guard let text = name.expression.constantText else {
      throw ReadFault(.notAString(index: child, usedBy: "the macro reference, value \(index)"))
    }
    return Resolved(expression: .macro(text))
  }

  private mutating func buildMap(
    _ value: WireContent, _ index: Int, depth: Int
  ) throws(ReadFault) -> Resolved {
    let ext = try children(of: value, index, "map")
    let (keys, values) = (ext.mapKey, ext.mapValue)
    let count = keys.count
    guard count == values.count else {
      throw ReadFault(.unevenMap(index: index, keys: count, values: values.count))
    }
    return try build(keys + values, of: index, depth: depth) { children in
      .map((0..<count).map { Expression.Entry(key: children[$0], value: children[count + $0]) })
    }
  }

  private mutating func build(
    _ indices: [Int32], of parent: Int, depth: Int, _ make: ([Expression]) -> Expression
  ) throws(ReadFault) -> Resolved {
    var expressions: [Expression] = []
    expressions.reserveCapacity(indices.count)
    var nodes = 1
    var height = 0
    var textBytes = 0
    for index in indices {
      let child = try resolve(Int(index), usedBy: parent, depth: depth + 1)
      expressions.append(child.expression)
      nodes += child.nodes
      textBytes += child.textBytes
      height = max(height, child.height)
    }
    return Resolved(
      expression: make(expressions), nodes: nodes, height: height + 1, textBytes: textBytes)
  }

  private func children(
    of value: WireContent, _ index: Int, _ type: String
  ) throws(ReadFault) -> WireContent {
    guard let children = value.children else {
      throw ReadFault(.missingChildren(index: index, type: type))
    }
    return children
  }
}

/// The damage of a binary that was handled as text.
enum TextDamage {
  /// The replacement character, EF BF BD, which an editor writes for bytes that are not text.
  private static let mark: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Finds the cause why bytes could not be read, or nil if nothing shows it.
  ///
  /// - Complexity: O(n) in the bytes.
  static func find(in bytes: [UInt8]) -> ContainerError.Code? {
    replaced(bytes) ?? lineEndsChanged(bytes) ?? transcoded(bytes)
  }

  private static func replaced(_ bytes: [UInt8]) -> ContainerError.Code? {
    var count = 0
    var firstOffset = 0
    var index = 0
    while index + mark.count <= bytes.count {
      guard bytes[index] == mark[0], bytes[index + 1] == mark[1], bytes[index + 2] == mark[2]
      else {
        index += 1
        continue
      }
      if count == 0 { firstOffset = index }
      count += 1
      index += mark.count
    }
    return count == 0 ? nil : .savedAsText(marks: count, firstOffset: firstOffset)
  }

  /// Detects changed line ends: a binary starts with 0A, so if every 0A follows a 0D, it was
  /// changed.
  static func lineEndsChanged(_ bytes: [UInt8]) -> ContainerError.Code? {
    guard bytes.starts(with: [0x0D, 0x0A]), bytes.contains(where: isControl) else { return nil }
    var count = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      guard index > 0, bytes[index - 1] == 0x0D else { return nil }
      count += 1
    }
    return .lineEndsChanged(count: count)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x09...0x0D).contains(byte)
  }

  /// Detects a binary written as UTF-8: each byte from 80 became two, C2 or C3 and another; a whole
  /// binary is never UTF-8, because every value in it has a byte AA by itself.
  private static func transcoded(_ bytes: [UInt8]) -> ContainerError.Code? {
    var count = 0
    var firstOffset = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard bytes[index] == 0xC2 || bytes[index] == 0xC3, index + 1 < bytes.count,
        bytes[index + 1] & 0xC0 == 0x80
      else { return nil }
      if count == 0 { firstOffset = index }
      count += 1
      index += 2
    }
    return count == 0 ? nil : .transcoded(count: count, firstOffset: firstOffset)
  }
}
