public import TagRuntime

/// The reason why bytes are not a container that this simulator can open.
public struct ContainerError: Error, Sendable, Hashable {
  /// The kinds of refusals, each with its position and details.
  public enum Code: Sendable, Hashable {
    /// There are no bytes.
    case empty
    /// There are more bytes than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// The text is not UTF-8; `encoding` names its encoding.
    case wrongEncoding(encoding: String)
    /// The text holds bytes that are not UTF-8.
    case notUTF8(TextPosition)
    /// The file is not a container but something else.
    case foreign(ForeignFile)
    /// The text is not valid JSON.
    case invalidJSON(JSONError)
    /// The XML of a property list that cannot be read.
    case invalidPropertyList(position: TextPosition, expected: String)
    /// The XML of a property list that ends too early.
    case propertyListCutOff(position: TextPosition, expected: String)
    /// A binary property list that cannot be read.
    case invalidBinaryPropertyList(offset: Int, expected: String)
    /// A JSON or property list whose top level is not a map.
    case notAMap(kind: String)
    /// A value that a container of keys and values may not hold; `place` is its path of keys.
    case unsupportedValue(kind: RefusedKind, place: String)
    /// A member of a v5 container that is missing or of the wrong kind.
    case firebaseMember(place: String, expected: String)
    /// An export of a container that is not for mobile apps.
    case foreignExport(containerID: String, usage: String)
    /// An export with an unknown version.
    case exportVersion(found: String)
    /// A member of an export that is missing or of the wrong kind.
    case exportMember(place: String, expected: String)
    /// A value collection of an export whose text cannot be read.
    case valueCollection(variable: String, mistake: JSONError)
    /// A binary that was damaged by a text editor or a transfer as text.
    case savedAsText(marks: Int, firstOffset: Int)
    /// A binary in which every line feed has become two characters.
    case lineEndsChanged(count: Int)
    /// A binary whose bytes were read as Latin-1 and written as UTF-8.
    case transcoded(count: Int, firstOffset: Int)
    /// A binary whose bytes do not follow the wire format.
    case wire(WireFault)
    /// An answer of the tag server which only says that nothing has changed.
    case noChange
    /// An answer of the tag server with experiments but no container.
    case onlyExperiments(count: Int)
    /// A file of the SDK's cache without a container in it.
    case emptySave
    /// A list of a binary or an export that is longer than the limit.
    case tooMany(what: String, count: Int, limit: Int)
    /// A map of JSON or of a property list with more members than the limit; `place` is a path in
    /// it.
    case tooManyMembers(place: String, limit: Int)
    /// Values that are nested deeper than the limit.
    case tooDeep(place: String, limit: Int)
    /// A value of a binary that unfolds to more nodes than the limit.
    case tooComplex(place: String, limit: Int)
    /// A value of a binary that unfolds to more text than the limit.
    case tooMuchText(place: String, limit: Int)
    /// Values that need more memory than a file of that size may use; `place` is the position at
    /// which the budget runs out.
    case tooDense(place: String)
    /// An index of a binary that points outside its dictionary.
    case index(dictionary: ContainerDictionary, index: Int, count: Int, usedBy: String)
    /// A value of a binary that contains itself.
    case valueCycle(index: Int)
    /// A map of a binary with a different number of keys and values.
    case unevenMap(index: Int, keys: Int, values: Int)
    /// A value of a binary that needs a list of children and has none.
    case missingChildren(index: Int, type: String)
    /// A value of a binary of a type that no client knows.
    case unknownValueType(index: Int, type: Int)
    /// A reference to a macro without its name.
    case missingMacroName(index: Int)
    /// A value of a binary that must be a string but is not.
    case notAString(index: Int, usedBy: String)
  }

  /// The kind of refusal.
  public var code: Code
  /// The caller's name for the bytes, such as a file name.
  public var name: String
}

extension ContainerError.Code {
  fileprivate var withoutWords: Self {
    let mark = "…"
    switch self {
    case .foreign(.text): return .foreign(.text(start: mark))
    case .foreign(.bytes): return .foreign(.bytes(start: []))
    case .foreign(.misshapen): return .foreign(.misshapen([mark]))
    case .invalidJSON(var error):
      error.expected = error.expected.replacing(error.found, with: mark)
      error.found = mark
      return .invalidJSON(error)
    case .unsupportedValue(let kind, _): return .unsupportedValue(kind: kind, place: mark)
    case .firebaseMember(_, let expected): return .firebaseMember(place: mark, expected: expected)
    case .foreignExport: return .foreignExport(containerID: "", usage: mark)
    case .exportVersion: return .exportVersion(found: mark)
    case .valueCollection(_, var mistake):
      mistake.found = mark
      return .valueCollection(variable: mark, mistake: mistake)
    case .tooMany(_, let count, let limit): return .tooMany(what: mark, count: count, limit: limit)
    case .foreign, .empty, .tooLarge, .wrongEncoding, .notUTF8, .invalidPropertyList,
      .propertyListCutOff, .invalidBinaryPropertyList, .notAMap, .exportMember, .savedAsText,
      .lineEndsChanged, .transcoded, .wire, .noChange, .onlyExperiments, .emptySave,
      .tooManyMembers, .tooDeep, .tooComplex, .tooMuchText, .tooDense, .index, .valueCycle,
      .unevenMap, .missingChildren, .unknownValueType, .missingMacroName, .notAString:
      return self
    }
  }
}

// MARK: - Sentence

extension ContainerError: QuotingError {
  /// One sentence: the file, the fault, its position, the expected form and the remedy.
  public var sentence: String { name + ": " + explanation }

  /// The same as `sentence`, so that printing the error shows it.
  public var description: String { sentence }

  /// The same error with `…` in place of the file's words.
  public var withoutWords: ContainerError { ContainerError(code: code.withoutWords, name: name) }

  private var explanation: String {
    switch code {
    case .empty:
      return "the file is empty; expected a container; download or export it again"
    case .tooLarge(let bytes, let limit):
      return "the file has \(bytes) bytes, but at most \(limit) are allowed; "
        + "check that it is a container"
    case .wrongEncoding(let encoding):
      return "the text is \(encoding); expected UTF-8; save it again as UTF-8"
    case .notUTF8(let position):
      return "byte \(position.offset) (line \(position.line), column \(position.column)) is not "
        + "UTF-8; the text is in another encoding, such as Latin-1; save it again as UTF-8"
    case .foreign(let file): return "\(file.finding); \(file.remedy)"
    case .invalidJSON(let error) where error.code == .unexpectedEnd:
      return "the JSON is incomplete: it ends at line \(error.position.line), column "
        + "\(error.position.column), where \(error.expected) was expected; the file is cut off; "
        + "download or copy it again"
    case .invalidJSON(let error):
      return "the JSON is not valid at \(error); correct it there or export it again"
    case .invalidPropertyList(let position, let expected):
      return "the property list is not valid at line \(position.line), column "
        + "\(position.column): expected \(expected); correct it there or save it again"
    case .propertyListCutOff(let position, let expected):
      return "the property list is incomplete: it ends at line \(position.line), column "
        + "\(position.column), where \(expected) was expected; the file is cut off; download or "
        + "copy it again"
    case .invalidBinaryPropertyList(let offset, let expected):
      return "the binary property list is damaged at byte \(offset): expected \(expected); save it "
        + "again"
    case .notAMap(let kind):
      return "the file has a value of kind \(kind); expected a map of keys and values at the "
        + "top level; put the values under keys"
    case .unsupportedValue(let kind, let place):
      return "'\(place)' is \(Self.refusal(of: kind)); a container of keys and values may have "
        + "strings, numbers, booleans and maps; change or remove it"
    case .firebaseMember(let place, let expected):
      return "'\(place)' of the v5 container is missing or of another kind; expected \(expected); "
        + "download the container again"
    case .foreignExport(let id, let usage):
      return "this is \(Self.export(of: Self.kind(ofUsage: usage), id)); expected one of an iOS or "
        + "Android app; export the container of the mobile app"
    case .exportVersion(let found):
      return "exportFormatVersion is \(found); expected 1.3 or 2; export the container again"
    case .exportMember(let place, let expected):
      return "'\(place)' of the export is missing or of another kind; expected \(expected); "
        + "export the container again"
    case .valueCollection(let variable, let mistake):
      return "the value collection '\(variable)' cannot be read at \(mistake) of its text; "
        + "expected such as {'title': 'Hello', 'size': 50}; correct it"
    case .savedAsText(let marks, let offset):
      return "the binary container is damaged: it was saved by a text editor or transferred as "
        + "text (\(marks) replacement marks EF BF BD, the first at byte \(offset)); the lost bytes "
        + "cannot be restored; download the container again and copy it as binary"
    case .lineEndsChanged(let count):
      return "the binary container is damaged: its \(count) bytes 0A became 0D 0A, the first at "
        + "byte 0, as a transfer as text or git does with line ends; download the container again "
        + "and copy it as binary (for git: '-text' in .gitattributes)"
    case .transcoded(let count, let offset):
      return "the binary container is damaged: it was taken for Latin-1 text and written as UTF-8 "
        + "(\(count) bytes became two, the first at byte \(offset)); download the container again "
        + "and copy it as binary"
    case .wire(let fault): return Self.explanation(of: fault)
    case .noChange:
      return "this is an answer of the tag server without a container: it says that the one "
        + "on the phone is still current; expected one with a container; ask without its 'pv'"
    case .onlyExperiments(let count):
      return "this is an answer of the tag server without a container, only with the data of "
        + Counted.text(count, "experiment")
        + "; expected one with a container; ask without its 'pv'"
    case .emptySave:
      return
        "this is a file of the SDK's cache without a container; copy it again from a phone "
        + "that has loaded one"
    case .tooMany(let what, let count, let limit):
      return "'\(what)' has \(count) entries, but at most \(limit) are allowed; split or shorten it"
    case .tooManyMembers(let place, let limit):
      return "the map at \(place) has more than \(limit) members; split or shorten it"
    case .tooDeep(let place, let limit):
      return "\(place) is nested deeper than \(limit) levels; flatten it"
    case .tooComplex(let place, let limit):
      return "\(place) unfolds to more than \(limit) parts; no real container does; "
        + "download it again"
    case .tooMuchText(let place, let limit):
      return "\(place) unfolds to more than \(limit) bytes of text; no real container does; "
        + "download it again"
    case .tooDense(let place):
      return "the values up to \(place) need far more memory than the file's size; no real "
        + "container is made like that; download or export it again"
    case .index(let dictionary, let index, let count, let user):
      let valid = count == 0 ? "there are none" : "expected 0 to \(count - 1)"
      let owner = user.isEmpty ? "" : " of \(user)"
      return "index \(index)\(owner) points outside the \(dictionary.rawValue); \(valid); "
        + Self.remedy
    case .valueCycle(let index): return "value \(index) contains itself; " + Self.remedy
    case .unevenMap(let index, let keys, let values):
      return "value \(index) is a map of \(keys) keys and \(values) values; expected as many of "
        + "both; " + Self.remedy
    case .missingChildren(let index, let type):
      return "value \(index) is a \(type) without its extension 101, the list of its contents; "
        + Self.remedy
    case .unknownValueType(let index, let type):
      return "value \(index) has type \(type); expected 1 to 8; " + Self.remedy
    case .missingMacroName(let index):
      return "value \(index) refers to a macro without its name; " + Self.remedy
    case .notAString(let index, let user):
      return "value \(index) is not a string, but \(user) needs one; " + Self.remedy
    }
  }

  private static func refusal(of kind: RefusedKind) -> String {
    switch kind {
    case .list: "a list, and lists are not supported (the SDK: \"JSONArrays are not supported\")"
    case .null: "null, and nulls are not supported (the SDK: \"JSON nulls are not supported\")"
    case .date: "a date, a type that is not supported"
    case .data: "data, a type that is not supported"
    case .other: "of a type that is not supported"
    }
  }

  /// Returns the web interface's name for a container of a usage context.
  private static func kind(ofUsage usage: String) -> String {
    switch usage {
    case "WEB": "a web container"
    case "AMP": "an AMP container"
    case "SERVER": "a server container"
    case "": "a container for no platform"
    default: "a container for \(usage)"
    }
  }

  private static func export(of what: String, _ id: String) -> String {
    id.isEmpty ? "an export of \(what)" : "an export of \(id), \(what)"
  }

  private static let remedy = "the binary is damaged; download the container again"

  private static func explanation(of fault: WireFault) -> String {
    let mistake =
      switch fault.kind {
      case .endInsideNumber: "the bytes end inside a number"
      case .numberTooLong: "a number has more than 10 bytes"
      case .lengthPastEnd(let length, let remaining):
        "a length of \(Counted.text(length, "byte")) exceeds the \(remaining) that are left"
      case .fieldZero: "a field has number 0, which does not exist"
      case .fieldTooLarge: "a field has a number of more than 29 bits"
      case .unknownWireType(let type): "a field has wire type \(type), which no container uses"
      case .wrongWireType(let found, let expected):
        "a field has wire type \(found), expected \(expected)"
      case .invalidUTF8: "a string is not UTF-8"
      case .tooMany(let count, let limit):
        "a list has \(count) entries, but at most \(limit) are allowed"
      case .tooDeep(let limit): "messages are nested deeper than \(limit) levels"
      case .unknownValueType(let type): "a value has type \(type), expected 1 to 8"
      case .tooDense: "the parts up to here need far more memory than the file's size"
      }
    return "at byte \(fault.offset), in \(fault.place): \(mistake); "
      + "the file is truncated, damaged or not a container; download the container again"
  }
}

/// The kinds of values that the SDK refuses in a container of keys and values.
public enum RefusedKind: String, Sendable, Hashable {
  case list
  case null
  case date
  /// Bytes of a property list.
  case data
  /// Anything else.
  case other
}

/// A fault in the contents of a file, without the caller's name for it.
struct ReadFault: Error {
  var code: ContainerError.Code

  init(_ code: ContainerError.Code) { self.code = code }

  /// Reports the first byte that is not UTF-8; nil if all are.
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

  /// Refuses a list with more entries than a limit.
  static func check(
    _ count: Int, _ limit: Int, _ what: @autoclosure () -> String
  ) throws(ReadFault) {
    guard count <= limit else {
      throw ReadFault(.tooMany(what: what(), count: count, limit: limit))
    }
  }

  /// Refuses a member of a v5 container; `place` is its path.
  static func member(_ place: String, _ expected: String) -> ReadFault {
    ReadFault(.firebaseMember(place: place, expected: expected))
  }

  static func index(
    _ dictionary: ContainerDictionary, _ index: Int, count: Int, usedBy user: String
  ) -> Self {
    Self(.index(dictionary: dictionary, index: index, count: count, usedBy: user))
  }
}
