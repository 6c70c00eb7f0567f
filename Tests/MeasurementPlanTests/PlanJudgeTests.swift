import MeasurementPlan
import OrderedCollections
import TagRuntime
import Testing

struct PlanJudgeTests {
  private static let judge = PlanJudge(
    plan(
      #"""
      {"title": "buy", "type": "object", "required": ["value", "to"], "properties": {
        "value": {"type": "number", "exclusiveMinimum": 0},
        "count": {"type": "integer"},
        "is_new": {"type": "boolean"},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "code": {"type": "string", "pattern": "s\\d", "maxLength": 4},
        "to": {"type": ["object", "null"], "required": ["city"], "properties": {
          "city": {"type": "string"}}},
        "items": {"type": "array", "maxItems": 2, "items": {"type": "object",
          "additionalProperties": false, "properties": {"item_id": {"type": "string"}}}}}}
      """#))

  private func faults(_ value: Value, _ reading: PlanReading) -> [String] {
    Self.judge.faults(of: value.members ?? [:], inEvent: 0, reading).map { fault in
      "\(fault.kind) \(fault.parameter)" + (fault.got.isEmpty ? "" : " \(fault.got)")
        + (fault.isForbidden ? "!" : "")
    }
  }

  @Test(
    arguments: [
      (["value": 1, "to": nil], []),
      (["value": 1.5, "to": ["city": "Bonn"], "count": 2.0, "kind": "a", "code": "xs12"], []),
      ([:], ["missing value", "missing to"]),
      (["value": 0, "to": nil], ["outOfBounds value 0"]),
      (
        ["value": "1", "to": ["town": "x"]],
        [
          #"wrongType value "1""#, "missing to.city", #"additional to.town "x""#,
        ]
      ),
      (
        ["Value": 1, "to": nil, "isNew": true, "more": 1],
        [
          "otherSpelling value Value", "otherSpelling is_new isNew", "additional more 1",
        ]
      ),
      (
        ["value": 1, "to": nil, "kind": "c", "code": "x1", "count": 1.5],
        [
          "wrongType count 1.5", #"valueNotAllowed kind "c""#, #"patternNotMet code "x1""#,
        ]
      ),
      (["value": 1, "to": nil, "code": "xxs12"], [#"outOfBounds code "xxs12""#]),
      (
        ["value": 1, "to": nil, "items": [["item_id": 1], ["item_id": 2, "x": 1], [:]]],
        ["outOfBounds items 3 elements", "wrongType items[].item_id 1", "additional items[].x 1!"]
      ),
      (["value": 1, "to": nil, "items": ["item_id": "a"]], [#"wrongType items {"item_id": "a"}"#]),
    ] as [(Value, [String])])
  func anEventIsHeldAgainstThePlan(_ value: Value, _ expected: [String]) {
    #expect(faults(value, PlanReading(isFirebase: false)) == expected)
  }

  @Test func firebaseChangesTruthAndTextsHaveNoTypes() {
    let pushed: Value = ["value": 1, "to": nil, "is_new": 1]
    #expect(faults(pushed, PlanReading(isFirebase: false)) == ["wrongType is_new 1"])
    #expect(faults(pushed, PlanReading(isFirebase: true)).isEmpty)
    let text = PlanReading(isFirebase: true, isText: true)
    let read: Value = ["value": "2.5", "to": "x", "is_new": "true", "kind": "a", "count": "3"]
    #expect(faults(read, text).isEmpty)
    #expect(
      faults(["value": "cheap", "to": "x", "count": "0.5"], text)
        == [#"wrongType value "cheap""#, #"wrongType count "0.5""#])
  }

  @Test func pathsInASheetAreTheSame() {
    let judge = PlanJudge(
      plan("event,parameter,required\nbuy,items.item_id,yes\nbuy,ecommerce.currencyCode,yes"))
    let reading = PlanReading(isFirebase: false)
    let right: Value = ["items": [["item_id": "1"]], "ecommerce": ["currencyCode": "EUR"]]
    #expect(judge.faults(of: right.members ?? [:], inEvent: 0, reading).isEmpty)
    #expect(
      judge.faults(of: [:], inEvent: 0, reading).map(\.parameter)
        == ["items.item_id", "ecommerce.currencyCode"])
    #expect(PlannedParameter(path: ["items[]", "item_id"]).pathKey == "items.item_id")
    #expect(judge.index("buy") == 0 && judge.index("Buy") == nil)
  }
}

struct PlanWriterTests {
  /// A plan without the places and files from which it was read.
  private func bare(_ plan: MeasurementPlan) -> MeasurementPlan {
    func bare(_ parameter: PlannedParameter) -> PlannedParameter {
      var parameter = parameter
      parameter.place = PlanPlace()
      return parameter
    }
    func bare(_ event: PlannedEvent) -> PlannedEvent {
      var event = event
      event.place = PlanPlace()
      event.parameters = event.parameters.map { bare($0) }
      return event
    }
    return MeasurementPlan(
      events: plan.events.map { bare($0) }, userProperties: plan.userProperties.map { bare($0) },
      retired: plan.retired.map { bare($0) })
  }

  @Test(arguments: [
    #"""
    {"rules": [
      {"key": "Home", "type": "SCREEN", "jsonSchema": {"properties": {"a": {"type": "integer"}}}},
      {"key": "=1+1", "type": "TRACK", "jsonSchema": {"type": "object", "description": "-x, \"y\"",
        "additionalProperties": false, "required": ["a b", "c,d"], "properties": {
          "a b": {"enum": ["x, y", "z|\"", "'", 2, null, "-3"], "description": "two\nlines"},
          "c,d": {"type": ["string", "number"], "minimum": -5, "exclusiveMaximum": 10.5},
          "n (x)": {"type": "array",
            "items": {"type": "string", "pattern": "^a.*|b", "maxLength": 3}},
          "l": {"type": "array", "items": {"type": "array"}, "minItems": 1, "maxItems": 4},
          "o": {"type": "object", "additionalProperties": false, "properties": {"[in]": {}}},
          "k": {"type": "boolean", "example": "true, false"}}}},
      {"key": "old", "type": "TRACK", "deprecatedAt": "2024",
        "jsonSchema": {"properties": {"q": {}}}},
      {"key": "visit", "type": "TRACK", "jsonSchema": {"labels": {"platform": "web"}}},
      {"key": null, "type": "IDENTIFY", "jsonSchema": {"properties": {"traits": {
        "properties": {"level up": {"type": "string"}}}}}}]}
    """#,
    "event,parameter\nbuy,price\nlook,\nlook,items[].item_id",
  ])
  func aWrittenPlanIsTheSame(_ text: String) {
    let read = plan(text)
    let again = plan(read.csv())
    #expect(again.problems.isEmpty, "\(again.problems)")
    #expect(bare(again) == bare(read), "\(read.csv())")
  }

  @Test func aColumnIsAddedAndAllOtherBytesStay() {
    let text = "# note\r\nevent;what\r\nbuy;\"a\r\n\"\"b\"\"\"\r\n\r\nlook"
    let bytes = MeasurementPlan.sheet(Array(text.utf8), adding: "found") { "=\($0);" }
    #expect(
      bytes.map { String(decoding: $0, as: UTF8.self) }
        == "# note\r\nevent;what;found\r\nbuy;\"a\r\n\"\"b\"\"\";\"'=3;\"\r\n\r\nlook;;\"'=5;\"")
    #expect(MeasurementPlan.sheet(Array("x,y\n1,2".utf8), adding: "found") { _ in "" } == nil)
  }
}
