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

  /// The values by their bytes: Swift's strings are equal if their characters are, but a container
  /// keeps its original bytes.
  private var entries: [[UInt8]: Entry] = [:]
  private var propertyIndices: [WireProperty: Int32] = [:]
  private let keyIndices: [[UInt8]: Int32]
  private let macroIndices: [String: Int32]
  private var totalNodes = 0

  let keys: [String]
  private(set) var values: [[UInt8]] = []
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
    var wire = WireValue(type: .string)
    wire.head.text(2, text)
    return try add(wire, Entry(index: 0)).index
  }

  mutating func index(ofFunction id: String) throws(UnwritableContainer) -> Int32 {
    var wire = WireValue(type: .functionID)
    wire.head.text(7, id)
    return try add(wire, Entry(index: 0)).index
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
    let property = WireProperty(key: keyIndex, value: value)
    if let index = propertyIndices[property] { return index }
    try checkRoom(properties.count, "properties")
    let index = Int32(properties.count)
    properties.append(property)
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
    var wire = WireValue(type: .string, escapings: escapings)
    switch inner.withConstantsUnfolded {
    case .constant(.string(let text)): wire.head.text(2, text)
    case .constant(.int(let integer)):
      wire.type = .integer
      wire.head.number(8, integer)
    case .constant(.bool(let flag)):
      wire.type = .boolean
      wire.boolean = flag
    case .constant(let value):
      throw UnwritableContainer(.value(kind: value.kindName, place: place))
    case .functionID(let id):
      wire.type = .functionID
      wire.head.text(7, id)
    case .list(let elements):
      wire.type = .list
      wire.children.numbers(1, try indices(of: elements, &children))
    case .template(let tokens):
      wire.type = .template
      wire.children.numbers(5, try indices(of: tokens, &children))
    case .map(let entries):
      wire.type = .map
      wire.children.numbers(2, try indices(of: entries.map(\.key), &children))
      wire.children.numbers(3, try indices(of: entries.map(\.value), &children))
    case .macro(let name):
      wire.type = .macroReference
      let index = try index(ofText: name)
      // Clients use only the name; Google's compiler adds the number of a macro of that name.
      if let macro = macroIndices[name] { wire.children.number(4, macro) }
      wire.children.number(6, index)
      children.sum.refersToMacros = true
    case .escaped: preconditionFailure("an escaping is left at \(place)")
    }
    return try add(wire, children.sum)
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
    for number in numbers where !WireContent.knownEscapings.contains(number) {
      throw UnwritableContainer(.escaping(number: number, place: place))
    }
    return (inner, numbers)
  }

  private mutating func add(
    _ value: WireValue, _ sum: Entry
  ) throws(UnwritableContainer) -> Entry {
    let bytes = value.bytes(refersToMacros: sum.refersToMacros)
    if let known = entries[bytes] { return known }
    try checkRoom(values.count, "values")
    var entry = sum
    entry.index = Int32(values.count)
    values.append(bytes)
    entries[bytes] = entry
    return entry
  }

  private func checkRoom(_ count: Int, _ what: String) throws(UnwritableContainer) {
    guard count < ContainerLimits.dictionaryEntries else {
      throw UnwritableContainer(
        .tooMany(what: what, count: count + 1, limit: ContainerLimits.dictionaryEntries))
    }
  }
}

/// A value of a binary's dictionary while it is written.
private struct WireValue {
  var type: WireValueType
  /// Its text or number.
  var head = WireWriter()
  /// Numbers of the enum Escaping, in order.
  var escapings: [Int] = []
  var boolean: Bool?
  /// Every value has this extension, used or not, as in the containers that Google compiles.
  var children = WireWriter()

  /// Returns the message, whose fields are in the order of their numbers.
  ///
  /// - Parameter refersToMacros: whether it contains a macro reference; a phone evaluates only
  ///   values that declare this.
  func bytes(refersToMacros: Bool) -> [UInt8] {
    var wire = WireWriter()
    wire.bytes.reserveCapacity(head.bytes.count + children.bytes.count + 16)
    wire.number(1, type.rawValue)
    wire.bytes += head.bytes
    if refersToMacros { wire.number(9, 1) }
    wire.numbers(10, escapings)
    if let boolean { wire.number(12, boolean ? 1 : 0) }
    wire.content(101, children.bytes)
    return wire.bytes
  }
}
