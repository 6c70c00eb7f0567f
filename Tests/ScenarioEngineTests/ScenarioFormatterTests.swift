import TagRuntime
import Testing

@testable import ScenarioEngine
@testable import TagLanguage

/// The layout of scenarios and apps.
struct ScenarioFormatterTests {
  private static let layouts: [(what: String, typed: String, laidOut: String)] = [
    ("an empty text", "", ""),
    ("nothing but blanks", " \n\t\n", ""),
    ("the end of the last line", "launch", "launch\n"),
    ("carriage returns", "launch\r\n# c\r\nkill\r\n", "launch\n# c\nkill\n"),
    (
      "carriage returns in JSON", "push {\"a\": 1, \r\n\"b\": 2}\r\n",
      "push {\"a\": 1,\n  \"b\": 2}\n"
    ),
    ("a mark of the order of bytes", "\u{FEFF}launch\n", "launch\n"),
    ("blanks between words", "  tap   \"Buy  now\"\tsku=1  ", "tap \"Buy  now\" sku=1\n"),
    (
      "blanks around signs", "expect container age<12h\nexpect sent  ==  3",
      "expect container age<12h\nexpect sent == 3\n"
    ),
    ("blank lines", "\n\nlaunch\n\n\n\nkill\n\n", "launch\n\nkill\n"),
    ("indentation", "setup\nlaunch\n    # c\nend\n", "setup\n  launch\n  # c\nend\n"),
    (
      "a branch", "mark m\nbranch  \"a  b\"  from m\nkill\nend",
      "mark m\nbranch \"a  b\" from m\n  kill\nend\n"
    ),
    (
      "leading words", "given  launch\nthen optional   label \"a  b\" expect sent 0",
      "given launch\nthen optional label \"a  b\" expect sent 0\n"
    ),
    ("a screen is no block", "launch\nscreen \"Home\"\nkill\n", "launch\nscreen \"Home\"\nkill\n"),
    ("a comment that touches a string", "caption \"a\"#b", "caption \"a\"  #b\n"),
    ("a sign that is no comment", "mark a#b\n", "mark a#b\n"),
    (
      "comments of a paragraph", "launch # a\nkill\nlaunch cold    # b\n\nkill # c",
      "launch       # a\nkill\nlaunch cold  # b\n\nkill  # c\n"
    ),
    (
      "a long line",
      "launch # a\ncaption \"A line that is longer than those whose comments line up.\" # b\n",
      "launch  # a\ncaption \"A line that is longer than those whose comments line up.\"  # b\n"
    ),
    ("wide characters", "mark 가 # a\nmark ab # b\n", "mark 가  # a\nmark ab  # b\n"),
    (
      "a header",
      "tagsim   1\ntitle:  A  title # c\n\n\ndevice: language=es   country=ES\n---\n\nlaunch",
      "tagsim 1\ntitle: A  title  # c\n\ndevice: language=es country=ES\n---\n\nlaunch\n"
    ),
    (
      "JSON that spans lines",
      "push {\n\"a\": [1,\n      2],\n\n\n  \"b {\": {\"c\":   1\n}}   # c\n",
      "push {\n  \"a\": [1,\n    2],\n\n  \"b {\": {\"c\":   1\n}}  # c\n"
    ),
    (
      "a table",
      """
      examples
      | language|title |
        # a note
      |es|"Hola | amigo"|   # c
       | ko | "가" |
      device language=${language}
      repeat   2
      wait 1s
      end
      end
      """,
      """
      examples
        | language | title          |
        # a note
        | es       | "Hola | amigo" |  # c
        | ko       | "가"           |
        device language=${language}
        repeat 2
          wait 1s
        end
      end

      """
    ),
    (
      "what only some ways have",
      """
      tagsim 1
      matrix: sdk=v3,v5
      ---
      under sdk=v3 wait 1s
      under sdk=v5
      wait 2s
      under sdk=v5 repeat 2
      wait 3s
      end
      end
      """,
      """
      tagsim 1
      matrix: sdk=v3,v5
      ---
      under sdk=v3 wait 1s
      under sdk=v5
        wait 2s
        under sdk=v5 repeat 2
          wait 3s
        end
      end

      """
    ),
    ("a pattern", "expect log warning ~ /a   b/   # c", "expect log warning ~ /a   b/  # c\n"),
    (
      "an app",
      """
      app "A"
      package a.b
       container GTM-A
      macro-function f
      returns 1
      end
          class X notes
      class "Y"
      fails "no"
      end
      screen "Home"
      button "Buy" push event="b"   sku=${sku="S-77"}
      end
      end
      """,
      """
      app "A"
        package a.b
        container GTM-A
        macro-function f
          returns 1
        end
        class X notes
        class "Y"
          fails "no"
        end
        screen "Home"
          button "Buy" push event="b" sku=${sku="S-77"}
        end
      end

      """
    ),
  ]

  @Test(arguments: layouts)
  func layout(_ what: String, _ typed: String, _ laidOut: String) throws {
    let result = try ScenarioFormatter.format(Array(typed.utf8), file: "a")
    #expect(String(decoding: result, as: UTF8.self) == laidOut)
    #expect(try ScenarioFormatter.format(result, file: "a") == result)
    #expect(try Self.meaning(of: result) == Self.meaning(of: Array(typed.utf8)))
  }

  /// A file that is included cannot be played alone, and a scenario that includes one is laid out
  /// without it.
  @Test(arguments: [
    ("tap ${button}\n  under sdk=v3 launch", "tap ${button}\nunder sdk=v3 launch\n"),
    ("include  b.scenario x=1\nlaunch", "include b.scenario x=1\nlaunch\n"),
    ("branch  a from m\nkill\nend", "branch a from m\n  kill\nend\n"),
  ])
  func aPartOfAScenarioIsLaidOut(_ typed: String, _ laidOut: String) throws {
    let result = try ScenarioFormatter.format(Array(typed.utf8), file: "a.scenario")
    #expect(String(decoding: result, as: UTF8.self) == laidOut)
  }

  @Test(arguments: ["lunch\n", "push {\"a\": }\n", "setup\nlaunch\n", "tagsim 1\ntitle: a\n"])
  func aTextWithMistakesIsRefused(_ text: String) {
    #expect(throws: ScenarioErrors.self) {
      try ScenarioFormatter.format(Array(text.utf8), file: "a.scenario")
    }
  }

  /// What a scenario says, without its places and the text of its lines.
  static func meaning(of bytes: [UInt8]) throws -> Scenario {
    withoutPlaces(try ScenarioParser.parse(bytes, file: ""))
  }

  private static func withoutPlaces(_ read: Scenario) -> Scenario {
    var scenario = read
    let nowhere = ScenarioLocation(file: "", line: 0, column: 0)
    func placed(_ statement: Statement) -> Statement {
      var statement = statement
      statement.location = nowhere
      statement.text = ""
      return statement
    }
    scenario.setup = scenario.setup.map(placed)
    scenario.statements = scenario.statements.map(placed)
    scenario.branches = scenario.branches.map { branch in
      var branch = branch
      branch.location = nowhere
      branch.statements = branch.statements.map(placed)
      return branch
    }
    scenario.ways = scenario.ways.map(withoutPlaces)
    // What is kept as it was written is how it was laid out.
    scenario.header.texts = [:]
    scenario.appText = nil
    scenario.references = []
    scenario.appActions = []
    scenario.header.zoneLocation = nil
    scenario.header.reportZoneLocation = nil
    return scenario
  }
}
