import OrderedCollections
public import TagRuntime

/// Reads a container from bytes of any format that mobile Google Tag Manager knows.
///
/// The format is told from the contents, never from the name: apps ship binaries without an
/// extension, exports where binaries belong, and JSON in raw resources.
public enum ContainerReader {
  /// Reads a container.
  ///
  /// - Parameter bytes: the whole file.
  /// - Parameter name: what to call the bytes in errors, such as the path.
  /// - Throws: `ContainerError`, whose description is a sentence for the user.
  /// - Complexity: O(n) in the bytes and in the nodes that their values unfold to, both of which
  ///   `ContainerLimits` bounds.
  public static func read(
    _ bytes: [UInt8], name: String
  ) throws(ContainerError) -> ContainerVersion {
    do throws(ReadFault) {
      return try read(bytes)
    } catch {
      throw ContainerError(code: error.code, name: name)
    }
  }

  private static func read(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    if bytes.isEmpty { throw ReadFault(.empty) }
    guard bytes.count <= ContainerLimits.bytes else {
      throw ReadFault(.tooLarge(bytes: bytes.count, limit: ContainerLimits.bytes))
    }
    switch ContainerFormat(of: bytes) {
    case .binary: return remarkOnSize(try readBinary(bytes), bytes.count)
    case .json(let start): return try readJSON(bytes, from: start)
    case .propertyList:
      return remarkOnSize(try PropertyListReader.read(bytes), bytes.count)
    case .wrongEncoding(let encoding): throw ReadFault(.wrongEncoding(encoding: encoding))
    case .unknown(let found): throw ReadFault(.foreign(found))
    }
  }

  private static func readBinary(_ bytes: [UInt8]) throws(ReadFault) -> ContainerVersion {
    do throws(ReadFault) {
      return try BinaryReader.read(bytes)
    } catch {
      // A text that starts with an empty line starts like a binary.
      guard case .wire = error.code, let file = ForeignFile(recognizing: bytes) else { throw error }
      throw ReadFault(.foreign(file))
    }
  }

  private static func readJSON(
    _ bytes: [UInt8], from start: Int
  ) throws(ReadFault) -> ContainerVersion {
    try JSONCensus.take(of: bytes, from: start)
    let document: Value
    do throws(JSONError) {
      document = try JSONReader.read(bytes, from: start, depthLimit: ContainerLimits.depth)
    } catch {
      let encoding = error.code == .invalidUTF8 ? ReadFault(notUTF8: bytes) : nil
      throw encoding ?? ReadFault(.invalidJSON(cutOff(error, bytes) ?? error))
    }
    guard let members = document.members else {
      throw ReadFault(.notAMap(kind: document.kindName))
    }
    if FirebaseReader.recognizes(members) {
      return remarkOnSize(try FirebaseReader.read(members), bytes.count)
    }
    if members["exportFormatVersion"] != nil { return try ExportReader.read(document) }
    if let file = ForeignFile(members: Set(members.keys)) { throw ReadFault(.foreign(file)) }
    do throws(ReadFault) {
      return remarkOnSize(try KeyValueReader.read(members, format: .simpleJSON), bytes.count)
    } catch {
      guard case .unsupportedValue = error.code,
        let file = ForeignFile(misshapen: Array(members.keys))
      else { throw error }
      throw ReadFault(.foreign(file))
    }
  }

  /// The end of the text as the mistake, where it ends inside a word or a number.
  private static func cutOff(_ error: JSONError, _ bytes: [UInt8]) -> JSONError? {
    let rest = bytes[error.position.offset...]
    guard error.code == .unexpectedCharacter || error.code == .badNumber,
      rest.count <= longestWord, rest.allSatisfy(JSONCensus.isInWord)
    else { return nil }
    var cut = error
    cut.code = .unexpectedEnd
    cut.expected = "the rest of \(error.found)"
    return cut
  }

  private static let longestWord = 12

  private static func remarkOnSize(_ version: ContainerVersion, _ bytes: Int) -> ContainerVersion {
    guard bytes > ContainerLimits.publishedBytes else { return version }
    var version = version
    version.remarks.append(ContainerRemark.large(bytes: bytes).sentence)
    return version
  }
}
