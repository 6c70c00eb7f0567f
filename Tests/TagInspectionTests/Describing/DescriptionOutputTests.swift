import OrderedCollections
import TestSupport
import Testing
import TextKit

@testable import TagInspection
@testable import TagRuntime

/// The page, the JSON and the graphs of a description, whatever is in the container.
struct DescriptionOutputTests {
  private static let evil = "a\u{1B}[2J\"]\n--> b; \\ & < > # %%{init}%% \u{202E}\u{7F}"

  private static let hostile: ContainerDescription = {
    let container = ContainerBuilder { builder in
      builder.variable(evil, path: evil, default: .constant(.string(evil)))
      builder.functionTag(evil, parameters: .members([evil: .macro(evil)]))
      builder.rule(when: [.equals(evil, evil)], fires: [evil], named: evil)
    }
    return ContainerDescription(of: container.version, file: evil, bytes: 7)
  }()

  @Test func jsonReadsBack() throws {
    let read = try JSONReader.read(Array(Self.hostile.json.utf8))
    #expect(read.members?["file"] == .string(Self.evil))
    #expect(read.members?["variables"]?.elements?[1].members?["name"] == .string(Self.evil))
    #expect(read.members?["counts"] == ["macros": 2, "tags": 1, "predicates": 1, "rules": 1])
    #expect(!Self.hostile.json.utf8.contains { $0 < 0x20 || $0 == 0x7F })
  }

  @Test(arguments: GraphSyntax.allCases)
  func hostileLabelsStayLabels(_ syntax: GraphSyntax) {
    let lines = Self.hostile.graph(syntax)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
    // One node a line: a tag, a rule and a variable.
    let nodes = lines.filter { $0.contains("\u{241B}") }
    #expect(nodes.count == 3)
    for node in nodes where syntax == .mermaid {
      #expect(node.count { $0 == "\"" } == 2)
      #expect(!node.contains("%%") && !node.contains(";#\"") && !node.contains("-->"))
    }
    for node in nodes where syntax == .dot {
      let bare = node.replacing("\\\\", with: "").replacing("\\\"", with: "")
      #expect(bare.count { $0 == "\"" } == 2)
      #expect(bare.contains("&amp;") && !bare.contains("& "))
    }
  }

  /// The other kinds are in the goldens of pages.
  @Test func theGraphHasAnArrowForWhatIsSwitchedOff() {
    let description = ContainerBuilder { builder in
      let ruled = builder.ruledConstant("c", 1)
      builder.rule(when: [.event("y")], switchesOff: [ruled])
    }.described
    #expect(description.graph(.mermaid).contains("  rule1 -->|bars| var2"))
  }

  /// Texts are cut, names in a row are counted, and what is told of many grows with the file only.
  @Test func hugeContainersAreToldInBounds() throws {
    let long = String(repeating: "x", count: 5000)
    let count = 300
    let container = ContainerBuilder { builder in
      for number in 0..<count {
        builder.constant("\(number)" + long, .constant(.string(long)))
        builder.functionTag("T\(number)", parameters: .members([long: .macro("0" + long)]))
      }
      for number in 0..<count {
        builder.version.predicates.append(Condition.equals("\(number)" + long, long).call)
      }
      var rule = ContainerRule()
      rule.addTags = Array(0..<count)
      rule.positivePredicates = Array(0..<100)
      for _ in 0..<count { builder.version.rules.append(rule) }
    }
    let description = ContainerDescription(of: container.version, file: long, bytes: 1)
    let page = description.page
    #expect(page.count < 40 * count)
    #expect(page.dropFirst().allSatisfy { $0.text.utf8.count < 3000 })
    #expect(description.json.utf8.count < 10_000 * count)
    let arrows = description.graph(.dot).count { $0.contains("->") }
    #expect(arrows == DescriptionLimits.arrows)
    #expect(description.graph(.dot).contains { $0.contains("some arrows are left out") })
  }

  @Test func theSameContainerGivesTheSameBytes() {
    let again = ContainerBuilder { builder in
      builder.variable("a")
      builder.functionTag("T", parameters: .members(["k": .macro("a")]))
      builder.rule(when: [.event("x")], fires: ["T"])
    }
    let (one, other) = (again.described, again.described)
    #expect(one == other && one.json == other.json && one.page == other.page)
  }
}
