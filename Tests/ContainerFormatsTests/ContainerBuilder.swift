@testable import ContainerFormats

/// Builds the bytes of binary containers for tests: every constant gets a value of its own.
struct ContainerBuilder {
  var resource = ProtoResource()

  init(version: String = "1") {
    resource.version = version
    resource.usageContext = ["ios"]
    resource.resourceFormatVersion = 1
  }

  mutating func add(_ type: ProtoValue.Kind, _ fill: (inout ProtoValue) -> Void = { _ in })
    -> Int32
  {
    var value = ProtoValue()
    value.type = type
    value.ext = ProtoServingValue()
    fill(&value)
    resource.value.append(value)
    return Int32(resource.value.count - 1)
  }

  mutating func text(_ text: String) -> Int32 { add(.string) { $0.string = text } }
  mutating func function(_ id: String) -> Int32 { add(.functionID) { $0.functionID = id } }
  mutating func integer(_ integer: Int64) -> Int32 { add(.integer) { $0.integer = integer } }
  mutating func boolean(_ flag: Bool) -> Int32 { add(.boolean) { $0.boolean = flag } }

  mutating func list(_ items: [Int32]) -> Int32 {
    add(.list) { $0.ext?.listItem = items }
  }

  mutating func template(_ tokens: [Int32]) -> Int32 {
    add(.template) { $0.ext?.templateToken = tokens }
  }

  mutating func map(_ keys: [Int32], _ values: [Int32]) -> Int32 {
    add(.map) {
      $0.ext?.mapKey = keys
      $0.ext?.mapValue = values
    }
  }

  mutating func macro(_ name: String) -> Int32 {
    let name = text(name)
    return add(.macroReference) {
      $0.containsReferences = true
      $0.ext?.macroNameReference = name
    }
  }

  mutating func property(_ key: String, _ value: Int32) -> Int32 {
    if !resource.key.contains(key) { resource.key.append(key) }
    var property = ProtoProperty()
    property.key = Int32(resource.key.firstIndex(of: key) ?? 0)
    property.value = value
    resource.property.append(property)
    return Int32(resource.property.count - 1)
  }

  mutating func call(
    _ id: String, named name: String? = nil, _ parameters: [(String, Int32)] = []
  ) -> ProtoFunctionCall {
    var call = ProtoFunctionCall()
    let function = function(id)
    call.function = function
    call.property = [property("function", function)]
    if let name {
      let name = text(name)
      call.name = name
      call.property.append(property("instance_name", name))
    }
    for (key, value) in parameters { call.property.append(property(key, value)) }
    return call
  }

  func bytes() -> [UInt8] { resource.serializedBytes() }

  /// A container with every kind of value, a tag, a condition and two rules.
  static func sample() -> ContainerBuilder {
    var builder = ContainerBuilder(version: "43")
    builder.resource.macro = [
      builder.call("_e", named: "Event"),
      builder.call("_v", named: "screen name", [("name", builder.text("screenName"))]),
      builder.call(
        "_c", named: "size",
        [
          ("value", builder.integer(-1)), ("not_default_macro", builder.boolean(true)),
          ("push_after_evaluate", builder.map([builder.text("event")], [builder.text("seen")])),
        ]),
    ]
    let url = builder.template([builder.text("https://a.example.com/"), builder.macro("size")])
    let query = builder.list([builder.map([builder.text("s")], [builder.macro("screen name")])])
    builder.resource.tag = [
      builder.call("_img", named: "Pixel", [("url", url), ("additional_params", query)])
    ]
    builder.resource.predicate = [
      builder.call("_eq", [("arg0", builder.macro("Event")), ("arg1", builder.text("open"))])
    ]
    var fires = ProtoRule()
    fires.positivePredicate = [0]
    fires.addTag = [0]
    fires.addTagRuleName = [builder.text("Opened")]
    fires.addTagRuleTriggerID = [builder.text("4711_1")]
    var switches = ProtoRule()
    switches.negativePredicate = [0]
    switches.addMacro = [2]
    switches.addMacroRuleName = [builder.text("Always")]
    builder.resource.rule = [fires, switches]
    return builder
  }
}
