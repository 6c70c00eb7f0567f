import TagRuntime
import Testing

@testable import ContainerFormats

@Suite struct BinaryErrorTests {
  /// A mistake in a binary container and the code that it has to give.
  struct Mistake: CustomTestStringConvertible {
    var testDescription: String
    var code: ContainerError.Code
    var make: @Sendable (inout ContainerBuilder) -> Void

    init(
      _ name: String, _ code: ContainerError.Code,
      _ make: @escaping @Sendable (inout ContainerBuilder) -> Void
    ) {
      self.testDescription = name
      self.code = code
      self.make = make
    }
  }

  static let mistakes = [
    Mistake(
      "a list item outside", .index(dictionary: .values, index: 9, count: 1, usedBy: "value 0")
    ) { _ = $0.list([9]) },
    Mistake(
      "a negative list item",
      .index(dictionary: .values, index: -1, count: 1, usedBy: "value 0")
    ) { _ = $0.list([-1]) },
    Mistake(
      "a property outside", .index(dictionary: .properties, index: 7, count: 0, usedBy: "macro 0")
    ) { builder in
      var call = ProtoFunctionCall()
      call.property = [7]
      builder.resource.macro = [call]
    },
    Mistake(
      "a key outside", .index(dictionary: .keys, index: 3, count: 0, usedBy: "property 0")
    ) { builder in
      var property = ProtoProperty()
      property.key = 3
      builder.resource.property = [property]
      var call = ProtoFunctionCall()
      call.property = [0]
      builder.resource.tag = [call]
    },
    Mistake(
      "a property's value outside",
      .index(dictionary: .values, index: 8, count: 0, usedBy: "property 0")
    ) { builder in
      var call = ProtoFunctionCall()
      call.property = [builder.property("arg0", 8)]
      builder.resource.predicate = [call]
    },
    Mistake(
      "a tag outside", .index(dictionary: .tags, index: 2, count: 0, usedBy: "rule 0")
    ) { $0.resource.rule = [ProtoRule.with { $0.addTag = [2] }] },
    Mistake(
      "a macro outside", .index(dictionary: .macros, index: 0, count: 0, usedBy: "rule 0")
    ) { $0.resource.rule = [ProtoRule.with { $0.removeMacro = [0] }] },
    Mistake(
      "a condition outside", .index(dictionary: .predicates, index: 4, count: 0, usedBy: "rule 0")
    ) { $0.resource.rule = [ProtoRule.with { $0.negativePredicate = [4] }] },
    Mistake(
      "a rule name outside", .index(dictionary: .values, index: 5, count: 0, usedBy: "rule 0")
    ) { $0.resource.rule = [ProtoRule.with { $0.addTagRuleName = [5] }] },
    Mistake("a rule name that is a number", .notAString(index: 0, usedBy: "rule 0")) { builder in
      let number = builder.integer(1)
      builder.resource.rule = [ProtoRule.with { $0.addTagRuleName = [number] }]
    },
    Mistake("a value in itself", .valueCycle(index: 0)) { _ = $0.list([0]) },
    Mistake("a cycle of two", .valueCycle(index: 0)) { builder in
      _ = builder.list([1])
      _ = builder.list([0])
    },
    Mistake("an uneven map", .unevenMap(index: 1, keys: 1, values: 0)) { builder in
      let key = builder.text("key")
      _ = builder.map([key], [])
    },
    Mistake("a list without extension", .missingChildren(index: 0, type: "list")) { builder in
      builder.resource.value = [ProtoValue.with { $0.type = .list }]
    },
    Mistake("a tag reference", .unknownValueType(index: 0, type: 9)) {
      _ = $0.add(.tagReference)
    },
    Mistake("a reference without name", .missingMacroName(index: 0)) {
      _ = $0.add(.macroReference)
    },
    Mistake(
      "a reference to a number", .notAString(index: 0, usedBy: "the macro reference, value 1")
    ) { builder in
      let number = builder.integer(1)
      _ = builder.add(.macroReference) { $0.ext?.macroNameReference = number }
    },
    Mistake("a chain met from its start", .tooDeep(place: "value 64", limit: 64)) { builder in
      for next in 1...100 { _ = builder.list([Int32(next)]) }
      _ = builder.text("end")
    },
    Mistake("a chain met from its end", .tooDeep(place: "value 64", limit: 64)) { builder in
      var last = builder.text("end")
      for _ in 1...100 { last = builder.list([last]) }
    },
    Mistake("values that share children", .tooComplex(place: "value 15", limit: 50_000)) {
      var last = $0.text("lol")
      for _ in 1...40 { last = $0.list([last, last]) }
    },
    Mistake(
      "too many conditions of a rule",
      .wire(
        WireFault(
          kind: .tooMany(count: 101, limit: 100), offset: 208, place: "Rule.positive_predicate"))
    ) {
      $0.resource.key = ["key"]
      let indices = [Int32](repeating: 0, count: 101)
      $0.resource.rule = [ProtoRule.with { $0.positivePredicate = indices }]
    },
  ]

  @Test(arguments: mistakes)
  func refuses(mistake: Mistake) throws {
    var builder = ContainerBuilder()
    mistake.make(&builder)
    #expect(try ContainerReader.refusal(of: builder.bytes()) == mistake.code)
  }

  @Test(
    arguments: [
      ([0x0A], .endInsideNumber, 1, "Resource.key"),
      ([0x0A, 0x05, 0x61], .lengthPastEnd(length: 5, remaining: 1), 0, "Resource.key"),
      ([0x0A, 0x01, 0xFF], .invalidUTF8, 0, "Resource.key"),
      ([0x0A, 0x00, 0x00, 0x00], .fieldZero, 2, "Resource"),
      // A tag of 33 bits, which the decoder would refuse.
      (
        [0x0A, 0x00, 0x82, 0x80, 0x80, 0x80, 0x10, 0x00], .fieldTooLarge, 2, "Resource"
      ),
      ([0x0A, 0x00, 0x0B], .unknownWireType(3), 2, "Resource.key"),
      ([0x0A, 0x00, 0x43], .unknownWireType(3), 2, "Resource"),
      ([0x0A, 0x00, 0x10, 0x00], .wrongWireType(found: 0, expected: 2), 2, "Resource.value"),
      ([0x0A, 0x00, 0x12, 0x02, 0x08, 0x0B], .unknownValueType(11), 4, "Value.type"),
      ([0x0A, 0x00, 0x12, 0x02, 0x08, 0x80], .endInsideNumber, 5, "Value.type"),
      (
        [0x0A, 0x00] + [UInt8](repeating: 0xFF, count: 11), .numberTooLong, 2, "Resource"
      ),
      ([0x0A, 0x00, 0x45, 0x00], .lengthPastEnd(length: 4, remaining: 1), 2, "Resource"),
    ] as [([UInt8], WireFault.Kind, Int, String)])
  func findsFaultsOnTheWire(
    bytes: [UInt8], kind: WireFault.Kind, offset: Int, place: String
  ) throws {
    #expect(
      try ContainerReader.refusal(of: bytes)
        == .wire(WireFault(kind: kind, offset: offset, place: place)))
  }

  @Test func namesATextEditor() throws {
    let bytes = ContainerBuilder.sample().bytes()
    let text = String(decoding: bytes, as: UTF8.self)
    let code = try ContainerReader.refusal(of: Array(text.utf8))
    guard case .savedAsText(let marks, let offset) = code else {
      Issue.record("\(code)")
      return
    }
    #expect(marks > 10)
    #expect(Array(text.utf8)[offset..<(offset + 3)].elementsEqual([0xEF, 0xBF, 0xBD]))
  }

  @Test func boundsMacros() throws {
    var builder = ContainerBuilder()
    builder.resource.key = ["key"]
    builder.resource.macro = Array(repeating: ProtoFunctionCall(), count: 5_001)
    let fault = try ContainerReader.refusal(of: builder.bytes()).fault
    #expect(fault?.kind == .tooMany(count: 5_001, limit: 5_000))
    #expect(fault?.place == "Resource.macro")
  }
}
