import OrderedCollections
import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import TestSupport
import Testing

/// What changes when a version is published: a row a cause.
struct CausesTests {
  typealias Build = @Sendable (inout ContainerBuilder) -> Void

  private static func compared(_ old: @escaping Build, _ new: @escaping Build)
    -> BehaviourComparison
  {
    let sides = [("1", old), ("2", new)].map { version, build in
      BehaviourComparison.Side(
        file: "v\(version).json", container: ContainerBuilder(version: version, build).compiled)
    }
    var comparison = BehaviourComparison(sides[0], sides[1])
    comparison.tryEvents()
    return comparison
  }

  /// Two tags of a property, with a field more.
  private static func shop(_ property: String, _ field: Expression? = nil) -> Build {
    {
      $0.variable("screen")
      for (tag, event) in [("Views", "open"), ("Taps", "tap")] {
        var fields: OrderedDictionary<String, Expression> = [
          "&tid": .constant(.string(property)), "&t": "event",
        ]
        if let field { fields["&cd1"] = field }
        let entries = fields.map {
          Expression.Entry(key: .constant(.string($0.key)), value: $0.value)
        }
        $0.tag(tag, "_ua", ["analytics_pass_through": true, "analytics_fields": .map(entries)])
        $0.rule(when: [.event(event)], fires: [tag])
      }
    }
  }

  private static func tag(_ name: String, on events: String...) -> Build {
    { builder in
      builder.functionTag(name)
      for event in events { builder.rule(when: [.event(event)], fires: [name]) }
    }
  }

  private static func screen(_ value: String) -> Build {
    {
      $0.variable("screen")
      $0.rule(when: [.event("open"), .equals("screen", value)], fires: ["Bought"])
    }
  }

  private static func title(_ value: Expression) -> Build {
    { $0.rule(when: [], applies: [$0.ruledConstant("title", value)]) }
  }

  private static let rows: [(old: Build, new: Build, group: PublishedCause.Group, row: String)] = [
    (
      shop("UA-1-1"), shop("UA-1-2"), .destinations,
      "≠ all hits go to UA-1-2 instead of UA-1-1 (2 tags)"
    ),
    (tag("Bonus", on: "buy"), tag("Other"), .tags, "− Bonus: removed: was on buy"),
    (tag("Other"), tag("Bonus", on: "buy", "pay"), .tags, "+ Bonus: new: on buy, pay"),
    (tag("Bonus", on: "buy"), tag("Bonus", on: "pay"), .tags, "≠ Bonus: on pay instead of buy"),
    (tag("Bonus", on: "a", "b"), tag("Bonus", on: "a"), .tags, "≠ Bonus: no longer on b"),
    (tag("Bonus", on: "a"), tag("Bonus"), .tags, "− Bonus: no longer fires: was on a"),
    (tag("Bonus", on: "a"), tag("Bonus", on: "a", "b"), .tags, "+ Bonus: now also on b"),
    (screen("Done"), screen("Paid"), .tags, "≠ Bought: on open · Paid instead of open · Done"),
    (title("Hola"), title("Hi"), .values, "≠ title: \"Hi\" instead of \"Hola\""),
    (shop("UA-1-1"), shop("UA-1-1", .macro("screen")), .hits, "≠ every hit: new &cd1 (empty)"),
    (
      shop("UA-1-1", "a"), shop("UA-1-1", "b"), .hits, "≠ every hit: &cd1 is \"b\" instead of \"a\""
    ),
  ]

  @Test(arguments: rows)
  func aCauseIsOneRow(
    _ row: (old: Build, new: Build, group: PublishedCause.Group, row: String)
  ) {
    let causes = Self.compared(row.old, row.new).causes.filter { !$0.group.isRemark }
    #expect(causes.map(\.sentence) == [row.row])
    #expect(causes.first?.group == row.group)
    #expect(causes.first?.place != nil)
    let same = Self.compared(row.old, row.old).causes
    #expect(same.allSatisfy { $0.group.isRemark })
  }

  /// Where hits go comes first, then tags that are lost, new and different, values, what hits say.
  @Test func order() {
    let causes = Self.compared {
      Self.shop("UA-1-1")(&$0)
      Self.tag("Moved", on: "a")(&$0)
      Self.tag("Lost", on: "b")(&$0)
      Self.title("x")(&$0)
    } _: {
      Self.title("y")(&$0)
      Self.tag("New", on: "c")(&$0)
      Self.tag("Moved", on: "d")(&$0)
      Self.shop("UA-1-2", "z")(&$0)
    }.causes.filter { !$0.group.isRemark }
    #expect(causes.map(\.subject) == ["", "Lost", "New", "Moved", "title", "every hit"])
    #expect(causes.map(\.count) == [2, 1, 1, 1, 1, 1])
  }

  /// A tag without a name is the same one where another was put before it.
  @Test func tagsWithoutNamesAreMatchedByWhatTheyAre() {
    let sides = [["7", "8"], ["9", "7"]].map { ids in
      let builder = ContainerBuilder(version: "\(ids.count)") { builder in
        builder.version.tags = ids.map { id in
          FunctionCall(
            function: "_img", name: nil,
            parameters: [
              "url": .constant(.string("https://\(id).example/")), "tag_id": .constant(.string(id)),
            ])
        }
      }
      return ContainerDescription(of: builder.version, file: "a", bytes: 0)
    }
    let tags = ContainerComparison(sides[0], sides[1]).comparedTags
    #expect(tags.map(\.key) == ["new tag 1", "tag 1", "tag 2"])
    #expect(tags.map(\.name) == ["tag 1", "tag 2", "tag 2"])
    #expect(
      tags.map(\.title)
        == ["9", "7", "8"].enumerated().map {
          "request to \($1).example (tag \(min($0 + 1, 2)))"
        })
  }

  /// What cannot be told has a row, too.
  @Test func unknown() {
    let causes = Self.compared(Self.tag("Bonus", on: "a")) {
      $0.functionMacro("mood")
      $0.rule(when: [.event("a"), .equals("mood", "good")], fires: ["Happy"])
      Self.tag("Bonus", on: "a")(&$0)
    }.causes
    #expect(!causes.isEmpty && causes.allSatisfy { $0.group == .unknown && $0.sign == .open })
  }
}
