import TagRuntime

/// What is read is written and read as the same.
enum FuzzJSON {
  static func check(_ bytes: [UInt8]) -> CInt {
    guard let value = try? JSONReader.read(bytes) else { return 0 }
    let again = try? JSONReader.read(JSONWriter.write(value))
    precondition(again == value)
    return 0
  }
}
