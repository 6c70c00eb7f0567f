@testable import ContainerFormats

/// No bytes end the scan or the reader.
enum FuzzWire {
  static func check(_ bytes: [UInt8]) -> CInt {
    for message in [WireMessage.resource, .supplementedResource, .resourceWithMetadata] {
      _ = try? WireScanner.scan(bytes, as: message)
    }
    _ = try? BinaryReader.read(bytes)
    return 0
  }
}
