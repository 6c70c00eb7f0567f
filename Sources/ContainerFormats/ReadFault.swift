import TagRuntime

/// What is wrong with the contents of a file, before it is known what the caller calls it.
struct ReadFault: Error {
  var code: ContainerError.Code

  init(_ code: ContainerError.Code) { self.code = code }

  /// The first byte that is not UTF-8, or nil where all are.
  ///
  /// - Complexity: O(n) in the bytes; meant for errors.
  init?(notUTF8 bytes: [UInt8]) {
    guard var offset = bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes[offset...].makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error:
        self.init(.notUTF8(TextPosition(offset: offset, in: bytes)))
        return
      }
    }
  }

  static func index(
    _ dictionary: ContainerDictionary, _ index: Int, count: Int, usedBy user: String
  ) -> Self {
    Self(.index(dictionary: dictionary, index: index, count: count, usedBy: user))
  }
}
