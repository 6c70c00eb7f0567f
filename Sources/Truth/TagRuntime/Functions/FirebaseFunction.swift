import OrderedCollections

/// One kind of variable, tag or condition of containers of the second generation (v5).
///
/// A container includes the instructions of its variables and tags; in all known containers they
/// mean the same, and these functions do the same. Parameters are named without `vtp_`.
///
/// Source: Formats §6, Firebase §5.6.
package struct FirebaseFunction: Sendable {
  /// The implementation.
  enum Body: Sendable {
    case variable(
      @Sendable (borrowing FunctionArguments, inout Evaluator) throws(FunctionFailure) -> Value)
    case tag(
      @Sendable (borrowing FunctionArguments, inout Evaluator) throws(FunctionFailure) -> TagResult)
    /// A condition is a function of the phone, named as in the first generation.
    case condition
  }

  package let id: String
  /// Parameters without which it has no effect.
  package var required: [String] = []
  /// The stability of a variable's value.
  var stability: Stability = .constant
  /// The words for a variable's value, the action of a tag, or the comparison of a condition.
  package let words: String
  /// Describes what a variable reads, on a page about a container, if that is more than its name.
  var reading: (@Sendable (CallWords) -> String)?
  /// The parameter that names the subject of the function, if it has one.
  var subject: String?
  /// The ending of the parameter that replaces a missing `subject`.
  var subjectEnding: String?
  /// Whether users make it on purpose; the others are added automatically.
  package var isMadeByHand = false
  let body: Body

  /// Says in words what a call of it reads.
  package func reads(_ call: CallWords) -> String { reading?(call) ?? words }

  var kind: MissingFunction.Kind {
    switch body {
    case .variable: .macro
    case .tag: .tag
    case .condition: .condition
    }
  }

  /// All known functions.
  static let all =
    variables + tags
    + PredicateFunction.all.map {
      FirebaseFunction(id: $0.id, words: $0.words, body: .condition)
    }

  private struct Key: Hashable {
    var id: String
    var kind: MissingFunction.Kind
  }

  private static let byKey = Dictionary(
    uniqueKeysWithValues: all.map { (Key(id: $0.id, kind: $0.kind), $0) })

  /// Returns the function of an id, or nil if it is unknown.
  package static func named(_ id: String, _ kind: MissingFunction.Kind) -> FirebaseFunction? {
    byKey[Key(id: id, kind: kind)]
  }

  // MARK: For the evaluator

  private static let macros = Dictionary(
    uniqueKeysWithValues: variables.compactMap(\.macro).map { ($0.id, $0) })
  private static let tagFunctions = Dictionary(
    uniqueKeysWithValues: tags.compactMap(\.tagFunction).map { ($0.id, $0) })

  static func macro(_ id: String) -> MacroFunction? { macros[id] }

  static func tag(_ id: String) -> TagFunction? { tagFunctions[id] }

  /// The variable, which logs its exception: nothing that refers to it can be called then.
  private var macro: MacroFunction? {
    guard case .variable(let body) = body else { return nil }
    return MacroFunction(
      id: id, label: words, words: reads, stability: stability
    ) { arguments, evaluator in
      do throws(FunctionFailure) {
        let value = try body(arguments, &evaluator)
        return value == .absent ? .undefined : .value(value)
      } catch {
        evaluator.log(.functionFailed, arguments.name, arguments.function, error.reason)
        return .failed
      }
    }
  }

  /// The tag, which logs its exception; the other tags continue.
  private var tagFunction: TagFunction? {
    guard case .tag(let body) = body else { return nil }
    return TagFunction(id: id) { arguments, evaluator in
      do throws(FunctionFailure) {
        return try body(arguments, &evaluator)
      } catch {
        evaluator.log(.functionFailed, arguments.name, arguments.function, error.reason)
        return .refused(reason: error.reason)
      }
    }
  }
}

extension FunctionArguments {
  /// Returns a parameter as JavaScript sees it; a missing one is undefined.
  func given(_ key: String) -> Value {
    switch values[key] {
    case .value(let value)?: value
    case .undefined?, .failed?, nil: .absent
    }
  }

  func isTruthy(_ key: String) -> Bool { JavaScript.isTruthy(given(key)) }

  /// All parameters as one map.
  var members: OrderedDictionary<String, Value> {
    values.mapValues { $0.value ?? .absent }
  }
}

/// A table of a v5 container: a list of rows, each a map of named cells. A row with a null in it is
/// null itself.
struct JavaScriptTable {
  let rows: [Value]

  /// Creates a table; a value that is not a list has no rows.
  init(_ value: Value) { rows = value.elements ?? [] }

  /// Returns two cells of each row as one map, the last of several with one key; rows that lack a
  /// cell are left out.
  ///
  /// - Complexity: O(n) expected in the rows.
  func members(key: String, value: String) -> OrderedDictionary<String, Value> {
    var members: OrderedDictionary<String, Value> = [:]
    for row in rows {
      guard let cells = row.members, let name = cells[key], let content = cells[value] else {
        continue
      }
      members[JavaScript.text(name)] = content
    }
    return members
  }
}
