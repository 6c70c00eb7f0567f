import TagGlossary
import Testing

/// A mistake in the texts of the guides' names and of the glossary is reported with its place.
@Suite struct GlossaryTextTests {
  private static let name = """
    topic: A

    name: B, C
    does: It
      works.
    scenario: launch
    tags: x
    call: close()

    """

  private static let names: [(old: String, new: String, mistake: String)] = [
    ("topic: A", "", "line 3: the entry must be below a line 'topic: …'"),
    ("name: B, C", "  name: B", "line 3: '  name: B' must be 'key: text'"),
    ("does: It", "does: ", "line 4: 'does: ' must be 'key: text'"),
    ("does: It", "It", "line 4: 'It' must be 'key: text'"),
    ("name: B, C", "name: ,", "line 3: the entry has no words in 'name'"),
    ("does:", "doess:", "line 3: the entry has no line 'does: …'"),
    ("scenario:", "scene:", "line 3: the entry must have one of scenario, app"),
    ("call:", "kall:", "line 3: the entry must have one of call, input, notice, act, swift"),
    ("tags: x", "tags: x\ndata: y", "line 3: the entry has 'data' twice, or no such line exists"),
    (
      "call: close()\n", "call: close()\n\nfields: kGAIPage &no\n",
      "line 10: the entry has 'kGAIPage &no', which must be a constant and the code of a field"
    ),
  ]

  @Test(arguments: names)
  func aMistakeInANameIsReported(_ old: String, _ new: String, _ mistake: String) throws {
    let topic = try #require(try GuideName.read(Self.name).first)
    #expect(topic.names.map(\.names) == [["B", "C"]] && topic.names[0].meaning == "It works.")
    let error = #expect(throws: TextEntry.Mistake.self) {
      try GuideName.read(Self.name.replacing(old, with: new))
    }
    #expect(error?.description == mistake)
  }

  @Test func aMistakeInATermIsReported() {
    let error = #expect(throws: TextEntry.Mistake.self) {
      try GlossaryTerm.read("term: A\nmeans: B.\n\nterm: C\nmeans: D.\nalso: E\n")
    }
    #expect(
      error?.description == "line 4: the entry has 'also' twice, or no such line exists")
  }
}
