public import TagRuntime

/// Why bytes are no container that this simulator can open.
public struct ContainerError: Error, Sendable, Hashable {
  /// The kinds of refusals, each with its position and what was found.
  public enum Code: Sendable, Hashable {
    /// There are no bytes.
    case empty
    /// There are more bytes than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// The text is not UTF-8; `encoding` names what it is.
    case wrongEncoding(encoding: String)
    /// The text holds bytes that are not UTF-8.
    case notUTF8(TextPosition)
    /// The file is something else than a container.
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
    /// An export whose version is not known.
    case exportVersion(found: String)
    /// A member of an export that is missing or of the wrong kind.
    case exportMember(place: String, expected: String)
    /// A value collection of an export whose text cannot be read.
    case valueCollection(variable: String, mistake: JSONError)
    /// A binary that a text editor or a transfer as text has ruined.
    case savedAsText(marks: Int, firstOffset: Int)
    /// A binary in which every line feed has become two characters.
    case lineEndsChanged(count: Int)
    /// A binary whose bytes were taken for Latin-1 and written as UTF-8.
    case transcoded(count: Int, firstOffset: Int)
    /// A binary whose bytes do not follow the wire format.
    case wire(WireFault)
    /// An answer of the tag server that says only that nothing has changed.
    case noChange
    /// An answer of the tag server that holds experiments and no container.
    case onlyExperiments(count: Int)
    /// A file of the SDK's cache without a container in it.
    case emptySave
    /// A list of a binary or an export that is longer than the limit.
    case tooMany(what: String, count: Int, limit: Int)
    /// A map of JSON or of a property list with more members than the limit; `place` lies in it.
    case tooManyMembers(place: String, limit: Int)
    /// Values that are nested deeper than the limit.
    case tooDeep(place: String, limit: Int)
    /// A value of a binary that unfolds to more nodes than the limit.
    case tooComplex(place: String, limit: Int)
    /// A value of a binary that unfolds to more text than the limit.
    case tooMuchText(place: String, limit: Int)
    /// Values that would need more memory than a file of that size may; `place` is where the
    /// budget ends.
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
    /// A reference to a macro that does not say which.
    case missingMacroName(index: Int)
    /// A value of a binary that has to be a string and is not.
    case notAString(index: Int, usedBy: String)
  }

  /// What is wrong.
  public var code: Code
  /// What the caller calls the bytes, such as a file name.
  public var name: String

  /// Creates an error.
  public init(code: Code, name: String) {
    self.code = code
    self.name = name
  }
}
