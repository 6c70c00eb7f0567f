/// A value of a binary's dictionary, as that by which equal ones are found and shared.
///
/// Texts are kept as their bytes: strings of Swift are equal where their characters are, and a
/// container keeps the bytes it was given.
struct SharedValue: Hashable {
  /// What the value is; numbers are indices of values.
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
  var escapings: [WireValue.Escaping] = []

  /// The message for this value. Every value has its extension, used or not, as in the containers
  /// that Google compiles.
  ///
  /// - Parameter refersToMacros: whether a macro reference stands anywhere inside; a phone
  ///   evaluates only values that say so.
  /// - Parameter macro: for a reference, the number of a macro of that name; clients go by the
  ///   name alone.
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
    wire.escaping = escapings
    wire.WireServingValue_ext = children
    return wire
  }
}
