import TagSimulation
import Testing

@testable import ScenarioEngine

/// Names are looked up before anything is played.
struct CheckTests {
  private static let tags = ["GA screen view", "Bonus"]

  private static let lines: [(line: String, sentence: String?)] = [
    ("focus tag", "unknown pane 'tag': did you mean 'tags'?"),
    ("zoom foo", "unknown pane 'foo': expected explain, events, data, values, tags, queue, log …"),
    ("focus Tags", nil), ("zoom explain", nil),
    ("speed 99999x", "found '99999x', expected a pace from 1/4x to 3600x"),
    ("speed 0.2x", "found '0.2x', expected a pace from 1/4x to 3600x"),
    ("speed 3600x", nil), ("speed 1/4x", nil), ("speed 1/2x", nil),
    ("expect tag \"Bonus\" fired", nil),
    ("expect tag \"Bonas\" fired", "unknown tag 'Bonas': did you mean 'Bonus'?"),
    ("eventually within 5s expect tag \"Zebra\" fired", "unknown tag 'Zebra': expected a tag in …"),
    ("never for 5s expect tag \"Bonu\" fired", "unknown tag 'Bonu': did you mean 'Bonus'?"),
    ("highlight tag \"Bonus\"", nil),
    ("highlight tag \"Bonu\"", "unknown tag 'Bonu': did you mean 'Bonus'?"),
    ("highlight tga \"Bonus\"", "unknown highlight 'tga': did you mean 'tag'?"),
    ("layout wide", nil),
    ("press b price=1", nil), ("press 1 price=1", nil), ("press t", nil),
    ("press x", "unknown letter of a button 'x': expected b, s or t"),
    ("press 4", "unknown letter of a button '4': expected b, s or t"),
    ("press b pice=1 price=2", "unknown parameter 'pice': did you mean 'price'?"),
    ("expect call addBonus", "unknown function 'addBonus': expected a function or class in the …"),
  ]

  @Test(arguments: lines)
  func names(_ line: String, _ sentence: String?) throws {
    let scenario = try ScenarioParser.parse("kill\n" + line, file: "a")
    let errors = scenario.check(app: Shop.inputs.app, tags: Self.tags)
    let told = errors.map(\.description)
    #expect(told.count == (sentence == nil ? 0 : 1))
    if let sentence { #expect(told.first?.reads("a:2:1: error: " + sentence) == true, "\(told)") }
  }

  /// Where no container could be read nobody knows its tags.
  @Test func unknownTagsAreNotLookedUp() throws {
    let scenario = try ScenarioParser.parse("expect tag \"Zebra\" fired", file: "a")
    #expect(scenario.check(app: Shop.inputs.app).isEmpty)
    #expect(scenario.check(app: Shop.inputs.app, tags: []).count == 1)
  }

  private static let circles: [(lines: [String], sentence: String?)] = [
    (["A>A"], "a:5:14: error: these screens open each other without end on view: \"A\", \"A\""),
    (["A>B", "B>C", "C>B"], "a:11:14: error: these screens open each other without end on view …"),
    (["A>B", "B>C", "C"], nil),
    (["A>C", "B>C", "C"], nil),
    (["A|A"], nil),
  ]

  /// "A>B" is a screen that shows another one at once, "A|B" one with a button that does.
  @Test(arguments: circles)
  func noScreenLeadsBackToItself(_ screens: [String], _ sentence: String?) {
    let blocks = screens.map { screen -> String in
      let name = screen.prefix(1)
      let action = screen.contains("|") ? "button \"x\" goes" : "on view goes"
      let line = screen.count == 3 ? "\(action) \"\(screen.suffix(1))\"" : ""
      return "screen \"\(name)\"\n\(line)\nend"
    }
    let text = "app \"X\"\npackage p\ncontainer c\n" + blocks.joined(separator: "\n") + "\nend"
    do throws(ScenarioErrors) {
      _ = try AppParser.parse(text, file: "a")
      #expect(sentence == nil)
    } catch {
      #expect(sentence.map { error.description.reads($0) } == true, "\(error)")
    }
  }

  @Test func aLongChainOfScreensIsNoCircle() throws {
    let count = 5000
    let blocks = (0..<count).map { "screen \"\($0)\"\non view goes \"\($0 + 1)\"\nend" }
    let text =
      "app \"X\"\npackage p\ncontainer c\n" + blocks.joined(separator: "\n")
      + "\nscreen \"\(count)\"\nend\nend"
    #expect(try AppParser.parse(text, file: "a").screens.count == count + 1)
  }
}
