import OrderedCollections
import TagRuntime

/// The dictionaries of a binary while it is written: keys, values and properties, each once.
///
/// Children come before their parents, so that a reader that resolves values in order never
/// recurses deeply.
struct BinaryDictionaries {
  /// A value in the dictionary, with the size that it unfolds to.
  struct Entry {
    var index: Int32
    /// The number of expressions in it, including itself.
    var nodes = 1
    /// The levels of nesting, including itself.
    var height = 1
    var refersToMacros = false
  }

  private struct Property: Hashable {
    var key: Int32
    var value: Int32
  }

  private var entries: [SharedValue: Entry] = [:]
  private var propertyIndices: [Property: Int32] = [:]
  private let keyIndices: [[UInt8]: Int32]
  private let macroIndices: [String: Int32]
  private var totalNodes = 0

  let keys: [String]
  private(set) var values: [WireValue] = []
  private(set) var properties: [WireProperty] = []

  /// Creates dictionaries without values.
  ///
  /// - Parameter keys: all keys that properties will name, each once by its bytes.
  /// - Parameter macros: the macros that references may mean.
  init(keys: [String], macros: [FunctionCall]) {
    self.keys = keys
    keyIndices = Dictionary(
      keys.enumerated().map { (Array($1.utf8), Int32($0)) }, uniquingKeysWith: { first, _ in first }
    )
    macroIndices = Dictionary(
      macros.enumerated().map { ($1.name ?? "", Int32($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func index(ofText text: String) throws(UnwritableContainer) -> Int32 {
    try add(SharedValue(content: .text(Array(text.utf8))), Entry(index: 0)).index
  }

  mutating func index(ofFunction id: String) throws(UnwritableContainer) -> Int32 {
    try add(SharedValue(content: .functionID(Array(id.utf8))), Entry(index: 0)).index
  }

  /// Returns the number of a value of any kind.
  ///
  /// `place` is the place of the value, for errors.
  mutating func index(
    of expression: Expression, at place: String
  ) throws(UnwritableContainer) -> Int32 {
    let entry = try entry(of: expression, at: place, depth: 1)
    try count(entry.nodes, place)
    return entry.index
  }

  /// Returns the number of the pair of a key and a value.
  mutating func property(_ key: String, _ value: Int32) throws(UnwritableContainer) -> Int32 {
    guard let keyIndex = keyIndices[Array(key.utf8)] else {
      preconditionFailure("the key '\(key)' is not among the \(keys.count) keys")
    }
    let property = Property(key: keyIndex, value: value)
    if let index = propertyIndices[property] { return index }
    try checkRoom(properties.count, "properties")
    let index = Int32(properties.count)
    properties.append(WireProperty(key: keyIndex, value: value))
    propertyIndices[property] = index
    return index
  }

  /// Counts the nodes of a function call besides its parameters.
  mutating func count(_ nodes: Int, _ place: String) throws(UnwritableContainer) {
    totalNodes += nodes
    guard totalNodes <= ContainerLimits.totalNodes else {
      throw UnwritableContainer(.tooComplex(place: place, limit: ContainerLimits.totalNodes))
    }
  }

  // MARK: Values

  private mutating func entry(
    of expression: Expression, at place: String, depth: Int
  ) throws(UnwritableContainer) -> Entry {
    try UnwritableContainer.check(depth: depth, at: place)
    let (inner, escapings) = try Self.peeled(expression, at: place)
    var children = Children(place: place, depth: depth)
    let content: SharedValue.Content
    switch inner {
    case .constant(let value): content = try self.content(of: value, &children)
    case .functionID(let id): content = .functionID(Array(id.utf8))
    case .list(let elements): content = .list(try indices(of: elements, &children))
    case .template(let tokens): content = .template(try indices(of: tokens, &children))
    case .map(let entries):
      content = .map(
        keys: try indices(of: entries.map(\.key), &children),
        values: try indices(of: entries.map(\.value), &children))
    case .macro(let name):
      content = .macro(name: try index(ofText: name))
      children.sum.refersToMacros = true
    case .escaped: preconditionFailure("an escaping is left at \(place)")
    }
    let reference: String? = if case .macro(let name) = inner { name } else { nil }
    return try add(
      SharedValue(content: content, escapings: escapings), children.sum, macro: reference)
  }

  /// The data collected from the children of a value.
  private struct Children {
    let place: String
    let depth: Int
    var sum = Entry(index: 0)
  }

  private mutating func indices(
    of expressions: [Expression], _ children: inout Children
  ) throws(UnwritableContainer) -> [Int32] {
    var indices: [Int32] = []
    indices.reserveCapacity(expressions.count)
    for expression in expressions {
      let child = try entry(of: expression, at: children.place, depth: children.depth + 1)
      indices.append(child.index)
      children.sum.nodes += child.nodes
      children.sum.height = max(children.sum.height, child.height + 1)
      children.sum.refersToMacros = children.sum.refersToMacros || child.refersToMacros
      guard children.sum.nodes <= ContainerLimits.valueNodes else {
        throw UnwritableContainer(
          .tooComplex(place: children.place, limit: ContainerLimits.valueNodes))
      }
    }
    return indices
  }

  /// Converts a constant. Lists and maps of constants become lists and maps of the format, which
  /// mean the same.
  private mutating func content(
    of value: Value, _ children: inout Children
  ) throws(UnwritableContainer) -> SharedValue.Content {
    switch value {
    case .string(let text): return .text(Array(text.utf8))
    case .int(let integer): return .integer(integer)
    case .bool(let flag): return .boolean(flag)
    case .list(let elements):
      return .list(try indices(of: elements.map { .constant($0) }, &children))
    case .map(let members):
      return .map(
        keys: try indices(of: members.keys.map { .constant(.string($0)) }, &children),
        values: try indices(of: members.values.map { .constant($0) }, &children))
    case .null, .double, .absent:
      throw UnwritableContainer(.value(kind: value.kindName, place: children.place))
    }
  }

  /// Returns an expression without its escapings. A value has one list of them, so a doubly escaped
  /// one has both, the inner ones first.
  private static func peeled(
    _ expression: Expression, at place: String
  ) throws(UnwritableContainer) -> (inner: Expression, escapings: [Int]) {
    var inner = expression
    var numbers: [Int] = []
    while case .escaped(let next, let outer) = inner {
      inner = next
      numbers = outer + numbers
    }
    try UnwritableContainer.check(
      numbers.count, ContainerLimits.escapings, place + ", escapings")
    for number in numbers where !WireValue.knownEscapings.contains(number) {
      throw UnwritableContainer(.escaping(number: number, place: place))
    }
    return (inner, numbers)
  }

  private mutating func add(
    _ value: SharedValue, _ sum: Entry, macro: String? = nil
  ) throws(UnwritableContainer) -> Entry {
    if let known = entries[value] { return known }
    try checkRoom(values.count, "values")
    var entry = sum
    entry.index = Int32(values.count)
    values.append(
      value.wire(
        refersToMacros: sum.refersToMacros, macro: macro.flatMap { macroIndices[$0] }))
    entries[value] = entry
    return entry
  }

  private func checkRoom(_ count: Int, _ what: String) throws(UnwritableContainer) {
    guard count < ContainerLimits.dictionaryEntries else {
      throw UnwritableContainer(
        .tooMany(what: what, count: count + 1, limit: ContainerLimits.dictionaryEntries))
    }
  }
}

/// A value of a binary's dictionary, in the form by which equal ones are found and shared.
///
/// Texts are stored as their bytes: Swift's strings are equal if their characters are, but a
/// container keeps its original bytes.
struct SharedValue: Hashable {
  /// The content of the value; numbers are indices of values.
  enum Content: Hashable {
    case text([UInt8])
    case functionID([UInt8])
    case integer(Int64)
    case boolean(Bool)
    case list([Int32])
    case map(keys: [Int32], values: [Int32])
    case template([Int32])
    case macro(name: Int32)
  }

  var content: Content
  /// Numbers of the enum Escaping, in order.
  var escapings: [Int] = []

  /// Returns the message for this value. Every value has its extension, used or not, as in the
  /// containers that Google compiles.
  ///
  /// - Parameter refersToMacros: whether it contains a macro reference; a phone evaluates only
  ///   values that declare this.
  /// - Parameter macro: for a reference, the number of a macro of that name; clients use only the
  ///   name.
  func wire(refersToMacros: Bool, macro: Int32?) -> WireValue {
    var wire = WireValue()
    var children = WireServingValue()
    switch content {
    case .text(let bytes):
      wire.type = .string
      wire.string = String(decoding: bytes, as: UTF8.self)
    case .functionID(let bytes):
      wire.type = .functionID
      wire.functionID = String(decoding: bytes, as: UTF8.self)
    case .integer(let integer):
      wire.type = .integer
      wire.integer = integer
    case .boolean(let flag):
      wire.type = .boolean
      wire.boolean = flag
    case .list(let items):
      wire.type = .list
      children.listItem = items
    case .map(let keys, let values):
      wire.type = .map
      children.mapKey = keys
      children.mapValue = values
    case .template(let tokens):
      wire.type = .template
      children.templateToken = tokens
    case .macro(let name):
      wire.type = .macroReference
      children.macroNameReference = name
      if let macro { children.macroReference = macro }
    }
    if refersToMacros { wire.containsReferences = true }
    wire.escapings = escapings
    wire.children = children
    return wire
  }
}
