import OrderedCollections
import TagRuntime

/// Turns expressions into the values of a v5 container, where macros have numbers.
struct FirebaseValueWriter {
  private let numbers: [String: Int]

  /// The depth of a parameter's values in the file: file, resource, list and call contain them.
  private static let depthOfParameters = 4

  init(macros: [FunctionCall]) {
    numbers = Dictionary(
      macros.enumerated().compactMap { macro in macro.element.name.map { ($0, macro.offset) } },
      uniquingKeysWith: { first, _ in first })
  }

  func value(
    of expression: Expression, at place: String
  ) throws(UnwritableContainer) -> Value {
    try value(of: expression, at: place, depth: Self.depthOfParameters + 1)
  }

  private func value(
    of expression: Expression, at place: String, depth: Int
  ) throws(UnwritableContainer) -> Value {
    let expression = expression.withConstantsUnfolded
    if case .constant(let constant) = expression {
      if case .null = constant {
        throw UnwritableContainer(.valueWithoutForm(kind: constant.kindName, place: place))
      }
      try Self.check(constant, at: place, depth: depth)
      return constant
    }
    try UnwritableContainer.check(depth: depth, at: place)
    switch expression {
    case .constant(let constant): return constant
    case .functionID(let id): return ["function_id", .string(id)]
    case .macro(let name):
      guard let number = numbers[name] else {
        throw UnwritableContainer(.missingMacro(name: name, place: place))
      }
      return ["macro", .int(Int64(number))]
    case .list(let elements): return .list(try ["list"] + values(of: elements, place, depth))
    case .template(let tokens): return .list(try ["template"] + values(of: tokens, place, depth))
    case .map(let entries):
      let elements = entries.flatMap { [$0.key, $0.value] }
      return .list(try ["map"] + values(of: elements, place, depth))
    case .escaped(let inner, let escapings):
      try UnwritableContainer.check(
        escapings.count, ContainerLimits.escapings, place + ", escapings")
      let inner = try value(of: inner, at: place, depth: depth + 1)
      return .list(["escape", inner] + escapings.map { .int(Int64($0)) })
    }
  }

  private func values(
    of expressions: [Expression], _ place: String, _ depth: Int
  ) throws(UnwritableContainer) -> [Value] {
    try expressions.map { (expression) throws(UnwritableContainer) in
      try value(of: expression, at: place, depth: depth + 1)
    }
  }

  // MARK: What JSON holds

  /// Throws for a value that JSON cannot hold or that is too deep for readers.
  static func check(
    _ value: Value, at place: String, depth: Int
  ) throws(UnwritableContainer) {
    switch value {
    case .null, .bool, .int, .string: break
    case .double(let double):
      guard double.isFinite else {
        throw UnwritableContainer(.valueWithoutForm(kind: "\(double)", place: place))
      }
    case .absent:
      throw UnwritableContainer(.valueWithoutForm(kind: value.kindName, place: place))
    case .list(let elements):
      try UnwritableContainer.check(depth: depth, at: place)
      for element in elements { try check(element, at: place, depth: depth + 1) }
    case .map(let members):
      try UnwritableContainer.check(depth: depth, at: place)
      for member in members.values { try check(member, at: place, depth: depth + 1) }
    }
  }
}
