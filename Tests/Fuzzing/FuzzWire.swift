@testable import ContainerFormats

/// What the scan lets pass, the decoder reads.
enum FuzzWire {
  static func check(_ bytes: [UInt8]) -> CInt {
    for message in [WireMessage.resource, .supplementedResource, .resourceWithMetadata] {
      _ = try? WireScanner.scan(bytes, as: message)
    }
    do throws(ReadFault) {
      _ = try BinaryReader.read(bytes)
    } catch {
      if case .wire(let fault) = error.code, case .undecodable = fault.kind {
        preconditionFailure("\(fault)")
      }
    }
    return 0
  }
}
