import TagRuntime
import Testing

@testable import ContainerFormats

/// What every sentence has: the file, what its code holds, a place where there can be one, and what
/// to do.
@Suite struct ErrorSentenceTests {
  private typealias Row = (code: ContainerError.Code, facts: [String])

  private static let place = TextPosition(offset: 5, line: 3, column: 2)
  private static let json: JSONError = {
    do throws(JSONError) {
      _ = try JSONReader.read("{\n\n x}")
      preconditionFailure("the text was read")
    } catch {
      return error
    }
  }()

  /// One of each kind.
  private static let files: [Row] = [
    (.empty, []),
    (.tooLarge(bytes: 10_000_001, limit: 10_000_000), ["10000001", "10000000"]),
    (.wrongEncoding(encoding: "UTF-16"), ["UTF-16", "UTF-8"]),
    (.notUTF8(place), ["byte 5 (line 3, column 2)"]),
    (.foreign(.htmlPage), ["HTML"]), (.foreign(.text(start: "x")), ["'x'"]),
    (.foreign(.bytes(start: [1])), []),
    (.foreign(.misshapen(["container", "runtime"])), ["'container', 'runtime' at the top"]),
    (.invalidJSON(json), ["line 3, column 2"]),
    (.invalidPropertyList(position: place, expected: "'<key>'"), ["line 3, column 2", "'<key>'"]),
    (.propertyListCutOff(position: place, expected: "'<key>'"), ["line 3, column 2", "'<key>'"]),
    (.invalidBinaryPropertyList(offset: 5, expected: "a count"), ["byte 5", "a count"]),
    (.notAMap(kind: "list"), ["list"]),
    (.unsupportedValue(kind: .list, place: "a.b"), ["'a.b'", "\"JSONArrays are not supported\""]),
    (.unsupportedValue(kind: .null, place: "a"), ["'a' is", "\"JSON nulls are not supported\""]),
    (.unsupportedValue(kind: .date, place: "a"), ["'a' is a date"]),
    (.unsupportedValue(kind: .data, place: "a"), ["'a' is data"]),
    (.unsupportedValue(kind: .other, place: "a"), ["'a'"]),
    (.tooMany(what: "keys", count: 5_001, limit: 5_000), ["'keys'", "5001", "5000"]),
    (.tooManyMembers(place: "byte 9", limit: 10_000), ["byte 9", "10000"]),
    (.tooDense(place: "line 1, column 9"), ["line 1, column 9"]),
    (.tooDeep(place: "byte 7", limit: 64), ["byte 7", "64"]),
    (
      .firebaseMember(place: "resource.tags[3]", expected: "a map"),
      ["'resource.tags[3]'", "v5", "a map"]
    ),
    (.foreignExport(containerID: "GTM-AB12", usage: "WEB"), ["GTM-AB12, a web container"]),
    (.foreignExport(containerID: "", usage: ""), ["a container for no platform"]),
    (.exportVersion(found: "3"), ["is 3", "1.3 or 2"]),
    (
      .exportMember(place: "containerVersion.tag[3]", expected: "a map"),
      ["'containerVersion.tag[3]'", "export", "a map"]
    ),
    (.valueCollection(variable: "v", mistake: json), ["'v'", "line 3, column 2"]),
  ]

  private static let binaries: [Row] = [
    (.savedAsText(marks: 12, firstOffset: 74), ["(12 ", "byte 74"]),
    (.lineEndsChanged(count: 5), ["5 bytes 0A", "0D 0A", "byte 0"]),
    (.transcoded(count: 3, firstOffset: 74), ["(3 ", "byte 74"]),
    (.noChange, ["'pv'"]), (.onlyExperiments(count: 1), ["1 experiment;", "'pv'"]),
    (.emptySave, ["cache"]),
    (.tooMuchText(place: "value 3", limit: 1_000), ["value 3", "1000 bytes"]),
    (.tooComplex(place: "value 3", limit: 50_000), ["value 3", "50000 parts"]),
    (
      .index(dictionary: .values, index: 9, count: 3, usedBy: "value 1"),
      ["index 9 of value 1", "the values", "0 to 2"]
    ),
    (
      .index(dictionary: .tags, index: 0, count: 0, usedBy: "rule 4"),
      ["index 0 of rule 4", "the tags", "none"]
    ),
    (.valueCycle(index: 7), ["value 7"]),
    (.unevenMap(index: 7, keys: 2, values: 1), ["value 7", "2 keys", "1 values"]),
    (.missingChildren(index: 7, type: "list"), ["value 7", "list", "101"]),
    (.unknownValueType(index: 7, type: 9), ["value 7", "9", "1 to 8"]),
    (.missingMacroName(index: 7), ["value 7"]),
    (.notAString(index: 7, usedBy: "rule 0"), ["value 7", "rule 0"]),
    wire(.endInsideNumber), wire(.numberTooLong, "10 bytes"), wire(.fieldZero, "number 0"),
    wire(.lengthPastEnd(length: 9, remaining: 2), "9 bytes", "the 2"),
    wire(.lengthPastEnd(length: 1, remaining: 0), "1 byte ", "the 0"),
    wire(.fieldTooLarge, "29 bits"), wire(.unknownWireType(3), "wire type 3"),
    wire(.wrongWireType(found: 0, expected: 2), "wire type 0", "2"), wire(.invalidUTF8, "UTF-8"),
    wire(.tooMany(count: 101, limit: 100), "101", "100"), wire(.tooDeep(limit: 64), "64"),
    wire(.unknownValueType(11), "11", "1 to 8"), wire(.tooDense, "memory"),
  ]

  private static func wire(_ kind: WireFault.Kind, _ facts: String...) -> Row {
    let fault = WireFault(kind: kind, offset: 12, place: "Resource.key")
    return (.wire(fault), ["at byte 12, in Resource.key: "] + facts)
  }

  private static let unwritable: [(code: UnwritableContainer.Code, facts: [String])] = [
    (.legacy, ["legacy", "v5"]), (.firebase, ["v5", "binary"]),
    (.legacyPart(what: "rule 1 switches macros"), ["rule 1 switches macros", "v5"]),
    (.missingMacro(name: "D", place: "macro 'x'"), ["macro 'x'", "'D'"]),
    (.valueWithoutForm(kind: "null", place: "macro 'x'"), ["macro 'x'", "null", "v5"]),
    (.tooMany(what: "macros", count: 5_001, limit: 5_000), ["'macros'", "5001", "5000"]),
    (.tooDeep(place: "macro 'x'", limit: 64), ["macro 'x'", "64"]),
    (.tooComplex(place: "macro 'x'", limit: 50_000), ["macro 'x'", "50000"]),
    (.tooLarge(bytes: 11, limit: 10), ["11 bytes", "10"]),
    (.value(kind: "null", place: "macro 'x'"), ["macro 'x'", "null", "binary"]),
    (.reservedKey(key: "function", place: "tag 1"), ["tag 1", "'function'"]),
    (.escaping(number: 18, place: "tag 1"), ["tag 1", "18", "1 to 17"]),
    (.rule(fault: "rule 1 points at tag 1 of 0"), ["rule 1 points at tag 1 of 0"]),
  ]

  @Test(arguments: files.indices) func tellsOfAFile(_ index: Int) {
    let (code, facts) = Self.files[index]
    check(ContainerError(code: code, name: "a.json").description, ["a.json: "] + facts)
  }

  @Test(arguments: binaries.indices) func tellsOfABinary(_ index: Int) {
    let (code, facts) = Self.binaries[index]
    check(ContainerError(code: code, name: "GTM-AB12").description, ["GTM-AB12: "] + facts)
  }

  @Test(arguments: unwritable.indices) func tellsWhatCannotBeWritten(_ index: Int) {
    let (code, facts) = Self.unwritable[index]
    check(UnwritableContainer(code).description, facts)
  }

  private func check(_ sentence: String, _ facts: [String]) {
    for fact in facts { #expect(sentence.contains(fact)) }
    let remedy = sentence.split(separator: "; ").dropFirst().last
    #expect((remedy?.count ?? 0) > 5, "no remedy in '\(sentence)'")
    #expect(!sentence.hasSuffix("."))
    #expect(!sentence.contains("  "))
    #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }

  @Test(
    arguments: [
      ("{\"a\": [1, 2", "incomplete", "line 1, column 12, where ',' or ']'"),
      ("{\n\"a\": \"x", "incomplete", "line 2, column 8, where '\"' at the end of a string"),
      ("{\"a\": tru", "incomplete", "line 1, column 7, where the rest of 'tru'"),
      ("{\"a\": 1.", "incomplete", "line 1, column 7, where the rest of '1.'"),
      ("{", "incomplete", "line 1, column 2, where a key in quotes"),
      ("{\n  \"a\": [01]\n}", "not valid", "line 2, column 9: found '01]', expected a number"),
    ])
  func tellsOfBrokenJSON(text: String, mistake: String, place: String) throws {
    let error = ContainerError(
      code: try ContainerReader.refusal(of: Array(text.utf8)), name: "a.json")
    check(error.description, ["a.json: the JSON is \(mistake)", place])
  }

  /// An error without words has none of its file, but its place and what was expected.
  @Test(
    arguments: [
      ("qzx7=1\n", "this is text that starts '…', not a container"),
      ("\u{1}qzx7", "this is other bytes, not a container"),
      ("{\"container\": [\"qzx7\"]}", "this is JSON with '…' at the top"),
      ("{\"a\": [qzx7]}", "not valid at line 1, column 8: found …, expected a value"),
      ("{\"a\": tru", "line 1, column 7, where the rest of … was expected"),
      ("{\"qzx7\": [1]}", "'…' is a list"),
      ("{\"exportFormatVersion\": \"qzx7\"}", "exportFormatVersion is …; expected 1.3 or 2"),
      (
        """
        {"exportFormatVersion": 2, "containerVersion": {"container": {"publicId": "qzx7",
        "usageContext": ["QZX7"]}}}
        """, "an export of a container for …"
      ),
      (
        "{\"resource\": {\"macros\": [{\"qzx7\": []}]}, \"runtime\": []}",
        "'…' of the v5 container is missing or of another kind; expected"
      ),
    ])
  func quotesNothing(text: String, part: String) throws {
    let code = try ContainerReader.refusal(of: Array(text.utf8))
    let sentence = ContainerError(code: code, name: "a").withoutWords.sentence
    #expect(sentence.contains(part), "\(sentence)")
    #expect(!sentence.lowercased().contains("qzx7"), "\(sentence)")
  }
}
