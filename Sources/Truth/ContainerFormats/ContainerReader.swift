import OrderedCollections
public import TagRuntime

/// Reads a container from bytes of any format that mobile Google Tag Manager knows.
///
/// The format is determined by the contents, never by the name: apps ship binaries without an
/// extension, exports in the place of binaries, and JSON in raw resources.
public enum ContainerReader {
  /// Reads a container.
  ///
  /// - Parameter bytes: the whole file.
  /// - Parameter name: the name of the bytes in errors, such as the path.
  /// - Throws: `ContainerError`, whose description is a sentence for the user.
  /// - Complexity: O(n) in the bytes and in the nodes that their values unfold to, both of which
  ///   `ContainerLimits` bounds.
  public static func read(
    _ bytes: [UInt8], name: String
  ) throws(ContainerError) -> ContainerVersion {
    do throws(ReadFault) {
      return try read(bytes, isNamedList: name.hasSuffix(".plist"))
    } catch {
      throw ContainerError(code: error.code, name: name)
    }
  }

  /// - Parameter isNamedList: whether its name is that of a property list, which may be one of the
  ///   old style then.
  private static func read(
    _ bytes: [UInt8], isNamedList: Bool
  ) throws(ReadFault) -> ContainerVersion {
    if bytes.isEmpty { throw ReadFault(.empty) }
    guard bytes.count <= ContainerLimits.bytes else {
      throw ReadFault(.tooLarge(bytes: bytes.count, limit: ContainerLimits.bytes))
    }
    let format = ContainerFormat(of: bytes)
    switch format {
    case .json, .unknown:
      if isNamedList, let list = try? ASCIIPropertyListParser.parse(bytes) {
        return remarked(try PropertyListReader.read(list), bytes.count)
      }
    case .binary, .propertyList, .wide: break
    }
    switch format {
    case .binary: return remarked(try readBinary(bytes), bytes.count)
    case .json(let start): return try readJSON(bytes, from: start)
    case .propertyList:
      return remarked(try PropertyListReader.read(bytes), bytes.count)
    case .wide(let text):
      // A wide text inside a wide text is not a container, and might grow each time.
      guard let bytes = text.utf8(of: bytes), WideText(of: bytes) == nil else {
        throw ReadFault(.wrongEncoding(encoding: text.name))
      }
      return try read(bytes, isNamedList: isNamedList)
    case .unknown(let found):
      // Only Android's reader takes a comment before the first brace.
      guard case .text = found, let version = try? readJSON(bytes, from: 0) else {
        throw ReadFault(.foreign(found))
      }
      return version
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
      if let version = readAsAndroid(bytes[start...], error) {
        return remarked(version, bytes.count)
      }
      if case .tooDeep = error.code, let deep = try? readKeys(bytes, from: start) { return deep }
      let encoding = error.code == .invalidUTF8 ? ReadFault(notUTF8: bytes) : nil
      throw encoding ?? ReadFault(.invalidJSON(cutOff(error, bytes) ?? error))
    }
    guard let members = document.members else {
      throw ReadFault(.notAMap(kind: document.kindName))
    }
    if FirebaseReader.recognizes(members) {
      return remarked(try FirebaseReader.read(members), bytes.count)
    }
    if members["exportFormatVersion"] != nil { return try ExportReader.read(document) }
    if let file = ForeignFile(members: Set(members.keys)) { throw ReadFault(.foreign(file)) }
    do throws(ReadFault) {
      return try readKeys(bytes, from: start, over: document)
    } catch {
      guard case .unsupportedValue = error.code,
        let file = ForeignFile(misshapen: Array(members.keys))
      else { throw error }
      throw ReadFault(.foreign(file))
    }
  }

  /// Reads keys and values as Foundation does: an integer beyond 64 bits keeps its digits.
  private static func readKeys(
    _ bytes: [UInt8], from start: Int, over plain: Value? = nil
  ) throws(ReadFault) -> ContainerVersion {
    let document: Value
    do throws(JSONError) {
      document = try JSONReader.read(
        bytes, from: start, extensions: .longNumbers, depthLimit: ContainerLimits.simpleDepth)
    } catch {
      throw ReadFault(.invalidJSON(error))
    }
    guard let members = document.members else {
      throw ReadFault(.notAMap(kind: document.kindName))
    }
    var version = try KeyValueReader.read(members, format: .simpleJSON)
    if let plain, let remark = document.longNumber(in: plain) { version.remarks.append(remark) }
    return remarked(version, bytes.count)
  }

  /// Reads keys and values that only Android's reader takes; nil for anything else.
  private static func readAsAndroid(
    _ bytes: ArraySlice<UInt8>, _ error: JSONError
  ) -> ContainerVersion? {
    guard let strict = AndroidJSON.strict(bytes),
      let members = (try? JSONReader.read(strict, depthLimit: ContainerLimits.depth))?.members,
      ForeignFile(misshapen: Array(members.keys)) == nil,
      ForeignFile(members: Set(members.keys)) == nil,
      var version = try? KeyValueReader.read(members, format: .simpleJSON)
    else { return nil }
    // The file's own words are left out, since any scenario may name a file.
    let (place, expected) = (error.position, error.expected)
    let fault =
      "the JSON is not valid at line \(place.line), column \(place.column), where "
      + "\(expected) was expected, so iOS rejects it; Android's reader takes it"
    version.iosFault = fault
    version.remarks.append("T\(fault.dropFirst()).")
    return version
  }

  /// Reports the end of the text as the mistake, if it ends inside a word or a number.
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

  private static func remarked(_ version: ContainerVersion, _ bytes: Int) -> ContainerVersion {
    var version = version
    if bytes > ContainerLimits.publishedBytes {
      version.remarks.append(ContainerRemark.large(bytes: bytes).sentence)
    }
    let isSimple = version.format == .simpleJSON || version.format == .plist
    let keys = isSimple ? version.macros.prefix(2).compactMap(\.name) : []
    if let remark = ContainerRemark.placeholder(in: keys) {
      version.remarks.append(remark.sentence)
    }
    return version
  }
}

/// The limits that bound the cost of a hostile file. Real containers stay far below all of them.
public enum ContainerLimits {
  /// The largest file in bytes (10 MB).
  public static let bytes = 10_000_000
  /// The size in bytes from which a reader adds a remark: Google publishes at most 200 kB.
  public static let publishedBytes = 200_000
  /// The maximum number each of macros, tags, conditions and rules.
  public static let functions = 5_000
  /// The maximum number of conditions of one rule.
  public static let predicatesPerRule = 100
  /// The maximum number of triggers that one tag or value collection of an export may name.
  public static let triggersPerEntity = 100
  /// The maximum number of entries of each dictionary of a binary: keys, values, properties.
  public static let dictionaryEntries = 200_000
  /// The maximum number of messages of all experiments of a container together.
  public static let experimentParts = 50_000
  /// The maximum number of parameters of one function call of a binary.
  public static let propertiesPerFunction = 1_000
  /// The maximum number of escapings of one value.
  public static let escapings = 100
  /// The maximum number of indices in one list of a binary, such as the tags of a rule.
  public static let indices = 50_000
  /// The maximum depth of messages, values, JSON and property lists.
  public static let depth = 64
  /// The maximum depth of JSON of keys and values, and of property lists: that of Foundation.
  public static let simpleDepth = 512
  /// The maximum number of instructions at the top of the runtime of a v5 container.
  public static let runtimeInstructions = 10_000
  /// The memory in bytes that a file of any size may need while it is read and compiled.
  package static let memoryFloor = 20_000_000
  /// The memory in bytes that a file may need for each of its own bytes beyond the floor.
  package static let memoryPerByte = 8
  /// The maximum number of members of one map of JSON or a property list.
  package static let mapMembers = 10_000
  /// The maximum bytes of text that one value of a binary may unfold to.
  package static let valueTextBytes = 1 << 20
  /// The maximum number of nodes that one value of a binary may unfold to: values share children by
  /// index, so a few bytes can represent billions.
  package static let valueNodes = 50_000
  /// The maximum number of nodes of all parameters of a container together.
  package static let totalNodes = 2_000_000
}

/// The memory that a file's content may need, in proportion to its bytes: a few bytes can represent
/// a value that takes a hundred.
///
/// The prices are the costs of one part from its reading to its compiled form, measured and rounded
/// up.
struct MemoryBudget {
  /// A number, a boolean or a null.
  static let scalar = 72
  /// A string, without its text.
  static let string = 88
  /// A list, without its elements.
  static let list = 120
  /// A map, without its members.
  static let map = 170
  /// The key of a member of a map.
  static let key = 50
  /// A value of a binary.
  static let value = 140
  /// A macro, a tag, a condition or a rule of a binary.
  static let function = 700
  /// One parameter of a function, or one number in a rule.
  static let use = 100
  /// A number in a list of a binary.
  static let index = 24
  static let experimentPart = 400
  /// A node that shared values of a binary unfold to.
  static let unfoldedNode = 100
  /// The length up to which strings need no separate memory.
  private static let inlineText = 15

  private(set) var left: Int

  init(bytes: Int) {
    left = ContainerLimits.memoryFloor + ContainerLimits.memoryPerByte * bytes
  }

  /// Spends an amount; returns false once there is not enough left.
  mutating func spend(_ amount: Int) -> Bool {
    left -= amount
    return left >= 0
  }

  /// Returns the cost of a text beyond that of its string.
  static func text(_ bytes: Int) -> Int { bytes <= inlineText ? 0 : bytes + 32 }
}
