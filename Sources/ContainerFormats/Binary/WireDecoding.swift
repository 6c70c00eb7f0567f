import SwiftProtobuf

/// Decodes one message out of the bytes of a file.
enum WireDecoding {
  static func decode<Message: SwiftProtobuf.Message>(
    _ bytes: [UInt8], in range: Range<Int>, _ place: String
  ) throws(ReadFault) -> Message {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = ContainerLimits.depth
    do {
      return try Message(
        serializedBytes: Array(bytes[range]), extensions: WireContainer_Extensions,
        options: options)
    } catch {
      let kind = WireFault.Kind.undecodable("\(error)")
      throw ReadFault(.wire(WireFault(kind: kind, offset: range.lowerBound, place: place)))
    }
  }
}
