/// Where the parts of a resource stand in its bytes. They are decoded one at a time: all of them at
/// once would take thirty times their bytes.
struct ResourceOutline {
  let bytes: [UInt8]
  private(set) var keys: [String] = []
  private(set) var values: [Range<Int>] = []
  private(set) var properties: [(key: Int32, value: Int32)] = []
  private(set) var macros: [Range<Int>] = []
  private(set) var tags: [Range<Int>] = []
  private(set) var predicates: [Range<Int>] = []
  private(set) var rules: [Range<Int>] = []
  private(set) var version = ""
  private(set) var usageContexts: [String] = []
  private(set) var supplementals: [String] = []
  /// Whether the number of its format is there, which stands near the end.
  private(set) var hasFormatVersion = false

  /// Finds the parts; the bytes have been scanned.
  ///
  /// - Complexity: O(n) in the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    var fields = WireFields(bytes, in: range)
    while let field = fields.next() {
      switch field.number {
      case 1: keys.append(text(field.content))
      case 2: values.append(field.content)
      case 3: properties.append(property(field.content))
      case 4: macros.append(field.content)
      case 5: tags.append(field.content)
      case 6: predicates.append(field.content)
      case 7: rules.append(field.content)
      case 13: version = text(field.content)
      case 16: usageContexts.append(text(field.content))
      case 17: hasFormatVersion = true
      case 19: supplementals.append(text(field.content))
      default: break
      }
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func property(_ range: Range<Int>) -> (key: Int32, value: Int32) {
    var property: (key: Int32, value: Int32) = (0, 0)
    var fields = WireFields(bytes, in: range)
    while let field = fields.next() {
      if field.number == 1 { property.key = Int32(truncatingIfNeeded: field.value) }
      if field.number == 2 { property.value = Int32(truncatingIfNeeded: field.value) }
    }
    return property
  }
}
