/// A message of a binary container: read field by field from scanned bytes, and written with its
/// fields in the order of their numbers.
///
/// As in protocol buffers, a repeated field counts once, by its last number or text; lists
/// continue, written one by one or packed; and a repeated message is merged.
protocol WireRecord {
  init()

  /// Reads one field; an unknown one is ignored.
  mutating func take(_ field: WireFields.Field, from bytes: [UInt8])
}

extension WireRecord {
  /// Reads the message in a part of a file.
  ///
  /// - Complexity: O(n) in the bytes of that part.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.init()
    take(all: range, from: bytes)
  }

  mutating func take(all range: Range<Int>, from bytes: [UInt8]) {
    var fields = WireFields(bytes, in: range)
    while let field = fields.next() { take(field, from: bytes) }
  }
}

extension WireFields.Field {
  var int32: Int32 { Int32(truncatingIfNeeded: value) }
  var int64: Int64 { Int64(bitPattern: value) }
  var flag: Bool { value != 0 }

  func text(in bytes: [UInt8]) -> String { String(decoding: bytes[content], as: UTF8.self) }

  /// Appends the entries of a list of indices in one field: one, or all of them packed.
  func append(to indices: inout [Int32], from bytes: [UInt8]) {
    guard wireType == 2 else { return indices.append(int32) }
    var numbers = WireFields(bytes, in: content)
    while let number = numbers.nextNumber() { indices.append(Int32(truncatingIfNeeded: number)) }
  }
}

// MARK: - Values

/// The kind of a value of a binary container, by its number on the wire.
enum WireValueType: Int {
  case string = 1
  case list
  case map
  case macroReference
  case functionID
  case integer
  case template
  case boolean
  case tagReference
}

/// A value of a container's dictionary, which names its children by their indices.
struct WireValue: WireRecord {
  /// The numbers of the enum Escaping, from ESCAPE_HTML to TEXT.
  static let knownEscapings = 1...17

  var type = WireValueType.string
  var string: String?
  var functionID: String?
  var integer: Int64?
  var boolean: Bool?
  var containsReferences = false
  var escapings: [Int] = []
  var children: WireServingValue?

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 1: type = WireValueType(rawValue: Int(field.int32)) ?? type
    case 2: string = field.text(in: bytes)
    case 7: functionID = field.text(in: bytes)
    case 8: integer = field.int64
    case 9: containsReferences = field.flag
    case 10:
      var numbers: [Int32] = []
      field.append(to: &numbers, from: bytes)
      escapings += numbers.map(Int.init).filter(Self.knownEscapings.contains)
    case 12: boolean = field.flag
    case 101:
      var children = children ?? WireServingValue()
      children.take(all: field.content, from: bytes)
      self.children = children
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.number(1, type.rawValue)
    if let string { writer.text(2, string) }
    if let functionID { writer.text(7, functionID) }
    if let integer { writer.number(8, integer) }
    if containsReferences { writer.number(9, 1) }
    writer.numbers(10, escapings)
    if let boolean { writer.number(12, boolean ? 1 : 0) }
    if let children { writer.message(101) { children.write(to: &$0) } }
  }
}

/// The children of a value, as indices of values.
struct WireServingValue: WireRecord {
  var listItem: [Int32] = []
  var mapKey: [Int32] = []
  var mapValue: [Int32] = []
  var macroReference: Int32?
  var templateToken: [Int32] = []
  var macroNameReference: Int32?

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 1: field.append(to: &listItem, from: bytes)
    case 2: field.append(to: &mapKey, from: bytes)
    case 3: field.append(to: &mapValue, from: bytes)
    case 4: macroReference = field.int32
    case 5: field.append(to: &templateToken, from: bytes)
    case 6: macroNameReference = field.int32
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.numbers(1, listItem)
    writer.numbers(2, mapKey)
    writer.numbers(3, mapValue)
    if let macroReference { writer.number(4, macroReference) }
    writer.numbers(5, templateToken)
    if let macroNameReference { writer.number(6, macroNameReference) }
  }
}

// MARK: - Functions and rules

/// A pair of a key and a value, shared between function calls.
struct WireProperty: WireRecord {
  var key: Int32 = 0
  var value: Int32 = 0

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 1: key = field.int32
    case 2: value = field.int32
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.number(1, key)
    writer.number(2, value)
  }
}

/// A macro, a tag or a condition: properties by their indices.
struct WireFunctionCall: WireRecord {
  var function: Int32?
  var property: [Int32] = []
  var name: Int32?

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 2: function = field.int32
    case 3: field.append(to: &property, from: bytes)
    case 4: name = field.int32
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    if let function { writer.number(2, function) }
    writer.numbers(3, property)
    if let name { writer.number(4, name) }
  }
}

/// A rule: lists of indices of conditions, tags and macros, and of values that name their rules.
struct WireRule: WireRecord {
  enum Part: Int, CaseIterable {
    case positivePredicate = 1
    case negativePredicate
    case addTag
    case removeTag
    case addTagRuleName
    case removeTagRuleName
    case addMacro
    case removeMacro
    case addMacroRuleName
    case removeMacroRuleName
    case addTagRuleTriggerID
    case removeTagRuleTriggerID
    case addMacroRuleTriggerID
    case removeMacroRuleTriggerID
  }

  private var lists: [[Int32]] = Array(repeating: [], count: Part.allCases.count)

  subscript(part: Part) -> [Int32] {
    get { lists[part.rawValue - 1] }
    set { lists[part.rawValue - 1] = newValue }
  }

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    guard let part = Part(rawValue: Int(field.number)) else { return }
    field.append(to: &lists[part.rawValue - 1], from: bytes)
  }

  func write(to writer: inout WireWriter) {
    for part in Part.allCases { writer.numbers(part.rawValue, self[part]) }
  }
}

// MARK: - Experiments

/// The data beside a container in an answer of the tag server.
struct WireSupplemental: WireRecord {
  var name = ""
  var experiment = WireExperiment()

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 1: name = field.text(in: bytes)
    case 3: experiment.take(all: field.content, from: bytes)
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.text(1, name)
    writer.message(3) { experiment.write(to: &$0) }
  }
}

/// The effects of an experiment on the data layer.
struct WireExperiment: WireRecord {
  var valueToPush: [WirePlainValue] = []
  var valueToClear: [WirePlainValue] = []
  var random: [WireExperimentRandom] = []

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 1: valueToPush.append(WirePlainValue(bytes, in: field.content))
    case 2: valueToClear.append(WirePlainValue(bytes, in: field.content))
    case 3: random.append(WireExperimentRandom(bytes, in: field.content))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    for value in valueToPush { writer.message(1) { value.write(to: &$0) } }
    for value in valueToClear { writer.message(2) { value.write(to: &$0) } }
    for value in random { writer.message(3) { value.write(to: &$0) } }
  }
}

/// A key that an experiment sets to a random number.
struct WireExperimentRandom: WireRecord {
  var key: String?
  var min: Int64 = 0
  var max: Int64 = 2_147_483_647
  var retainsOriginalValue = false
  var lifetimeInMilliseconds: Int64 = 0

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    switch field.number {
    case 1: key = field.text(in: bytes)
    case 2: min = field.int64
    case 3: max = field.int64
    case 4: retainsOriginalValue = field.flag
    case 5: lifetimeInMilliseconds = field.int64
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    if let key { writer.text(1, key) }
    writer.number(2, min)
    writer.number(3, max)
    writer.number(4, retainsOriginalValue ? 1 : 0)
    writer.number(5, lifetimeInMilliseconds)
  }
}

/// A value that contains its children, as outside of a container's dictionaries.
struct WirePlainValue: WireRecord {
  var type = WireValueType.string
  var string: String?
  var listItem: [WirePlainValue] = []
  var mapKey: [WirePlainValue] = []
  var mapValue: [WirePlainValue] = []
  var integer: Int64?
  var templateToken: [WirePlainValue] = []
  var boolean: Bool?

  mutating func take(_ field: WireFields.Field, from bytes: [UInt8]) {
    func child() -> WirePlainValue { WirePlainValue(bytes, in: field.content) }
    switch field.number {
    case 1: type = WireValueType(rawValue: Int(field.int32)) ?? type
    case 2: string = field.text(in: bytes)
    case 3: listItem.append(child())
    case 4: mapKey.append(child())
    case 5: mapValue.append(child())
    case 8: integer = field.int64
    case 11: templateToken.append(child())
    case 12: boolean = field.flag
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.number(1, type.rawValue)
    if let string { writer.text(2, string) }
    for item in listItem { writer.message(3) { item.write(to: &$0) } }
    for key in mapKey { writer.message(4) { key.write(to: &$0) } }
    for value in mapValue { writer.message(5) { value.write(to: &$0) } }
    if let integer { writer.number(8, integer) }
    for token in templateToken { writer.message(11) { token.write(to: &$0) } }
    if let boolean { writer.number(12, boolean ? 1 : 0) }
  }
}

// MARK: - Writing

/// Writes the wire format: numbers as varints, lists of numbers one by one, as Google's compiler
/// does.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func number(_ field: Int, _ number: some FixedWidthInteger) {
    varint(UInt64(field) << 3)
    varint(UInt64(truncatingIfNeeded: number))
  }

  mutating func numbers(_ field: Int, _ numbers: [some FixedWidthInteger]) {
    for entry in numbers { number(field, entry) }
  }

  mutating func text(_ field: Int, _ text: String) { content(field, Array(text.utf8)) }

  mutating func message(_ field: Int, _ fill: (inout WireWriter) -> Void) {
    var writer = WireWriter()
    fill(&writer)
    content(field, writer.bytes)
  }

  /// Writes bytes after their length.
  mutating func content(_ field: Int, _ content: [UInt8]) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  private mutating func varint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
