@testable import ContainerFormats

/// A property list of either form.
enum FuzzPropertyList {
  static func check(_ bytes: [UInt8]) -> CInt {
    _ = try? PropertyListReader.read(bytes)
    _ = try? BinaryPropertyListParser.parse(bytes)
    return 0
  }
}
