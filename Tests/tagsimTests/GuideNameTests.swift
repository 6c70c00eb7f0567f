import ScenarioEngine
import TagGlossary
import Testing

/// The names of the SDKs' guides lead to what does the same here.
@Suite struct GuideNameTests {
  /// Every line is one of the language.
  @Test func linesAreOfTheLanguage() throws {
    for name in GuideName.all {
      let app =
        "app \"A\"\n  package com.example.a\n  container GTM-CD34\n" + name.line + "\nend\n"
      #expect(throws: Never.self, "\(name.title): \(name.line)") {
        switch name.file {
        case .scenario: _ = try #require(try StatementParser.parse(line: name.line))
        case .app: _ = try AppParser.parse(app, file: "a.app")
        }
      }
    }
  }

  @Test func eachSaysWhatItDoesAndWhereToLook() {
    for name in GuideName.all {
      #expect(name.meaning.hasSuffix("."), "\(name.title)")
      #expect(name.whereToLook.last != ".", "\(name.title)")
      #expect(!name.swift.isEmpty, "\(name.title)")
    }
  }

  @Test func eachNameIsFoundAndNoneIsThereTwice() {
    let names = GuideName.all.flatMap(\.names)
    #expect(names.count == 301)
    for entry in GuideName.all {
      for name in entry.names { #expect(GuideName.named(name).contains(entry), "\(name)") }
    }
    let twice = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
  }

  private static let spellings: [(typed: String, title: String)] = [
    ("TAGManager previewWithUrl:", "TAGManager previewWithUrl:"),
    ("previewWithUrl:", "TAGManager previewWithUrl:"),
    ("previewwithurl", "TAGManager previewWithUrl:"),
    ("[TAGManager previewWithUrl:]", "TAGManager previewWithUrl:"),
    ("openContainerWithIdTagManagerOpenTypeTimeoutNotifier", "TAGContainerOpener"),
    ("openContainerWithId", "TAGContainerOpener"),
    ("containerAvailable", "TAGContainerOpenerNotifier"),
    ("KTAGOPENTYPEPREFERFRESH", "kTAGOpenTypePreferFresh"),
    ("sendHitsInBackground", "sendHitsInBackground"),
    ("beginBackgroundTaskWithExpirationHandler", "sendHitsInBackground"),
    ("applicationWillEnterForeground", "applicationWillEnterForeground:"),
    ("launchOptions", "launchOptions"),
    ("logEventWithName:parameters:", "FIRAnalytics logEventWithName:parameters:"),
    ("executeWithParameters", "TAGCustomFunction"), ("changeUser", "changeUser"),
    ("customAttributeKey", "customAttribute"), ("BrazeGTMTagManager", "BrazeGTMTagManager"),
    ("kGAIScreenName", "kGAIScreenName"),
  ]

  @Test(arguments: spellings)
  func isFoundHoweverItIsWritten(_ typed: String, _ title: String) {
    #expect(GuideName.named(typed).map(\.title).contains(title))
  }

  @Test(arguments: ["", ":", "container", "dispatchh"])
  func anythingElseIsNoName(_ typed: String) { #expect(GuideName.named(typed) == []) }

  @Test func aPaneHasItsKey() throws {
    let preview = try #require(GuideName.named("previewWithUrl:").first)
    #expect(preview.whereToLook == "Phone (7): the link and what the app did with it")
  }
}
