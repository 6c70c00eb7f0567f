import TagRuntime
import Testing

@testable import ContainerFormats

/// What every sentence has: the file, a place where there can be one, and what to do.
@Suite struct ErrorSentenceTests {
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
  static let codes: [ContainerError.Code] = [
    .empty, .tooLarge(bytes: 3, limit: 2), .wrongEncoding(encoding: "UTF-16"), .notUTF8(place),
    .foreign(.htmlPage), .foreign(.misshapen(["tag"])), .foreign(.text(start: "x")),
    .foreign(.bytes(start: [1])), .invalidJSON(json),
    .invalidPropertyList(position: place, expected: "'<key>'"),
    .propertyListCutOff(position: place, expected: "'<key>'"),
    .invalidBinaryPropertyList(offset: 5, expected: "a count"), .notAMap(kind: "list"),
    .unsupportedValue(kind: .list, place: "a.b"),
    .firebaseMember(place: "resource.tags[3]", expected: "a map"),
    .foreignExport(containerID: "GTM-AB12", usage: "WEB"),
    .exportVersion(found: "3"),
    .exportMember(place: "containerVersion.tag[3]", expected: "a map"),
    .valueCollection(variable: "v", mistake: json), .savedAsText(marks: 2, firstOffset: 5),
    .lineEndsChanged(count: 2), .transcoded(count: 2, firstOffset: 5),
    .wire(WireFault(kind: .fieldZero, offset: 5, place: "Value")), .noChange,
    .onlyExperiments(count: 2), .emptySave, .tooMany(what: "keys", count: 3, limit: 2),
    .tooManyMembers(place: "byte 5", limit: 2), .tooDeep(place: "value 5", limit: 2),
    .tooComplex(place: "value 5", limit: 2), .tooMuchText(place: "value 5", limit: 2),
    .tooDense(place: "byte 5"), .index(dictionary: .tags, index: 5, count: 3, usedBy: "rule 0"),
    .valueCycle(index: 5), .unevenMap(index: 5, keys: 2, values: 1),
    .missingChildren(index: 5, type: "list"), .unknownValueType(index: 5, type: 9),
    .missingMacroName(index: 5), .notAString(index: 5, usedBy: "rule 0"),
  ]

  /// What stands for the place in the sentence of a code; nil where the whole file is meant.
  private func place(of code: ContainerError.Code) -> String? {
    switch code {
    case .empty, .tooLarge, .wrongEncoding, .foreign, .foreignExport,
      .exportVersion, .noChange, .onlyExperiments, .emptySave, .notAMap:
      nil
    case .notUTF8, .invalidJSON, .invalidPropertyList, .propertyListCutOff, .valueCollection:
      "line 3, column 2"
    case .invalidBinaryPropertyList, .savedAsText, .transcoded, .wire, .tooDense, .tooManyMembers:
      "byte 5"
    case .lineEndsChanged: "byte 0"
    case .unsupportedValue: "'a.b'"
    case .firebaseMember, .exportMember: "[3]'"
    case .tooMany: "'keys'"
    case .tooDeep, .tooComplex, .tooMuchText, .valueCycle, .unevenMap, .missingChildren,
      .unknownValueType, .missingMacroName, .notAString:
      "value 5"
    case .index: "index 5 of rule 0"
    }
  }

  @Test(arguments: codes)
  func hasAllParts(code: ContainerError.Code) {
    let sentence = ContainerError(code: code, name: "GTM-AB12.json").description
    #expect(sentence.hasPrefix("GTM-AB12.json: "))
    #expect(sentence.contains(place(of: code) ?? ""))
    let remedy = sentence.split(separator: "; ").dropFirst().last
    #expect((remedy?.count ?? 0) > 5, "no remedy in '\(sentence)'")
    #expect(!sentence.hasSuffix("."))
    #expect(!sentence.contains("  "))
    #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}
