import ContainerFormats
import TagRuntime
import Testing

/// SplitMix64, so that a seed gives the same bytes everywhere.
extension RandomSource: RandomNumberGenerator {}

extension ContainerReader {
  /// Why bytes are not read.
  static func refusal(
    of bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ContainerError.Code {
    try #require(throws: ContainerError.self, sourceLocation: sourceLocation) {
      try read(bytes, name: "test")
    }.code
  }
}

extension ContainerError.Code {
  /// The fault on the wire, if it is one.
  var fault: WireFault? { if case .wire(let fault) = self { fault } else { nil } }
}
