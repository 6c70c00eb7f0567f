/// What a binary container comes in, told from its first fields.
enum BinaryEnvelope {
  /// A bare `Resource`, as it lies in the bundle of an app.
  case none
  /// A `SupplementedResource`, as the tag server answers.
  case network
  /// A `ResourceWithMetadata`, as the SDK saves it.
  case disk

  /// The message that the whole file is.
  var message: WireMessage {
    switch self {
    case .none: .resource
    case .network: .supplementedResource
    case .disk: .resourceWithMetadata
    }
  }

  /// The envelope of bytes.
  ///
  /// A saved container starts with a number, its time; in no other form is field 1 a number. Field
  /// 2 of an answer is a whole `Resource`, whose dictionaries come first, so it starts with the
  /// tag of a key; a `Value`, which is field 2 of a `Resource`, never does.
  ///
  /// - Complexity: O(n) in the fields before the first that decides.
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
    // which is no property.
    self = isAnswer && Self.isAnswer(bytes) ? .network : .none
  }

  /// The tag of field 1 where it is a string or a message.
  private static let string1: UInt8 = 0x0A
  /// The tag of field 1 where it is a number.
  private static let number1: UInt8 = 0x08

  private static func isAnswer(_ bytes: [UInt8]) -> Bool {
    do throws(WireFault) {
      return try WireScanner.scan(bytes, as: .supplementedResource) > 0
    } catch {
      return false
    }
  }
}
