import OrderedCollections

/// One kind of variable, tag or condition of containers of the second generation (v5).
///
/// A container brings the instructions of its variables and tags along; over all known containers
/// they mean the same, which is what these functions do. Parameters are named without `vtp_`.
///
/// Source: Formats §6, Firebase §5.6.
package struct FirebaseFunction: Sendable {
  /// How it is done.
  enum Body: Sendable {
    case variable(
      @Sendable (borrowing FunctionArguments, inout Evaluator) throws(FunctionFailure) -> Value)
    case tag(
      @Sendable (borrowing FunctionArguments, inout Evaluator) throws(FunctionFailure) -> TagResult)
    /// A condition is a function of the phone, named as in the first generation.
    case condition
  }

  package let id: String
  /// Parameters without which it comes to nothing.
  package var required: [String] = []
  /// How long the value of a variable stays the same.
  var stability: Stability = .constant
  /// What a variable is called beside a value, what a tag does, or how a condition compares.
  package let words: String
  /// What a variable reads, on a page about a container, where that is more than its name.
  var reading: (@Sendable (CallWords) -> String)?
  /// The parameter that says what it is asked about, where it is about something.
  var subject: String?
  /// How the parameter ends that stands for a missing `subject`.
  var subjectEnding: String?
  /// Whether people make it on purpose; the others come along by themselves.
  package var isMadeByHand = false
  let body: Body

  /// What a call of it reads, in words.
  package func reads(_ call: CallWords) -> String { reading?(call) ?? words }

  var kind: MissingFunction.Kind {
    switch body {
    case .variable: .macro
    case .tag: .tag
    case .condition: .condition
    }
  }
}

extension FirebaseFunction {
  /// Every function that is known.
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

  /// The function of an id, or nil where nothing is known of it.
  package static func named(_ id: String, _ kind: MissingFunction.Kind) -> FirebaseFunction? {
    byKey[Key(id: id, kind: kind)]
  }

  // MARK: For the evaluator

  private static let macros = Dictionary(
    uniqueKeysWithValues: variables.compactMap(\.macro).map { ($0.id, $0) })
  private static let tagFunctions = Dictionary(
    uniqueKeysWithValues: tags.compactMap(\.tagFunction).map { ($0.id, $0) })

  /// The variable of an id.
  static func macro(_ id: String) -> MacroFunction? { macros[id] }

  /// The tag of an id.
  static func tag(_ id: String) -> TagFunction? { tagFunctions[id] }

  /// A variable whose exception is logged: nothing that refers to it can be called.
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

  /// A tag whose exception is logged; the others go on.
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
  /// A parameter as JavaScript sees it; one that is not there is undefined.
  func given(_ key: String) -> Value {
    switch values[key] {
    case .value(let value)?: value
    case .undefined?, .failed?, nil: .absent
    }
  }

  /// Whether an `if` takes a parameter for true.
  func isTruthy(_ key: String) -> Bool { JavaScript.isTruthy(given(key)) }

  /// All parameters as one map.
  var members: OrderedDictionary<String, Value> {
    values.mapValues { $0.value ?? .absent }
  }
}

/// A table of a v5 container: a list of rows, each a map of named cells. A row in which something
/// is null is null itself.
struct JavaScriptTable {
  let rows: [Value]

  /// What is no list has no rows.
  init(_ value: Value) { rows = value.elements ?? [] }

  /// Two cells of each row as one map, the last of several with one key; rows that lack a cell are
  /// left out.
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
