import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import TagInspection

/// The tags of a container as rows, its events as columns, and what is sent for a cell.
struct ContainerMatrixTests {
  /// Three events of which two are alike, rows out of order, one that never fires, and three tags
  /// of one trigger.
  private static let shop = ContainerBuilder {
    $0.variable("screen", path: "screenName")
    $0.variable("tier", path: "user.tier")
    $0.rule(when: [.event("a"), .event("b")], fires: ["never"])
    $0.rule(when: [pattern("^(purchase|view|refund)$")], fires: ["late"])
    $0.rule(when: [.event("open"), .equals("screen", "Home")], fires: ["home"])
    $0.rule(when: [.event("open")], fires: ["x", "y", "z"], named: "Opened")
    $0.rule(when: [.equals("tier", "staff")], blocks: ["x", "y", "z"])
  }.compiled

  private static func pattern(_ text: String) -> Condition {
    Condition("_re", .macro("event"), .constant(.string(text)))
  }

  private static func matrix(_ container: CompiledContainer = shop) -> ContainerMatrix {
    ContainerMatrix(of: container, ContainerOutlook(of: container))
  }

  private static func names(_ matrix: ContainerMatrix, with text: String = "") -> String {
    let outlook = ContainerOutlook(of: shop)
    let table = matrix.table(isGrouped: false, with: text)
    return table.rows.map(\.name).joined(separator: " ") + " | "
      + table.columns.map { outlook.events[matrix.event(ofColumn: $0, with: text)].head }
      .joined(separator: " ")
  }

  @Test func eventsThatNoConditionTellsApartAreOneColumn() {
    let matrix = Self.matrix()
    #expect(matrix.columns.map(\.events.count) == [1, 3])
    // The shortest name is in its head.
    #expect(Self.names(matrix).hasSuffix("| open view"))
  }

  @Test func rowsFollowTheColumnsThatFireThem() {
    #expect(Self.names(Self.matrix()).hasPrefix("home x y z late never |"))
  }

  @Test func tagsOfOneTriggerAreOneRow() {
    let rows = Self.matrix().table(isGrouped: true, with: "").rows
    #expect(rows.map(\.name) == ["home", "Opened, 3 tags", "late", "never"])
    #expect(rows.map(\.tags.count) == [1, 3, 1, 1])
  }

  private static let narrowed: [(text: String, names: String)] = [
    ("hom", "home | open"), ("OPEN", "home x y z | open"), ("refund", "late | refund"),
    ("late", "late | view"), ("nothing", " | "),
  ]

  @Test(arguments: narrowed)
  func aTextNarrowsRowsAndColumns(_ text: String, _ names: String) {
    #expect(Self.names(Self.matrix(), with: text) == names)
  }

  @Test func aCellSendsWhatItsRuleRequires() throws {
    let matrix = Self.matrix()
    let tags = ContainerOutlook(of: Self.shop).tags.map(\.name)
    let home = try #require(tags.firstIndex(of: "home"))
    let event = matrix.event(ofColumn: 0)
    let push = matrix.push(for: home, at: event)
    #expect(push.event == "open")
    #expect(push.keys == ["screenName": "Home"])
    // Where the name of the event decides, no value helps.
    #expect(matrix.push(for: home, at: matrix.event(ofColumn: 1)).keys.isEmpty)
  }

  @Test func userPropertiesAreSetAndNotSent() {
    let container = CompiledContainer(
      ContainerBuilder.firebase {
        $0.macro("tier", "__fup", ["key": "tier"])
        $0.tag("gold", "__img", ["url": "https://p.example/"])
        $0.rule(when: [.event("buy"), .equals("tier", "gold")], fires: ["gold"])
      })
    let push = Self.matrix(container).push(for: 0, at: 0)
    #expect(push.keys.isEmpty)
    #expect(push.userProperties == ["tier": "gold"])
  }

  @Test func nothingIsTriedTwiceNorBeyondTheLimit() {
    var matrix = Self.matrix()
    let table = matrix.table(isGrouped: false, with: "")
    let pushes = table.rows.flatMap { row in
      table.columns.map { matrix.push(for: row.tags[0], at: matrix.event(ofColumn: $0)) }
    }
    var tried: [ContainerMatrix.Push] = []
    func play(_ push: ContainerMatrix.Push) -> ContainerMatrix.Trial {
      tried.append(push)
      var trial = ContainerMatrix.Trial()
      trial.signs = Array(repeating: push.keys.isEmpty ? .quiet : .fires, count: 6)
      return trial
    }
    #expect(matrix.sign(of: table.rows[0], at: matrix.event(ofColumn: 0)) == nil)
    let isDone = matrix.tryOut(pushes, upTo: 1, play)
    #expect(!isDone)
    #expect(matrix.trialCount == 1)
    for _ in 0..<2 {
      let isDone = matrix.tryOut(pushes, upTo: 100, play)
      #expect(isDone)
    }
    #expect(Set(tried).count == tried.count)
    #expect(matrix.trialCount == Set(pushes).count)
    #expect(matrix.trialCount <= pushes.count)
    #expect(matrix.sign(of: table.rows[0], at: matrix.event(ofColumn: 0)) == .fires)
    #expect(matrix.sign(of: table.rows[0], at: matrix.event(ofColumn: 1)) == .quiet)
  }
}
