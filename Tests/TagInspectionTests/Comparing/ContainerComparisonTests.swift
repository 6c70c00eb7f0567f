import OrderedCollections
import TestSupport
import Testing
import TextKit

@testable import TagInspection
@testable import TagRuntime

/// What differs between two containers, and what does not count.
struct ContainerComparisonTests {
  private typealias Build = @Sendable (inout ContainerBuilder) -> Void

  private static func compared(
    _ old: ContainerVersion, _ new: ContainerVersion
  ) -> ContainerComparison {
    ContainerComparison(old.described, new.described)
  }

  /// The changes, one line each with its details.
  private static func told(_ comparison: ContainerComparison) -> [String] {
    comparison.changes.flatMap { change in
      let name = change.name + (change.newName.map { " → " + $0 } ?? "")
      return ["\(change.kind) \(change.action) \(name)"] + change.details.map { "  " + $0 }
    }
  }

  /// A small shop, with what is done to it.
  private static func shop(_ change: (inout ContainerBuilder) -> Void = { _ in })
    -> ContainerVersion
  {
    ContainerBuilder { builder in
      builder.variable("screen", path: "screenName")
      builder.variable("tier", path: "user.tier")
      builder.analyticsTag(
        "View", ["&tid": "UA-1", "&t": "appview", "&cd": .macro("screen")])
      builder.functionTag("addBonus", parameters: .members(["tier": .macro("tier")]))
      builder.rule(when: [.event("openScreen")], fires: ["View"], named: "Opened")
      builder.rule(
        when: [.event("tap"), .equals("tier", "gold")], fires: ["addBonus"], named: "Tapped")
      change(&builder)
    }.version
  }

  // MARK: The same

  private static let same: [(what: String, change: Build)] = [
    ("nothing", { _ in }),
    ("version", { $0.version.version = "2" }),
    (
      "the order of rules and conditions",
      { builder in
        builder.version.rules.reverse()
        builder.version.rules[0].positivePredicates.reverse()
      }
    ),
    (
      "a condition of its own for every rule",
      { builder in
        builder.version.predicates.append(builder.version.predicates[0])
        builder.version.rules[0].positivePredicates = [builder.version.predicates.count - 1]
      }
    ),
    (
      "a condition that is always true",
      { builder in
        builder.version.predicates.append(Condition.isTrue.call)
        builder.version.rules[0].positivePredicates.append(builder.version.predicates.count - 1)
      }
    ),
    (
      "the order of tags",
      { builder in
        builder.version.tags.swapAt(0, 1)
        builder.version.rules[0].addTags = [1]
        builder.version.rules[1].addTags = [0]
      }
    ),
    (
      "numbers that no SDK looks at",
      { builder in
        builder.version.tags[0].parameters["tag_id"] = 7
        builder.version.tags[0].parameters["once_per_event"] = true
      }
    ),
    (
      "hidden macros",
      { builder in
        builder.macro("_platform", "_p")
        builder.macro("_runtime_version", "_rv")
      }
    ),
    (
      "a hidden macro for the name of the event",
      { builder in
        builder.macro("_event", "_e")
        builder.version.predicates[0].parameters["arg0"] = .macro("_event")
      }
    ),
    ("rules without names", { $0.version.rules[0].addTagRuleNames = [] }),
  ]

  @Test(arguments: same.indices)
  func sameMeaning(_ index: Int) {
    let (old, new) = (Self.shop(), Self.shop(Self.same[index].change))
    for comparison in [Self.compared(old, new), Self.compared(new, old)] {
      #expect(comparison.isSame, "\(Self.same[index].what): \(Self.told(comparison))")
      #expect(comparison.page[1].text == "They mean the same.")
    }
  }

  @Test func hiddenMacrosAreNamed() {
    let comparison = Self.compared(Self.shop(), Self.shop { $0.macro("_platform", "_p") })
    #expect(
      comparison.notes == [
        "only in the new one: _platform, which Google's compiler adds automatically (not counted)"
      ])
  }

  // MARK: Changes

  private static let changes: [(change: Build, told: [String])] = [
    (
      {
        $0.version.tags[0].parameters["analytics_fields"] = .members(
          ["&tid": "UA-2", "&t": "appview", "&dt": "x"])
      },
      [
        "tag changed View", "  property UA-1 → UA-2", "  no longer screen ({{screen}})",
        "  now &dt \"x\"",
      ]
    ),
    (
      { $0.rule(when: [.event("close")], fires: ["View"], named: "Closed") },
      [
        "tag changed View", "  now fires also when event equals close (Closed)",
        "rule added Closed", "  when event equals close: fires View", "event added close",
        "  fires View",
      ]
    ),
    (
      { $0.rule(when: [.equals("tier", "staff")], blocks: ["View"]) },
      ["tag changed View", "  now blocked when tier equals staff"]
    ),
    (
      { $0.rule(blocks: ["View"], named: "Off") },
      [
        "tag changed View", "  now blocked always (Off)",
        "  can never fire now: Off always blocks it", "rule added Off", "  always: blocks View",
      ]
    ),
    (
      { $0.version.predicates[0].parameters["arg1"] = "viewScreen" },
      [
        "rule changed Opened", "  event equals openScreen → event equals viewScreen",
        "event removed openScreen", "  fires View", "event added viewScreen", "  fires View",
      ]
    ),
    (
      { builder in
        builder.version.rules[0].addTags = []
        builder.version.tags[0].name = "Screen view"
        builder.version.rules[0].addTags = [0]
      },
      ["tag renamed View → Screen view"]
    ),
    (
      { $0.version.rules[0].addTagRuleNames = ["Screen opened"] },
      ["rule renamed Opened → Screen opened"]
    ),
    (
      { builder in
        builder.version.macros[1].name = "screen name"
        builder.version.tags[0].parameters["analytics_fields"] = .members(
          ["&tid": "UA-1", "&t": "appview", "&cd": .macro("screen name")])
      },
      [
        "tag changed View", "  screen {{screen}} → {{screen name}}",
        "variable renamed screen → screen name",
      ]
    ),
    (
      { $0.version.macros[2].parameters["name"] = "user.level" },
      [
        "variable changed tier",
        "  data layer variable user.tier → data layer variable user.level",
        "key removed data layer key user.tier", "  read by tier",
        "key added data layer key user.level", "  read by tier",
      ]
    ),
    (
      { $0.version.macros[2].parameters["name"] = .constant(.string(long + "b")) },
      ["variable changed tier", "  parameter name is different"]
    ),
    (
      { builder in
        builder.version.tags[1].parameters["additional_params"] = .members(
          ["tier": .macro("tier"), "by": 5])
      },
      [
        "tag changed addBonus", "  now parameter by 5", "handler changed addBonus for tags",
        "  parameters: tier → tier, by",
      ]
    ),
    (
      { builder in
        let value = builder.ruledConstant("title", "a")
        builder.rule(when: [.equals("tier", "gold")], applies: [value], named: "Gold")
      },
      [
        "rule added Gold", "  when tier equals gold", "variable added title",
        "  constant \"a\", when tier equals gold (Gold)",
      ]
    ),
    (
      {
        $0.version.tags[1] = FunctionCall(
          function: "_img", name: "addBonus", parameters: ["url": "u"])
      },
      [
        "tag changed addBonus", "  calls addBonus of the app (tier = {{tier}}) → requests u",
        "handler removed addBonus for tags", "  parameters: tier", "  used by addBonus",
      ]
    ),
  ]

  private static let long = String(repeating: "a", count: 200)

  @Test(arguments: changes.indices)
  func change(_ index: Int) {
    let row = Self.changes[index]
    var old = Self.shop()
    // A text that differs only where words are cut.
    if row.told.last == "  parameter name is different" {
      old.macros[2].parameters["name"] = .constant(.string(Self.long + "a"))
    }
    #expect(Self.told(Self.compared(old, Self.shop(row.change))) == row.told)
  }

  /// What is added one way is removed the other way.
  @Test(arguments: changes.indices)
  func changesGoBothWays(_ index: Int) {
    let (old, new) = (Self.shop(), Self.shop(Self.changes[index].change))
    let (there, back) = (Self.compared(old, new), Self.compared(new, old))
    #expect(!there.isSame && !back.isSame)
    let added = there.changes.filter { $0.action == .added }.map { "\($0.kind) \($0.name)" }
    let removed = back.changes.filter { $0.action == .removed }.map { "\($0.kind) \($0.name)" }
    #expect(added == removed)
  }

  /// Definitions of one variable are told by the rules that choose them.
  @Test func chosenValues() {
    func container(_ first: Expression) -> ContainerVersion {
      Self.shop { builder in
        let one = builder.ruledConstant("title", first)
        let two = builder.ruledConstant("title", "b")
        builder.rule(when: [.equals("tier", "gold")], applies: [one], named: "Gold")
        builder.rule(when: [.equals("tier", "tin")], applies: [two], named: "Tin")
      }
    }
    #expect(
      Self.told(Self.compared(container("a"), container("c"))) == [
        "variable changed title",
        "  constant \"a\" → constant \"c\", when tier equals gold (Gold)",
      ])
  }

  // MARK: The second generation

  private static func firebase(_ change: (inout ContainerBuilder) -> Void = { _ in })
    -> ContainerVersion
  {
    ContainerBuilder.firebase { builder in
      builder.tag("", "__fm", ["action": "measure", "eventName": "sold", "tag_id": 4])
      builder.tag("", "__fm", ["action": "block", "tag_id": 5])
      for (event, tag) in [("buy", 0), ("debug", 1)] {
        builder.rule(when: [.event(event)])
        builder.version.rules[builder.version.rules.count - 1].addTags = [tag]
      }
      change(&builder)
    }
  }

  @Test func tagsWithoutNamesAreMatchedByTheirNumbers() {
    let new = Self.firebase { builder in
      builder.version.tags[0].parameters["eventName"] = "bought"
      builder.version.tags.swapAt(0, 1)
      builder.version.rules[0].addTags = [1]
      builder.version.rules[1].addTags = [0]
    }
    #expect(
      Self.told(Self.compared(Self.firebase(), new)) == [
        "tag changed tag 2", "  event sold → bought",
      ])
  }

  /// An export has names, and what is compiled of it has none.
  @Test func namesThatWereLostAreNoDifference() {
    let export = Self.firebase { builder in
      (builder.version.tags[0].name, builder.version.tags[1].name) = ("Sale", "Quiet")
      for position in builder.version.tags.indices {
        builder.version.tags[position].parameters["tag_id"] = nil
      }
      builder.version.rules[0].addTagRuleNames = ["Bought"]
    }
    for comparison in [
      Self.compared(export, Self.firebase()), Self.compared(Self.firebase(), export),
    ] { #expect(Self.told(comparison) == []) }
  }

  /// Known functions mean the same in every runtime; of any other the instructions count.
  @Test(arguments: [("__r", false), ("__shop", true)])
  func runtimes(_ function: String, _ counts: Bool) {
    let versions = [1, 2].map { number -> ContainerVersion in
      var version = Self.firebase { $0.macro("x", function) }
      version.runtime = [[50, .string(function), .int(Int64(number))]]
      return version
    }
    let told = Self.told(Self.compared(versions[0], versions[1]))
    #expect(
      told == (counts ? ["function changed \(function)", "  its instructions differ"] : []))
  }

  // MARK: What the web interface keeps

  @Test func settingsAndLeftOutPartsAreNotes() {
    var old = Self.shop()
    var new = Self.shop()
    var settings = ContainerAuthoring.TagSettings()
    old.authoring = ContainerAuthoring(tagSettings: [settings])
    settings.priority = "7"
    new.authoring = ContainerAuthoring(tagSettings: [settings])
    new.leftOut = [LeftOutPart(kind: .tag, name: "Script", type: "html", reason: .webOnly)]
    let comparison = Self.compared(old, new)
    #expect(comparison.isSame)
    #expect(comparison.notes.count == 2)
    #expect(comparison.notes[0] == "tag 'View' in the web interface: nothing → priority 7")
    #expect(comparison.notes[1].hasPrefix("now: Tag 'Script' (html) is left out"))
  }

  @Test func jsonReadsBack() throws {
    let comparison = Self.compared(Self.shop(), Self.shop { $0.functionTag("new\u{1B}") })
    let read = try JSONReader.read(Array(JSONWriter.write(comparison.value).utf8)).members
    #expect(read?["same"] == false)
    let changes = read?["changes"]?.elements
    #expect(changes?.count == comparison.changes.count)
    #expect(changes?[0].members?["name"] == "new\u{1B}")
    #expect(changes?[0].members?["change"] == "added")
  }

  /// A tag that is paused on one side is the same tag, which phones lack.
  @Test func pausingATagChangesIt() {
    let paused = Self.shop { builder in
      let name = builder.version.tags.remove(at: 0).name ?? ""
      builder.version.rules.remove(at: 0)
      builder.version.rules[0].addTags = [0]
      builder.version.leftOut = [LeftOutPart(kind: .tag, name: name, type: "ua", reason: .paused)]
    }
    let details = [
      "  sends a screen view to UA-1 (screen = {{screen}})",
      "  fires when event equals openScreen (Opened)",
    ]
    #expect(
      Array(Self.told(Self.compared(Self.shop(), paused)).prefix(4))
        == ["tag changed View", "  is now paused, so no phone gets it"] + details)
    #expect(
      Array(Self.told(Self.compared(paused, Self.shop())).prefix(4))
        == ["tag changed View", "  is no longer paused"] + details)
  }
}
