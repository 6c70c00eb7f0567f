import MeasurementPlan
import Testing

struct JSONPlanTests {
  /// The parameters of `buy` in each form.
  private static let schema =
    #"""
    {"type": "object", "required": ["price"], "properties": {
      "price": {"type": "number", "minimum": 0},
      "kind": {"oneOf": [{"const": "a"}, {"const": "b"}]},
      "to": {"type": ["object", "null"], "required": ["city"], "properties": {
        "city": {"type": "string", "format": "city"}}},
      "items": {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {
        "item_id": {"type": "string", "pattern": "^[a-z]"}}}}}}
    """#
  private static let parameters =
    "price:number! kind?=a|b to:map? to.city:text! items:list of map? items[].item_id:text"

  @Test(arguments: [
    #"{"rules": {"events": [{"name": "buy", "rules": {"properties": {"context": {}, "#
      + #""properties": SCHEMA}}}]}}"#,
    #"{"rules": [{"key": "buy", "type": "TRACK", "deprecatedAt": "0001-01-01T00:00:00Z", "#
      + #""jsonSchema": SCHEMA}]}"#,
    #"{"data": {"rules": [{"key": "buy", "type": "TRACK", "jsonSchema": {"properties": "#
      + #"{"traits": {}, "properties": SCHEMA}}}]}}"#,
    #"{"name": "Plan", "events": [{"id": "1", "name": "buy", "sources": [{"name": "iOS"}], "#
      + #""rules": {"properties": {"properties": SCHEMA}}}], "sources": []}"#,
    #"{"version_document": {"data_points": [{"match": {"type": "custom_event", "criteria": "#
      + #"{"event_name": "buy"}}, "validator": {"definition": {"properties": {"data": "#
      + #"{"properties": {"custom_attributes": SCHEMA}}}}}}]}}"#,
    #"{"buy": SCHEMA}"#,
    #"[{"event": "buy"}]"#,
  ])
  func formsAreRead(_ form: String) throws {
    let read = plan(form.replacing("SCHEMA", with: Self.schema))
    let event = try #require(read.events.first)
    #expect(event.name == "buy" && event.isForApps)
    guard form.contains("SCHEMA") else { return }
    #expect(shown(event) == "buy(\(Self.parameters))")
    #expect(read.problems.map(\.level) == [.unchecked])
    #expect(read.problems[0].text.contains("\"format\""))
    let items = try #require(event.parameters.first { $0.name == "items" })
    #expect(items.bounds.fewest == 1)
    #expect(event.parameters.last?.pattern == "^[a-z]")
  }

  @Test func kindsAreKeptApart() {
    let read = plan(
      #"""
      {"rules": [
        {"key": "Home", "type": "SCREEN", "jsonSchema": {"properties": {"a": {"type": "integer"}}}},
        {"key": null, "type": "COMMON", "jsonSchema": {"properties": {"v": {"type": "string"}}}},
        {"key": "buy", "type": "TRACK", "jsonSchema": {"type": "object",
          "additionalProperties": false, "properties": {"v": {"enum": ["1", 2, null]}}}},
        {"key": "old", "type": "TRACK", "deprecatedAt": "2024-01-01", "jsonSchema": {}},
        {"key": null, "type": "IDENTIFY", "jsonSchema": {"properties": {"traits": {
          "properties": {"level": {"type": "string"}}}}}}]}
      """#)
    #expect(shown(read) == "#Home(a:whole number v:text) buy(v:text=1|2)")
    #expect(read.events[1].isClosed && read.events[1].parameters[0].allowsNull)
    #expect(read.retired.map(\.name) == ["old"])
    #expect(read.userProperties.map(\.name) == ["level"])
    #expect(read.events.map(\.place.line) == [2, 4])
  }

  @Test func schemasAreNamedByWhatTheySay() {
    let names = [
      ("a.json", #"{"properties": {"event_name": {"enum": ["one"]}, "x": {}}}"#),
      ("b.json", #"{"self": {"name": "two"}, "title": "Two", "properties": {"x": {}}}"#),
      ("c.json", #"{"title": "three", "properties": {"x": {}}}"#),
      ("d.json", #"{"$id": "iglu:com.acme/four/jsonschema/1-0-0", "properties": {"x": {}}}"#),
      ("five-plan.schema.json", #"{"properties": {"x": {}}, "required": ["y"]}"#),
      ("1-0-0.json", #"{"properties": {"x": {}}}"#),
      ("f.json", #"{"$defs": {"Six": {"properties": {"name": {"const": "six"}, "x": {}}}}}"#),
    ]
    let read = MeasurementPlan.read(names.map { (name: $0.0, bytes: Array($0.1.utf8)) })
    #expect(shown(read) == "one(x) two(x) three(x) four(x) five-plan(x? y!) six(x)")
    #expect(read.problems.map(\.place.file) == [5, 5])
  }

  @Test func aListOfObjectsIsASheet() {
    let read = plan(
      #"""
      {"events": [
        {"name": "buy", "trigger": "tap", "schema": {"id": "string", "n": "number"}},
        {"name": "look", "schema": {}},
        {"name": "share", "schema": [{"name": "to", "type": "string", "required": true}]}]}
      """#)
    #expect(shown(read) == "buy(id:text? n:number?) look share(to:text!)")
    #expect(read.events[1].place.line == 3)
  }

  @Test func aPatternThatNobodyCompilesIsAnError() {
    let read = plan(#"{"title": "buy", "properties": {"a": {"type": "string", "pattern": "("}}}"#)
    #expect(read.problems.map(\.level) == [.error])
  }
}
