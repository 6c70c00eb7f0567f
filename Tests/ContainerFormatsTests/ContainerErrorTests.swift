import ContainerFormats
import TagRuntime
import Testing

/// Each error has one sentence: what is wrong, where, what was expected, what to do.
@Suite struct ContainerErrorTests {
  private static let again = "the binary is damaged; download the container again"

  @Test(
    arguments: [
      (
        .empty,
        "the file is empty; expected a container; download or export it again"
      ),
      (
        .tooLarge(bytes: 10_000_001, limit: 10_000_000),
        "the file has 10000001 bytes, but at most 10000000 are allowed; check that it is a "
          + "container"
      ),
      (
        .wrongEncoding(encoding: "UTF-16"),
        "the text is UTF-16; expected UTF-8; save it again as UTF-8"
      ),
      (
        .notUTF8(TextPosition(offset: 6, line: 1, column: 7)),
        "byte 6 (line 1, column 7) is not UTF-8; the text is in another encoding, such as "
          + "Latin-1; save it again as UTF-8"
      ),
      (
        .foreign(.htmlPage),
        "this is an HTML page, not a container; a failed download saves such a page; download the "
          + "container again"
      ),
      (
        .foreign(.misshapen(["container", "runtime"])),
        "this is JSON with 'container', 'runtime' at the top, where an export has "
          + "'exportFormatVersion' and 'containerVersion' and a v5 container 'resource' and "
          + "'runtime'; no SDK reads it; export the container in the web interface, or download "
          + "its version again"
      ),
      (
        .invalidPropertyList(
          position: TextPosition(offset: 9, line: 2, column: 4), expected: "'<key>' or '</dict>'"),
        "the property list is not valid at line 2, column 4: expected '<key>' or '</dict>'; "
          + "correct it there or save it again"
      ),
      (
        .propertyListCutOff(
          position: TextPosition(offset: 9, line: 2, column: 4), expected: "'<key>' or '</dict>'"),
        "the property list is incomplete: it ends at line 2, column 4, where '<key>' or '</dict>' "
          + "was expected; the file is cut off; download or copy it again"
      ),
      (
        .invalidBinaryPropertyList(offset: 17, expected: "a count"),
        "the binary property list is damaged at byte 17: expected a count; save it again"
      ),
      (
        .notAMap(kind: "list"),
        "the file has a value of kind list; expected a map of keys and values at the top level; "
          + "put the values under keys"
      ),
      (
        .unsupportedValue(kind: .list, place: "a.b"),
        "'a.b' is a list, and lists are not supported (the SDK: \"JSONArrays are not supported\"); "
          + "a container of keys and values may have strings, numbers, booleans and maps; change "
          + "or remove it"
      ),
      (
        .unsupportedValue(kind: .null, place: "a"),
        "'a' is null, and nulls are not supported (the SDK: \"JSON nulls are not supported\"); a "
          + "container of keys and values may have strings, numbers, booleans and maps; change or "
          + "remove it"
      ),
      (
        .unsupportedValue(kind: .date, place: "a"),
        "'a' is a date, a type that is not supported; a container of keys and values may have "
          + "strings, numbers, booleans and maps; change or remove it"
      ),
      (
        .unsupportedValue(kind: .data, place: "a"),
        "'a' is data, a type that is not supported; a container of keys and values may have "
          + "strings, numbers, booleans and maps; change or remove it"
      ),
      (
        .unsupportedValue(kind: .other, place: "a"),
        "'a' is of a type that is not supported; a container of keys and values may have strings, "
          + "numbers, booleans and maps; change or remove it"
      ),
      (
        .tooMany(what: "keys", count: 5_001, limit: 5_000),
        "'keys' has 5001 entries, but at most 5000 are allowed; split or shorten it"
      ),
      (
        .tooManyMembers(place: "byte 9", limit: 10_000),
        "the map at byte 9 has more than 10000 members; split or shorten it"
      ),
      (
        .tooDense(place: "line 1, column 9"),
        "the values up to line 1, column 9 need far more memory than the file's size; no real "
          + "container is made like that; download or export it again"
      ),
      (.tooDeep(place: "byte 7", limit: 64), "byte 7 is nested deeper than 64 levels; flatten it"),
    ] as [(ContainerError.Code, String)])
  func describesFiles(code: ContainerError.Code, sentence: String) {
    #expect(ContainerError(code: code, name: "a.json").description == "a.json: " + sentence)
  }

  @Test(
    arguments: [
      (
        .firebaseMember(place: "resource.tags[0].function", expected: "a string"),
        "'resource.tags[0].function' of the v5 container is missing or of another kind; expected a "
          + "string; download the container again"
      ),
      (
        .foreignExport(containerID: "GTM-AB12", usage: "WEB"),
        "this is an export of GTM-AB12, a web container; expected one of an iOS or Android app; "
          + "export the container of the mobile app"
      ),
      (
        .foreignExport(containerID: "", usage: ""),
        "this is an export of a container for no platform; expected one of an iOS or Android app; "
          + "export the container of the mobile app"
      ),
      (
        .exportVersion(found: "3"),
        "exportFormatVersion is 3; expected 1.3 or 2; export the container again"
      ),
      (
        .exportMember(place: "containerVersion.tag[0].name", expected: "a string"),
        "'containerVersion.tag[0].name' of the export is missing or of another kind; expected a "
          + "string; export the container again"
      ),
    ] as [(ContainerError.Code, String)])
  func describesExports(code: ContainerError.Code, sentence: String) {
    #expect(ContainerError(code: code, name: "a.json").description == "a.json: " + sentence)
  }

  @Test(
    arguments: [
      (
        .savedAsText(marks: 12, firstOffset: 74),
        "the binary container is damaged: it was saved by a text editor or transferred as text (12 "
          + "replacement marks EF BF BD, the first at byte 74); the lost bytes cannot be restored; "
          + "download the container again and copy it as binary"
      ),
      (
        .lineEndsChanged(count: 5),
        "the binary container is damaged: its 5 bytes 0A became 0D 0A, the first at byte 0, as a "
          + "transfer as text or git does with line ends; download the container again and copy "
          + "it as binary (for git: '-text' in .gitattributes)"
      ),
      (
        .transcoded(count: 3, firstOffset: 74),
        "the binary container is damaged: it was taken for Latin-1 text and written as UTF-8 (3 "
          + "bytes became two, the first at byte 74); download the container again and copy it as "
          + "binary"
      ),
      (
        .onlyExperiments(count: 1),
        "this is an answer of the tag server without a container, only with the data of 1 "
          + "experiment; expected one with a container; ask without its 'pv'"
      ),
      (
        .emptySave,
        "this is a file of the SDK's cache without a container; copy it again from a phone "
          + "that has loaded one"
      ),
      (
        .tooMuchText(place: "value 3", limit: 1_000),
        "value 3 unfolds to more than 1000 bytes of text; no real container does; download it again"
      ),
      (
        .noChange,
        "this is an answer of the tag server without a container: it says that the one on the "
          + "phone is still current; expected one with a container; ask without its 'pv'"
      ),
      (
        .tooComplex(place: "value 3", limit: 50_000),
        "value 3 unfolds to more than 50000 parts; no real container does; download it again"
      ),
      (
        .index(dictionary: .values, index: 9, count: 3, usedBy: "value 1"),
        "index 9 of value 1 points outside the values; expected 0 to 2; " + again
      ),
      (
        .index(dictionary: .tags, index: 0, count: 0, usedBy: "rule 4"),
        "index 0 of rule 4 points outside the tags; there are none; " + again
      ),
      (.valueCycle(index: 7), "value 7 contains itself; " + again),
      (
        .unevenMap(index: 7, keys: 2, values: 1),
        "value 7 is a map of 2 keys and 1 values; expected as many of both; " + again
      ),
      (
        .missingChildren(index: 7, type: "list"),
        "value 7 is a list without its extension 101, the list of its contents; " + again
      ),
      (
        .unknownValueType(index: 7, type: 9), "value 7 has type 9; expected 1 to 8; " + again
      ),
      (.missingMacroName(index: 7), "value 7 refers to a macro without its name; " + again),
      (
        .notAString(index: 7, usedBy: "rule 0"),
        "value 7 is not a string, but rule 0 needs one; " + again
      ),
    ] as [(ContainerError.Code, String)])
  func describesBinaries(code: ContainerError.Code, sentence: String) {
    #expect(ContainerError(code: code, name: "GTM-AB12").description == "GTM-AB12: " + sentence)
  }

  @Test(
    arguments: [
      (.endInsideNumber, "the bytes end inside a number"),
      (.numberTooLong, "a number has more than 10 bytes"),
      (
        .lengthPastEnd(length: 9, remaining: 2),
        "a length of 9 bytes exceeds the 2 that are left"
      ),
      (.fieldZero, "a field has number 0, which does not exist"),
      (.fieldTooLarge, "a field has a number of more than 29 bits"),
      (.unknownWireType(3), "a field has wire type 3, which no container uses"),
      (.wrongWireType(found: 0, expected: 2), "a field has wire type 0, expected 2"),
      (.invalidUTF8, "a string is not UTF-8"),
      (
        .tooMany(count: 101, limit: 100), "a list has 101 entries, but at most 100 are allowed"
      ),
      (.tooDeep(limit: 64), "messages are nested deeper than 64 levels"),
      (.unknownValueType(11), "a value has type 11, expected 1 to 8"),
      (
        .lengthPastEnd(length: 1, remaining: 0),
        "a length of 1 byte exceeds the 0 that are left"
      ),
      (.tooDense, "the parts up to here need far more memory than the file's size"),
    ] as [(WireFault.Kind, String)])
  func describesTheWire(kind: WireFault.Kind, mistake: String) {
    let fault = WireFault(kind: kind, offset: 12, place: "Resource.key")
    let error = ContainerError(code: .wire(fault), name: "GTM-AB12")
    #expect(
      error.description
        == "GTM-AB12: at byte 12, in Resource.key: \(mistake); the file is truncated, damaged or "
        + "not a container; download the container again")
  }

  @Test(
    arguments: [
      ("{\"a\": [1, 2", "line 1, column 12, where ',' or ']' was expected"),
      ("{\n\"a\": \"x", "line 2, column 8, where '\"' at the end of a string was expected"),
      ("{\"a\": tru", "line 1, column 7, where the rest of 'tru' was expected"),
      ("{\"a\": 1.", "line 1, column 7, where the rest of '1.' was expected"),
      ("{", "line 1, column 2, where a key in quotes was expected"),
    ])
  func describesCutJSON(text: String, place: String) throws {
    let error = try #require(throws: ContainerError.self) {
      try ContainerReader.read(Array(text.utf8), name: "a.json")
    }
    #expect(
      error.description
        == "a.json: the JSON is incomplete: it ends at \(place); the file is cut off; download or "
        + "copy it again")
  }

  @Test func describesBrokenJSON() throws {
    let error = try #require(throws: ContainerError.self) {
      try ContainerReader.read(Array("{\n  \"a\": 01\n}".utf8), name: "a.json")
    }
    #expect(
      error.description
        == "a.json: the JSON is not valid at line 2, column 8: found '01', expected a number; "
        + "correct it there or export it again")
  }

  /// An error without words has none of its file, but its place and what was expected.
  @Test(
    arguments: [
      ("qzx7=1\n", "this is text that starts '…', not a container"),
      ("\u{1}qzx7", "this is other bytes, not a container"),
      ("{\"container\": [\"qzx7\"]}", "this is JSON with '…' at the top"),
      ("{\"a\": qzx7}", "not valid at line 1, column 7: found …, expected a value"),
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
    let error = try #require(throws: ContainerError.self) {
      try ContainerReader.read(Array(text.utf8), name: "a")
    }
    let sentence = error.withoutWords.sentence
    #expect(sentence.contains(part), "\(sentence)")
    #expect(!sentence.lowercased().contains("qzx7"), "\(sentence)")
  }
}
