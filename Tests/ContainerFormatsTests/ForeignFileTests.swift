import TagRuntime
import Testing

@testable import ContainerFormats

/// Files that people name by mistake: each is told for what it is.
@Suite struct ForeignFileTests {
  private static let mistakes: [(text: String, file: ForeignFile)] = [
    ("%PDF-1.4 …", .pdf),
    ("GIF89a", .image),
    ("SQLite format 3\u{0}", .database),
    ("\n<!DOCTYPE html>\n<title>404</title>", .htmlPage),
    ("<HTML></HTML>", .htmlPage),
    ("<?xml version=\"1.0\"?><resources/>", .xml),
    ("// Copyright 2012 Google Inc. All rights reserved.\n(function(){", .webScript),
    ("(function(){\nvar data = {\n\"resource\": {\"version\": \"1\"", .webScript),
    ("\"hello\" = \"Hello\";\n", .strings),
    ("/* Greeting */\n\"hello\" = \"Hello\";\n", .strings),
    ("// nothing of the kind", .text(start: "// nothing of the ki")),
    ("\u{1}\u{2}", .bytes(start: [1, 2])),
    ("{\"project_info\": {\"project_id\": \"x\"}, \"client\": []}", .androidServices),
    ("{\"name\": \"x\", \"version\": \"1.0.0\", \"scripts\": {}}", .nodePackage),
    ("{\"name\": \"x\", \"version\": \"1.0.0\", \"dependencies\": {}}", .nodePackage),
    (
      plist("<key>GOOGLE_APP_ID</key><string>1</string><key>BUNDLE_ID</key><string>x</string>"),
      .appleServices
    ),
    (plist("<key>$archiver</key><string/><key>$objects</key><array/>"), .keyedArchive),
    (
      plist(
        "<key>CFBundleIdentifier</key><string/><key>CFBundleInfoDictionaryVersion</key><string/>"),
      .infoPlist
    ),
    ("{\"macros\": [{}], \"tags\": [], \"other\": 1}", .misshapen(["macros", "tags"])),
    ("{\"containerVersion\": {\"tag\": []}}", .misshapen(["containerVersion"])),
    (
      "{\"container\": {\"usageContext\": [\"WEB\"]}, \"runtime\": []}",
      .misshapen(["container", "runtime"])
    ),
  ]

  private static func plist(_ entries: String) -> String {
    "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(entries)</dict></plist>"
  }

  @Test(arguments: mistakes.indices)
  func isTold(mistake: Int) throws {
    let (text, file) = Self.mistakes[mistake]
    #expect(try ContainerReader.refusal(of: Array(text.utf8)) == .foreign(file))
  }

  /// The words of other files are good names of values, too.
  @Test(
    arguments: [
      "{\"name\": \"Shop\", \"version\": \"2\"}", "{\"tags\": \"a, b\", \"container\": {\"a\": 1}}",
      "{\"client\": \"x\"}",
    ])
  func valuesMayHaveAnyName(text: String) throws {
    let version = try ContainerReader.read(Array(text.utf8), name: "test")
    #expect(version.format == .simpleJSON)
  }

  /// Where no word of another kind stands, the value that is not allowed is told.
  @Test func aListInAContainerOfKeysAndValuesIsTold() throws {
    #expect(
      try ContainerReader.refusal(of: Array("{\"colors\": [\"red\"]}".utf8))
        == .unsupportedValue(kind: .list, place: "colors"))
  }

  @Test func anExportWithoutItsContainerIsTold() throws {
    #expect(
      try ContainerReader.refusal(of: Array("{\"exportFormatVersion\": 2}".utf8))
        == .exportMember(place: "containerVersion", expected: "a map"))
  }
}
