import TagRuntime

/// A message of a binary container whose bytes have been scanned, with its fields by their numbers.
///
/// As in protocol buffers, a repeated field counts once, by its last number or text; lists
/// continue, written one by one or packed; and a repeated message is merged.
struct WireContent {
  private let bytes: [UInt8]
  private var fields: [WireFields.Field] = []

  /// - Complexity: O(n) in the bytes of the ranges.
  init(_ bytes: [UInt8], in ranges: Range<Int>...) { self.init(bytes, in: ranges) }

  private init(_ bytes: [UInt8], in ranges: [Range<Int>]) {
    self.bytes = bytes
    fields.reserveCapacity(8)
    for range in ranges {
      var rest = WireFields(bytes, in: range)
      while let field = rest.next() { fields.append(field) }
    }
  }

  func number(_ field: Int) -> Int64? { last(field).map { Int64(bitPattern: $0.value) } }
  func index(_ field: Int) -> Int32? { number(field).map { Int32(truncatingIfNeeded: $0) } }
  func flag(_ field: Int) -> Bool { number(field) ?? 0 != 0 }
  func text(_ field: Int) -> String? { last(field)?.text(in: bytes) }
  func range(_ field: Int) -> Range<Int>? { last(field)?.content }

  func indices(_ field: Int) -> [Int32] {
    var indices: [Int32] = []
    for found in fields where found.number == field {
      guard found.wireType == 2 else {
        indices.append(Int32(truncatingIfNeeded: found.value))
        continue
      }
      var numbers = WireFields(bytes, in: found.content)
      while let number = numbers.nextNumber() { indices.append(Int32(truncatingIfNeeded: number)) }
    }
    return indices
  }

  func message(_ field: Int) -> WireContent? {
    let ranges = fields.filter { $0.number == field }.map(\.content)
    return ranges.isEmpty ? nil : WireContent(bytes, in: ranges)
  }

  func messages(_ field: Int) -> [WireContent] {
    fields.filter { $0.number == field }.map { WireContent(bytes, in: $0.content) }
  }

  private func last(_ field: Int) -> WireFields.Field? { fields.last { $0.number == field } }
}

extension WireFields.Field {
  func text(in bytes: [UInt8]) -> String { String(decoding: bytes[content], as: UTF8.self) }
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

/// A value of a container's dictionary, or one that contains its children, as outside of it.
extension WireContent {
  var valueType: WireValueType { index(1).flatMap { WireValueType(rawValue: Int($0)) } ?? .string }
  var string: String { text(2) ?? "" }
  var integer: Int64 { number(8) ?? 0 }
  var boolean: Bool { flag(12) }
}

/// A value of a container's dictionary, which names its children by their indices.
extension WireContent {
  /// The numbers of the enum Escaping, from ESCAPE_HTML to TEXT.
  static let knownEscapings = 1...17

  var functionID: String { text(7) ?? "" }
  var escapings: [Int] { indices(10).map(Int.init).filter(Self.knownEscapings.contains) }
  var children: WireContent? { message(101) }
}

/// The children of a value, as indices of values.
extension WireContent {
  var listItem: [Int32] { indices(1) }
  var mapKey: [Int32] { indices(2) }
  var mapValue: [Int32] { indices(3) }
  var templateToken: [Int32] { indices(5) }
  var macroNameReference: Int32? { index(6) }
}

// MARK: - Functions and rules

/// A pair of a key and a value, shared between function calls.
struct WireProperty: Hashable {
  var key: Int32
  var value: Int32
}

/// The lists of a rule: indices of conditions, tags and macros, and of values that name its rules.
enum WireRulePart: Int, CaseIterable {
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

  /// The parts that point into lists of a container, with what they are in the model.
  static let numbers:
    [(
      part: WireRulePart, dictionary: ContainerDictionary,
      list: any WritableKeyPath<ContainerRule, [Int]> & Sendable
    )] = [
      (.positivePredicate, .predicates, \.positivePredicates),
      (.negativePredicate, .predicates, \.negativePredicates),
      (.addTag, .tags, \.addTags), (.removeTag, .tags, \.removeTags),
      (.addMacro, .macros, \.addMacros), (.removeMacro, .macros, \.removeMacros),
    ]

  /// The parts that point to values with texts.
  static let texts:
    [(
      part: WireRulePart, what: String,
      list: any WritableKeyPath<ContainerRule, [String]> & Sendable
    )] = [
      (.addTagRuleName, "names", \.addTagRuleNames),
      (.removeTagRuleName, "names", \.removeTagRuleNames),
      (.addMacroRuleName, "names", \.addMacroRuleNames),
      (.removeMacroRuleName, "names", \.removeMacroRuleNames),
      (.addTagRuleTriggerID, "trigger ids", \.addTagTriggerIDs),
      (.removeTagRuleTriggerID, "trigger ids", \.removeTagTriggerIDs),
      (.addMacroRuleTriggerID, "trigger ids", \.addMacroTriggerIDs),
      (.removeMacroRuleTriggerID, "trigger ids", \.removeMacroTriggerIDs),
    ]
}

// MARK: - Writing

/// Writes the wire format: numbers as varints, lists of numbers one by one, as Google's compiler
/// does.
struct WireWriter {
  var bytes: [UInt8] = []

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
