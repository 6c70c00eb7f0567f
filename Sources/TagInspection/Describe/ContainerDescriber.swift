import OrderedCollections
import TagRuntime

/// Finds the facts of a container that its description tells.
struct ContainerDescriber {
  let version: ContainerVersion
  let sdkVersion: SDKVersion
  let platform: Platform
  /// What comes to nothing for lack of functions.
  let missing: MissingReach
  /// An index of names, shared conditions and rules. It is no judge: what a function or a pattern
  /// comes to depends on the generation, and is asked of `version`.
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

  /// The words of a parameter, or nil where the call has none of that key.
  func words(
    _ key: String, of call: FunctionCall, _ style: BoundedWords.Style = .quoted
  ) -> String? {
    call.parameters[key].map { words($0, style) }
  }

  /// Names that people gave, or what stands in for an empty one.
  static func name(_ name: String?, else fallback: String) -> String {
    name.flatMap { $0.isEmpty ? nil : BoundedWords.cut($0) } ?? fallback
  }

  // MARK: Variables

  /// The positions of the variables that an expression refers to, each once.
  func variables(in expressions: some Sequence<Expression>) -> [Int] {
    var found: OrderedSet<Int> = []
    for expression in expressions { collect(expression, &found) }
    return Array(found)
  }

  private func collect(_ expression: Expression, _ found: inout OrderedSet<Int>) {
    switch expression {
    case .constant, .functionID: break
    case .macro(let name):
      if let slot = container.slotOfName[name] { found.append(slot) }
    case .list(let elements), .template(let elements):
      for element in elements { collect(element, &found) }
    case .map(let entries):
      for entry in entries {
        collect(entry.key, &found)
        collect(entry.value, &found)
      }
    case .escaped(let inner, _): collect(inner, &found)
    }
  }

  func variables(of call: FunctionCall) -> [Int] {
    let pushed = call.pushAfterEvaluate.map { [$0] } ?? []
    return variables(in: Array(call.parameters.values) + pushed)
  }

  // MARK: Functions

  /// The functions that are called: those of tags first, then of macros, then of conditions, each
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
    // What a v5 container does not define itself cannot run; an export defines nothing yet.
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

  /// Why what a macro definition would give is never there.
  func words(ofMissing definition: Int?) -> String? {
    guard let definition else { return nil }
    let missing = MissingFunction(
      function: version.macros[definition].function, kind: .macro, names: [])
    return BoundedWords.cut(missing.words(in: sdkVersion, on: platform))
  }

  /// What iOS lacks, where the container is told as on another platform.
  func lacks() -> [ContainerDescription.Lack] {
    guard platform != .ios else { return [] }
    let sdkVersion = Settings().sdkVersion
    let reach = MissingReach(of: container, in: sdkVersion, on: .ios)
    return reach.causes.map { definition in
      let function = version.macros[definition].function
      let missing = MissingFunction(function: function, kind: .macro, names: [])
      return ContainerDescription.Lack(
        function: function, words: BoundedWords.cut(missing.words(in: sdkVersion, on: .ios)),
        variables: reach.slots.indices.filter { reach.slots[$0] == definition },
        rules: reach.rules.indices.filter { reach.rules[$0] == definition },
        tags: reach.tags.indices.filter { reach.tags[$0] == definition })
    }
  }

  // MARK: Handlers

  /// The functions of the app: what tags call first, then what macros ask.
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

  /// How a container calls the app: the function, and the parameter that names what it calls.
  private var appCall: (function: String, name: String) {
    isFirebase
      ? (FirebaseFunction.customTag.id, "classPath")
      : (TagFunction.functionCall.id, "function_call_macro_name")
  }

  /// The parameters that a function call hands to the app.
  func parameters(of call: FunctionCall) -> [ContainerDescription.Field] {
    if isFirebase { return rows("functionArgument", "key", "value", of: call) }
    guard let additional = call.parameters["additional_params"] else { return [] }
    return fields(of: additional)
  }

  /// The entries of a map, the first ones of many.
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

/// Words about a part of a container, which may be of any size: they end at a limit.
struct BoundedWords {
  /// How variables and texts are told apart.
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

  /// The words so far, with an ellipsis where something is left out.
  var text: String { String(scalars) + (isCut ? "…" : "") }

  /// A text, cut to the limit.
  ///
  /// - Complexity: O(`limit`).
  static func cut(_ text: String, to limit: Int = DescriptionLimits.words) -> String {
    var words = BoundedWords(limit: limit)
    words.add(text)
    return words.text
  }

  /// A text in quotes, in which line ends and quotes are spelled as in JSON.
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
      // Empty parts do not show, unless there is nothing else to see.
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

/// The bounds of what is told about a container: whatever is in the file, the page stays readable
/// and grows no faster than the file.
enum DescriptionLimits {
  /// Scalars of one name, value, pattern or address.
  static let words = 160
  /// Scalars of the conditions of one rule.
  static let rule = 500
  /// Scalars of a note that people wrote.
  static let notes = 500
  /// Rules that are told of one tag or of one definition of a variable.
  static let rules = 20
  /// Names that are told in a row.
  static let names = 10
  /// Fields of a hit, parameters of a call and keys of a write.
  static let fields = 30
  /// Rules, and tags or conditions of each, that are looked through for names.
  static let looks = 50
  /// Arrows of a graph.
  static let arrows = 20_000
  /// Variables of one condition that become arrows.
  static let variablesPerCondition = 20
}
