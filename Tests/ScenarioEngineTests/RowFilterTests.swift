import TagRuntime
import Testing

@testable import ScenarioEngine

/// The expressions that say which rows are listed.
struct RowFilterTests {
  /// A hit that came late, with all that can be asked of it.
  private static let hit = RowFacts(
    text: { "4 screen Confirmation sent LATE" },
    values: { field in
      switch field {
      case .hit: [.number(4)]
      case .type: [.text("screen")]
      case .name: [.text("Confirmation")]
      case .tag: [.text("GA screen view"), .text("Bonus")]
      case .age: [.duration(.seconds(5 * 3600))]
      case .time: [.text("23:57:30")]
      case .tries: [.number(0)]
      default: []
      }
    },
    named: { _, name in name == "cd" ? [.text("Confirmation")] : name == "ev" ? [.text("42")] : []
    },
    has: { [.sent, .late].contains($0) })

  private static let meant: [(filter: String, isMeant: Bool)] = [
    ("", true), ("   ", true),
    // Patterns are of the whole value and ignore case.
    ("name:Confirmation", true), ("name:conf*", true), ("name:*FIRM*", true), ("name:conf", false),
    ("name:*a*r*n", false), ("name:**", true), ("tracker:*", false), ("tag:GA*", true),
    // One of several values is enough, and none for a negation.
    ("tag:bonus", true), ("!tag:bonus", false), ("tag!=Bonus", false), ("tag!=Debug", true),
    // What is equal is so in every letter.
    ("name=Confirmation", true), ("name=confirmation", false), ("name=Conf*", false),
    ("hit=4", true), ("hit=4.0", true), ("tracker=", false),
    // Expressions are looked for and ignore case.
    ("name~conf", true), ("name~^firm", false), ("hit.cd~C.nf", true), ("hit.cd~(Conf|Cart)", true),
    ("hit.cd~Cart | late", true), ("hit.cd~\"^Con f\"", false), ("name~\\(", false),
    // Numbers, durations and times.
    ("hit>3", true), ("hit>4", false), ("hit>=4", true), ("hit<5", true), ("hit<=3", false),
    ("hit>#3", true), ("age>4h", true), ("age>5h", false), ("age>=5h", true), ("age<5h1ms", true),
    ("age<30s", false), ("time>23:57", false), ("time>=23:57", true), ("time<23:58", true),
    ("time>23", false), ("time>22", true), ("hit.ev>41", true), ("hit.cd>1", false),
    // Words and flags.
    ("late", true), ("LATE", true), ("lost", false), ("!lost", true), ("!late", false),
    ("confirm", true), ("nothing", false), ("\"sent late\"", true), ("\"LATE\"", true),
    ("\"lost\"", false), ("!\"lost\"", true), ("23:57", false), ("\"a \\\" b\"", false),
    // And, or, not, parentheses.
    ("sent late", true), ("sent & late", true), ("sent&late", true), ("sent lost", false),
    ("lost | late", true), ("lost|waits", false), ("lost | sent late", true),
    ("(lost | late) & type:screen", true), ("!(lost | late)", false), ("!!late", true),
    ("lost late | type:screen", true), ("lost (late | type:screen)", false),
    // What a filter of all firings could say before there were fields.
    ("tag:GA* late !lost", true),
  ]

  private static let remarks: [(filter: String, list: FilteredList, remark: String?)] = [
    ("sent late", .hits, nil), ("confirm", .hits, nil), ("\"snet\"", .hits, nil),
    ("wait", .hits, nil), ("lots", .hits, "'lots' is searched for as text: did you mean lost?"),
    ("sent fird", .firings, "'fird' is searched for as text: did you mean fired?"),
    ("late", .log, "'late' is searched for as text: the words here are printed, failed"),
  ]

  /// A word that probably should have said something of rows is searched as a text, and said so.
  @Test(arguments: remarks)
  func strangeWords(_ filter: String, _ list: FilteredList, _ remark: String?) throws {
    #expect(try RowFilter(filter, of: list).remark == remark)
  }

  @Test(arguments: meant)
  func means(_ filter: String, _ isMeant: Bool) throws {
    let filter = try RowFilter(filter, of: .hits)
    #expect(filter.means(Self.hit) == isMeant)
  }

  private static let mistakes: [(filter: String, list: FilteredList, sentence: String)] = [
    ("tga:GA*", .firings, "column 1: there is no field 'tga' here: did you mean tag? The fields …"),
    ("late http://x", .log, "column 6: there is no field 'http' here: The fields are text …"),
    ("hit.cd~Conf", .data, "column 1: there is no field 'hit.cd' here: The fields are key …"),
    ("tag:", .hits, "column 5: 'tag:' must be followed by something; put it in quotes to search …"),
    ("late |", .hits, "column 7: '|' must be followed by something; put it in quotes to search …"),
    ("& late", .hits, "column 1: '&' must follow something; put it in quotes to search for it"),
    ("| late", .hits, "column 1: '|' must follow something; put it in quotes to search for it"),
    ("(| late)", .hits, "column 2: '(' must be followed by something; put it in quotes to …"),
    ("()", .hits, "column 2: '(' must be followed by something; put it in quotes to search for it"),
    (") late", .hits, "column 1: ')' closes nothing; put it in quotes to search for it"),
    ("late & )", .hits, "column 8: ')' closes nothing; put it in quotes to search for it"),
    ("late !", .hits, "column 6: '!' must be followed by something; put it in quotes to search …"),
    ("(late", .hits, "column 1: '(' is not closed"),
    ("late)", .hits, "column 5: ')' closes nothing; put it in quotes to search for it"),
    ("name:\"a", .hits, "column 6: a quote is missing at the end"),
    ("row>x", .events, "column 5: 'x' is not a number: write one, as in row>12"),
    ("age>4", .hits, "column 5: '4' is not a duration: write a number with a unit, as in age>4h …"),
    ("time>late", .log, "column 6: 'late' is not a time: write one, as in time>23:57"),
    ("event>b", .events, "column 1: '<' and '>' do not compare event: they work with value …"),
    ("name~[a", .hits, "column 6: pattern '[a': "),
  ]

  @Test(arguments: mistakes)
  func whatIsNoFilterSaysWhy(_ text: String, _ list: FilteredList, _ sentence: String) {
    let mistake = #expect(throws: FilterMistake.self) { _ = try RowFilter(text, of: list) }
    #expect(mistake?.description.reads(sentence + " …") == true, "\(mistake?.description ?? "")")
  }

  @Test func lengthAndDepthAreBounded() throws {
    _ = try RowFilter(String(repeating: "a", count: RowFilter.lengthLimit), of: .log)
    let long = #expect(throws: FilterMistake.self) {
      _ = try RowFilter(String(repeating: "a", count: RowFilter.lengthLimit + 1), of: .log)
    }
    #expect(long?.description == "column 1001: a filter has at most 1000 characters")
    for sign in ["!", "("] {
      let deep = #expect(throws: FilterMistake.self) {
        _ = try RowFilter(String(repeating: sign, count: 100) + "a", of: .log)
      }
      #expect(deep?.description == "column 33: parentheses and '!' nest at most 32 deep")
    }
  }

  @Test(arguments: [
    ("ag", ["age:"]), ("t", ["type:", "tag:", "tracker:", "tries:", "time:"]),
    ("LA", ["late"]), ("hi", ["hit:", "hit."]), ("zz", []),
  ])
  func wordsAreCompleted(_ typed: String, _ words: [String]) {
    #expect(FilteredList.hits.completions(of: typed) == words)
  }

  // MARK: In the language

  private static let lines: [(line: String, words: [String])] = [
    ("filter tag:GA* & !fired", ["tag:GA* & !fired"]),
    ("filter \"tag:GA* & !fired\"", ["tag:GA* & !fired"]),
    ("filter event=openScreen age>4h", ["event=openScreen age>4h"]),
    ("filter key:\"a b\" late", ["key:\"a b\" late"]), ("filter off", []),
    ("filter \"off\"", ["off"]), ("find conf", ["conf"]), ("find \"two words\"", ["two words"]),
    ("find two words", ["two words"]), ("find off", []), ("find \"off\"", ["off"]),
  ]

  @Test(arguments: lines)
  func aStatementTakesTheRestOfItsLine(_ line: String, _ words: [String]) throws {
    let statement = try #require(try StatementParser.parse(line: line))
    guard case .view(let command) = statement.command else {
      Issue.record("\(line) is for the monitor")
      return
    }
    #expect(command.words == words)
  }

  /// A scenario is told of a filter that no pane can have.
  @Test func aScenarioIsCheckedForItsFilters() throws {
    let text = "tagsim 1\n---\nfilter tga:x\nfilter hit.cd~Conf\nfilter (\n"
    let errors = try ScenarioParser.parse(text, file: "x.scenario").check(app: nil)
    #expect(errors.map(\.position.line) == [3, 5])
  }
}
