import OrderedCollections
public import TagRuntime

/// The envelope of a binary container, determined by its first fields.
enum BinaryEnvelope {
  /// A bare `Resource`, as in the bundle of an app.
  case none
  /// A `SupplementedResource`, as in answers of the tag server.
  case network
  /// A `ResourceWithMetadata`, as the SDK saves it.
  case disk

  /// The message type of the whole file.
  var message: WireMessage {
    switch self {
    case .none: .resource
    case .network: .supplementedResource
    case .disk: .resourceWithMetadata
    }
  }

  /// Determines the envelope of bytes.
  ///
  /// A saved container starts with a number, its time; in no other form is field 1 a number. Field
  /// 2 of an answer is a whole `Resource`, whose dictionaries come first, so it starts with the tag
  /// of a key; a `Value`, which is field 2 of a `Resource`, never does.
  ///
  /// - Complexity: O(n) in the fields before the first one that decides.
  init(of bytes: [UInt8]) {
    var fields = WireFields(bytes, in: bytes.indices)
    var isAnswer = true
    while let field = fields.next() {
      let firstByte = field.content.isEmpty ? nil : bytes[field.content.lowerBound]
      switch (field.number, field.wireType) {
      case (1, 0):
        self = .disk
        return
      case (1, 2): isAnswer = isAnswer && firstByte == Self.string1
      case (3, 2): isAnswer = isAnswer && firstByte != Self.number1
      case (2, 2):
        self = firstByte == Self.string1 ? .network : .none
        return
      default:
        self = .none
        return
      }
    }
    // An answer without a resource: supplementals, which start with their names, and a fingerprint,
    // which is not a property.
    self = isAnswer && WireScanner.finds(.supplementedResource, in: bytes) ? .network : .none
  }

  /// The tag of field 1 if it is a string or a message.
  private static let string1: UInt8 = 0x0A
  /// The tag of field 1 if it is a number.
  private static let number1: UInt8 = 0x08

}

/// The positions of a resource's parts in its bytes. They are decoded one at a time: all of them at
/// once would take thirty times their bytes.
struct ResourceOutline {
  let bytes: [UInt8]
  private(set) var keys: [String] = []
  private(set) var values: [Range<Int>] = []
  private(set) var properties: [WireProperty] = []
  private(set) var macros: [Range<Int>] = []
  private(set) var tags: [Range<Int>] = []
  private(set) var predicates: [Range<Int>] = []
  private(set) var rules: [Range<Int>] = []
  private(set) var version = ""
  private(set) var usageContexts: [String] = []
  private(set) var supplementals: [String] = []
  /// Whether it contains the number of its format, which is near the end.
  private(set) var hasFormatVersion = false

  /// Finds the parts; the bytes have been scanned.
  ///
  /// - Complexity: O(n) in the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    var fields = WireFields(bytes, in: range)
    while let field = fields.next() {
      switch field.number {
      case 1: keys.append(field.text(in: bytes))
      case 2: values.append(field.content)
      case 3:
        let pair = WireContent(bytes, in: field.content)
        properties.append(WireProperty(key: pair.index(1) ?? 0, value: pair.index(2) ?? 0))
      case 4: macros.append(field.content)
      case 5: tags.append(field.content)
      case 6: predicates.append(field.content)
      case 7: rules.append(field.content)
      case 13: version = field.text(in: bytes)
      case 16: usageContexts.append(field.text(in: bytes))
      case 17: hasFormatVersion = true
      case 19: supplementals.append(field.text(in: bytes))
      default: break
      }
    }
  }
}

/// Writes a container in the form of the tag server's answers.
public enum AnswerWriter {
  /// The tag of a key, with which a resource in an answer begins.
  private static let keyTag: UInt8 = 0x0A

  /// Writes a container: the JSON of `FirebaseWriter` for v5; for the legacy SDK the binary of
  /// `BinaryWriter`, in an envelope with the fingerprint and any experiments.
  ///
  /// - Throws: `UnwritableContainer` for content that the format cannot hold or readers refuse.
  /// - Complexity: O(n log n) in the nodes of all values and in the keys.
  public static func write(_ version: ContainerVersion) throws(UnwritableContainer) -> [UInt8] {
    if version.generation == .firebase { return try FirebaseWriter.write(version).bytes }
    var resource = try BinaryWriter.write(version).bytes
    if version.experiments.isEmpty, version.fingerprint == nil { return resource }
    if resource.first != keyTag {
      // Without a key it would not be recognised as an answer; nothing refers to this one.
      let key = Array(BinaryWriter.reservedKeys[0].utf8)
      resource = [keyTag, UInt8(key.count)] + key + resource
    }
    var answer = WireWriter()
    for experiment in version.experiments { answer.content(1, try wire(experiment)) }
    if let fingerprint = version.fingerprint { answer.text(3, fingerprint) }
    // The resource comes last, as no reader needs it before the rest.
    answer.content(2, resource)
    let bytes = answer.bytes
    guard bytes.count <= ContainerLimits.bytes else {
      throw UnwritableContainer(.tooLarge(bytes: bytes.count, limit: ContainerLimits.bytes))
    }
    return bytes
  }

  private static func wire(_ experiment: Experiment) throws(UnwritableContainer) -> [UInt8] {
    let place = "experiment '\(experiment.name)'"
    var content = WireWriter()
    for value in experiment.pushes { content.content(1, try wire(value, place, depth: 1)) }
    for text in experiment.clears { content.content(2, try wire(.string(text), place, depth: 1)) }
    for random in experiment.randoms {
      content.message(3) {
        $0.text(1, random.key)
        $0.number(2, random.min)
        $0.number(3, random.max)
        $0.number(4, random.retainsOriginalValue ? 1 : 0)
        $0.number(5, random.lifetime)
      }
    }
    var wire = WireWriter()
    wire.text(1, experiment.name)
    wire.content(3, content.bytes)
    return wire.bytes
  }

  private static func wire(
    _ value: Value, _ place: String, depth: Int
  ) throws(UnwritableContainer) -> [UInt8] {
    try UnwritableContainer.check(depth: depth, at: place)
    var (type, wire) = (WireValueType.string, WireWriter())
    switch value {
    case .string(let text): wire.text(2, text)
    case .int(let integer):
      type = .integer
      wire.number(8, integer)
    case .bool(let flag):
      type = .boolean
      wire.number(12, flag ? 1 : 0)
    case .list(let elements):
      type = .list
      for element in elements { wire.content(3, try self.wire(element, place, depth: depth + 1)) }
    case .map(let members):
      type = .map
      for key in members.keys {
        wire.content(4, try self.wire(.string(key), place, depth: depth + 1))
      }
      for member in members.values {
        wire.content(5, try self.wire(member, place, depth: depth + 1))
      }
    case .double, .null, .absent:
      throw UnwritableContainer(.value(kind: value.kindName, place: place))
    }
    var whole = WireWriter()
    whole.number(1, type.rawValue)
    return whole.bytes + wire.bytes
  }
}
