import OrderedCollections
import TagRuntime

/// Finds the facts for the description of a container.
struct ContainerDescriber {
  let version: ContainerVersion
  let sdkVersion: SDKVersion
  let platform: Platform
  /// The parts of the container that cannot work because functions are missing.
  let missing: MissingReach
  /// An index of names, shared conditions and rules. Use `version` to evaluate a function or a
  /// pattern, because the result depends on the generation.
  let container: CompiledContainer

  init(_ version: ContainerVersion, sdkVersion: SDKVersion, platform: Platform) {
    self.version = version
    self.sdkVersion = sdkVersion
    self.platform = platform
    container = CompiledContainer(version)
    missing = MissingReach(of: container, in: sdkVersion, on: platform)
  }

  var isFirebase: Bool { version.generation == .firebase }

  // MARK: Words

  func words(_ expression: Expression, _ style: BoundedWords.Style) -> String {
    let slots = container.slotOfName
    var words = BoundedWords { slots[$0] != nil }
    words.add(expression, style)
    return words.text
  }

  /// Returns the words of a parameter, or nil if the call has no such key.
  func words(
    _ key: String, of call: FunctionCall, _ style: BoundedWords.Style = .quoted
  ) -> String? {
    call.parameters[key].map { words($0, style) }
  }

  /// Returns a given name, or the fallback for an empty one.
  static func name(_ name: String?, else fallback: String) -> String {
    name.flatMap { $0.isEmpty ? nil : BoundedWords.cut($0) } ?? fallback
  }

  // MARK: Variables

  /// Returns the positions of the variables that an expression refers to, each once.
  func variables(in expressions: some Sequence<Expression>) -> [Int] {
    Array(OrderedSet(expressions.flatMap(\.references).compactMap { container.slotOfName[$0] }))
  }

  func variables(of call: FunctionCall) -> [Int] {
    let pushed = call.pushAfterEvaluate.map { [$0] } ?? []
    return variables(in: Array(call.parameters.values) + pushed)
  }

  // MARK: Functions

  /// Returns the functions that are called: by tags first, then by macros, then by conditions, each
  /// in container order.
  func functions() -> [ContainerDescription.Function] {
    let calls: [(MissingFunction.Kind, [FunctionCall])] = [
      (.tag, version.tags), (.macro, version.macros), (.condition, version.predicates),
    ]
    var counts: OrderedDictionary<Use, Int> = [:]
    for (kind, calls) in calls {
      for call in calls { counts[Use(function: call.function, kind: kind), default: 0] += 1 }
    }
    let defined = Set(version.runtimeFunctions)
    return counts.elements.map { use, count in
      ContainerDescription.Function(
        id: use.function, kind: use.kind, count: count, isKnown: isKnown(use, defined))
    }
  }

  private func isKnown(_ use: Use, _ defined: Set<String>) -> Bool {
    switch use.kind {
    case .condition: PredicateFunction.named(use.function) != nil
    // A v5 container cannot run functions that it does not define; an export defines nothing yet.
    case .macro where isFirebase, .tag where isFirebase:
      version.runtime == nil
        ? FirebaseFunction.named(use.function, use.kind) != nil : defined.contains(use.function)
    case .macro: MacroFunction.named(use.function, in: sdkVersion, on: platform) != nil
    case .tag: TagFunction.named(use.function) != nil
    }
  }

  private struct Use: Hashable {
    var function: String
    var kind: MissingFunction.Kind
  }

  // MARK: Missing functions

  /// Explains why the value of a macro definition is always missing.
  func words(ofMissing definition: Int?) -> String? {
    guard let definition else { return nil }
    let missing = MissingFunction(
      function: version.macros[definition].function, kind: .macro, names: [])
    return BoundedWords.cut(missing.words(on: platform))
  }

  /// Returns the functions that iOS lacks, for a description of another platform.
  func lacks() -> [ContainerDescription.Lack] {
    guard platform != .ios else { return [] }
    let sdkVersion = Settings().sdkVersion
    let reach = MissingReach(of: container, in: sdkVersion, on: .ios)
    return reach.causes.map { definition in
      let function = version.macros[definition].function
      let missing = MissingFunction(function: function, kind: .macro, names: [])
      return ContainerDescription.Lack(
        function: function, words: BoundedWords.cut(missing.words(on: .ios)),
        variables: reach.slots.indices.filter { reach.slots[$0] == definition },
        rules: reach.rules.indices.filter { reach.rules[$0] == definition },
        tags: reach.tags.indices.filter { reach.tags[$0] == definition })
    }
  }

  // MARK: Handlers

  /// Returns the functions of the app: those that tags call first, then those that macros call.
  func handlers() -> [ContainerDescription.Handler] {
    var handlers: OrderedDictionary<Use, ContainerDescription.Handler> = [:]
    for (kind, calls) in [(MissingFunction.Kind.tag, version.tags), (.macro, version.macros)] {
      for (position, call) in calls.enumerated() where call.function == appCall.function {
        let function = words(appCall.name, of: call, .braced) ?? "\"\""
        let use = Use(function: function, kind: kind)
        var handler =
          handlers[use]
          ?? ContainerDescription.Handler(function: function, kind: kind, parameters: [], users: [])
        let name = Self.name(call.name, else: kind == .tag ? "#\(position + 1)" : "(no name)")
        if handler.users.last != name { handler.users.append(name) }
        for parameter in parameters(of: call)
        where handler.parameters.count < DescriptionLimits.fields
          && !handler.parameters.contains(parameter.name)
        {
          handler.parameters.append(parameter.name)
        }
        handlers[use] = handler
      }
    }
    return Array(handlers.values)
  }

  /// The function with which a container calls the app, and the parameter with the name of the
  /// handler.
  private var appCall: (function: String, name: String) {
    isFirebase
      ? (FirebaseFunction.customTag.id, "classPath")
      : (TagFunction.functionCall.id, "function_call_macro_name")
  }

  /// Returns the parameters that a function call passes to the app.
  func parameters(of call: FunctionCall) -> [ContainerDescription.Field] {
    if isFirebase { return rows("functionArgument", "key", "value", of: call) }
    guard let additional = call.parameters["additional_params"] else { return [] }
    return fields(of: additional)
  }

  /// Returns the entries of a map, up to the limit.
  func fields(of map: Expression) -> [ContainerDescription.Field] {
    switch map {
    case .map(let entries):
      return entries.prefix(DescriptionLimits.fields).map {
        ContainerDescription.Field(name: words($0.key, .braced), value: words($0.value, .quoted))
      }
    case .constant(.map(let members)):
      return members.elements.prefix(DescriptionLimits.fields).map {
        ContainerDescription.Field(
          name: BoundedWords.cut($0.key), value: words(.constant($0.value), .quoted))
      }
    default: return []
    }
  }
}

/// Words about a part of a container of any size, cut at a limit.
struct BoundedWords {
  /// The styles that distinguish variables from texts.
  enum Style {
    /// As in a condition: a variable by its name, a text as it is.
    case bare
    /// As in the web interface: a variable in double braces, a text as it is.
    case braced
    /// A variable in double braces, a text in quotes.
    case quoted
  }

  private var scalars = String.UnicodeScalarView()
  private var room: Int
  private var isCut = false
  private let isVariable: (String) -> Bool

  init(
    limit: Int = DescriptionLimits.words, isVariable: @escaping (String) -> Bool = { _ in true }
  ) {
    room = limit
    self.isVariable = isVariable
  }

  /// The words so far, with an ellipsis if something is left out.
  var text: String { String(scalars) + (isCut ? "…" : "") }

  /// Cuts a text to the limit.
  ///
  /// - Complexity: O(`limit`).
  static func cut(_ text: String, to limit: Int = DescriptionLimits.words) -> String {
    var words = BoundedWords(limit: limit)
    words.add(text)
    return words.text
  }

  /// Returns a text in quotes, with line ends and quotes escaped as in JSON.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(cut(text), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func add(_ piece: String) {
    for scalar in piece.unicodeScalars {
      guard room > 0 else {
        isCut = true
        return
      }
      scalars.append(scalar)
      room -= 1
    }
  }

  mutating func add(_ expression: Expression, _ style: Style) {
    switch expression {
    case .constant(let value): add(value, style)
    case .functionID(let id): add(id)
    case .macro(let name): addVariable(name, style)
    case .escaped(let inner, _): add(inner, style)
    case .template(let tokens):
      // Empty parts are not visible, unless there are no others.
      let seen = tokens.filter { $0 != .constant(.string("")) }
      if style == .quoted || seen.isEmpty { add("\"") }
      for token in seen where !isCut { add(token, .braced) }
      if style == .quoted || seen.isEmpty { add("\"") }
    case .list(let elements):
      add("[")
      for (position, element) in elements.enumerated() where !isCut {
        if position > 0 { add(", ") }
        add(element, .quoted)
      }
      add("]")
    case .map(let entries):
      add("{")
      for (position, entry) in entries.enumerated() where !isCut {
        if position > 0 { add(", ") }
        add(entry.key, .braced)
        add(": ")
        add(entry.value, .quoted)
      }
      add("}")
    }
  }

  private mutating func addVariable(_ name: String, _ style: Style) {
    let braces = style == .bare ? ("", "") : ("{{", "}}")
    add(braces.0)
    add(name)
    add(braces.1)
    if !isVariable(name) { add(" (unknown)") }
  }

  private mutating func add(_ value: Value, _ style: Style) {
    switch value {
    case .list(let elements): add(.list(elements.map { .constant($0) }), style)
    case .map(let members):
      add(
        .map(
          members.elements.map {
            Expression.Entry(key: .constant(.string($0.key)), value: .constant($0.value))
          }), style)
    case .string(let text) where style == .quoted || text.isEmpty: add(Self.quoted(text))
    default: add(ValueConversion.text(value))
    }
  }
}

/// The limits of a container's description: whatever is in the file, the page stays readable and
/// grows no faster than the file.
enum DescriptionLimits {
  /// The scalars of one name, value, pattern or address.
  static let words = 160
  /// The scalars of the conditions of one rule.
  static let rule = 500
  /// The scalars of a note.
  static let notes = 500
  /// The number of rules shown for one tag or for one definition of a variable.
  static let rules = 20
  static let names = 10
  /// The number of fields of a hit, parameters of a call and keys of a write.
  static let fields = 30
  /// The number of rules, and of tags or conditions of each, that are searched for names.
  static let looks = 50
  /// The number of arrows in a graph.
  static let arrows = 20_000
  /// The number of variables of one condition that become arrows.
  static let variablesPerCondition = 20
}
