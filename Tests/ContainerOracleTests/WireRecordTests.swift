import SwiftProtobuf
import TagRuntime
import Testing

@testable import ContainerFormats
@testable import ContainerFormatsTests

/// The records that are read from the wire, beside what SwiftProtobuf reads from the same bytes.
@Suite struct WireRecordTests {
  /// Fields of a message as a writer may write them that is not Google's compiler: in any order,
  /// again, packed or one by one, with numbers longer than they need be, and with unknown ones.
  private struct RandomBytes {
    var random: RandomSource

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func varint() -> [UInt8] {
      let number = UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64(below(64))
      var bytes: [UInt8] = []
      var rest = below(3) == 0 ? UInt64(below(12)) : number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      if bytes.count < 8, below(8) == 0 { return bytes + [UInt8(rest) | 0x80, 0x80, 0x00] }
      return bytes + [UInt8(rest)]
    }

    mutating func field(_ number: Int, _ type: Int) -> [UInt8] {
      var writer = WireWriter()
      writer.number(number, 0)
      let tag = writer.bytes.dropLast()
      return [tag[0] + UInt8(type)] + tag.dropFirst()
    }

    mutating func message(_ message: WireMessage, depth: Int = 0) -> [UInt8] {
      var bytes: [UInt8] = []
      for _ in 0..<below(10) {
        let number = below(6) == 0 ? 101 : 1 + below(20)
        switch message.field(number)?.content {
        case .number: bytes += field(number, 0) + varint()
        case .valueType: bytes += field(number, 0) + [UInt8(1 + below(9))]
        case .indices where below(2) == 0: bytes += field(number, 0) + varint()
        case .indices:
          let packed = (0..<below(4)).flatMap { _ in varint() }
          bytes += field(number, 2) + [UInt8(packed.count)] + packed
        case .string:
          let text = Array(["", "a", "größer", "event"][below(4)].utf8)
          bytes += field(number, 2) + [UInt8(text.count)] + text
        case .message(let inner):
          let content = depth < 3 ? self.message(inner, depth: depth + 1) : []
          guard content.count < 128 else { continue }
          bytes += field(number, 2) + [UInt8(content.count)] + content
        case nil: bytes += field(number, 5) + [1, 2, 3, 4]
        }
      }
      return bytes
    }
  }

  /// What both sides make of messages of one kind.
  private func compare<Name: ProtoName>(
    _ message: WireMessage, _ name: Name.Type, _ ours: ([UInt8]) -> String,
    _ theirs: (OracleMessage<Name>) -> String
  ) throws -> Int {
    var compared = 0
    for seed in 0..<2_000 as Range<UInt64> {
      var random = RandomBytes(random: RandomSource(seed: seed))
      let bytes = random.message(message)
      guard (try? WireScanner.scan(bytes, as: message)) != nil else { continue }
      let expected = theirs(try OracleMessage<Name>(serializedBytes: bytes))
      let read = ours(bytes)
      #expect(read == expected, "seed \(seed)")
      if read != ours([]) { compared += 1 }
    }
    return compared
  }

  @Test func aValueIsWhatSwiftProtobufReads() throws {
    let count = try compare(.value, ContainerProto.Value.self) { bytes in
      let value = WireContent(bytes, in: bytes.indices)
      let children = value.children
      return """
        \(value.valueType.rawValue) \(value.string) \(value.functionID) \
        \(value.integer) \(value.boolean) \(value.flag(9)) \
        \(value.escapings) \(children != nil) \(children?.listItem ?? []) \
        \(children?.mapKey ?? []) \(children?.mapValue ?? []) \(children?.templateToken ?? []) \
        \(children?.macroNameReference ?? 0) \(children?.index(4) ?? 0)
        """
    } _: { value in
      let children: OracleMessage<ContainerProto.ServingValue>? = value.one("ext")
      let child = children ?? OracleMessage()
      return """
        \(value.number("type")) \(value.one("string", or: "")) \(value.one("functionID", or: "")) \
        \(value.one("integer", or: 0 as Int64)) \(value.one("boolean", or: false)) \
        \(value.one("containsReferences", or: false)) \
        \(value.numbers("escaping")) \(children != nil) \(child["listItem"]) \
        \(child["mapKey"]) \(child["mapValue"]) \(child["templateToken"]) \
        \(child.one("macroNameReference", or: 0 as Int32)) \
        \(child.one("macroReference", or: 0 as Int32))
        """
    }
    #expect(count > 1_000)
  }

  @Test func aFunctionCallIsWhatSwiftProtobufReads() throws {
    let count = try compare(.functionCall, ContainerProto.FunctionCall.self) { bytes in
      let call = WireContent(bytes, in: bytes.indices)
      return "\(call.index(2) as Int32?) \(call.indices(3)) \(call.index(4) as Int32?)"
    } _: { call in
      "\(call.one("function") as Int32?) \(call["property"]) \(call.one("name") as Int32?)"
    }
    #expect(count > 500)
  }

  @Test func aRuleIsWhatSwiftProtobufReads() throws {
    let count = try compare(.rule, ContainerProto.Rule.self) { bytes in
      let rule = WireContent(bytes, in: bytes.indices)
      return WireRulePart.allCases.map { "\($0) \(rule.indices($0.rawValue))" }
        .joined(separator: "\n")
    } _: { rule in
      WireRulePart.allCases.map { "\($0) \(rule["\($0)"])" }.joined(separator: "\n")
    }
    #expect(count > 1_000)
  }

  @Test func anExperimentIsWhatSwiftProtobufReads() throws {
    func text(_ value: WireContent) -> String {
      let parts = [3, 4, 5, 11]
        .map { "[\(value.messages($0).map(text).joined(separator: ", "))]" }.joined()
      return "(\(value.valueType.rawValue) \(value.string) \(value.integer) "
        + "\(value.boolean) \(parts))"
    }
    func text(_ value: OracleMessage<ContainerProto.PlainValue>) -> String {
      let parts = ["listItem", "mapKey", "mapValue", "templateToken"]
        .map { "[\(texts($0, of: value).joined(separator: ", "))]" }.joined()
      return "(\(value.number("type")) \(value.one("string", or: "")) "
        + "\(value.one("integer", or: 0 as Int64)) \(value.one("boolean", or: false)) \(parts))"
    }
    func texts(_ name: String, of message: OracleMessage<some ProtoName>) -> [String] {
      message.messages(name, ContainerProto.PlainValue.self).map(text)
    }
    let count = try compare(.supplemental, ContainerProto.Supplemental.self) { bytes in
      let read = WireContent(bytes, in: bytes.indices)
      let content = read.message(3)
      let random = (content?.messages(3) ?? []).map {
        "\($0.text(1) as String?) \($0.number(2) ?? 0) \($0.number(3) ?? 2_147_483_647) "
          + "\($0.flag(4)) \($0.number(5) ?? 0)"
      }
      return "\(read.text(1) ?? "") \((content?.messages(1) ?? []).map(text)) "
        + "\((content?.messages(2) ?? []).map(text)) \(random)"
    } _: { oracle in
      let content: OracleMessage<ContainerProto.ExperimentSupplemental> =
        oracle.one("experimentSupplemental", or: OracleMessage())
      let random = content.messages("experimentRandom", ContainerProto.ExperimentRandom.self).map {
        "\($0.one("key") as String?) \($0.one("minRandom", or: 0 as Int64)) "
          + "\($0.one("maxRandom", or: 2_147_483_647 as Int64)) "
          + "\($0.one("retainOriginalValue", or: false)) "
          + "\($0.one("lifetimeInMilliseconds", or: 0 as Int64))"
      }
      return "\(oracle.one("name", or: "")) \(texts("valueToPush", of: content)) "
        + "\(texts("valueToClear", of: content)) \(random)"
    }
    #expect(count > 300)
  }

  /// What is written is what SwiftProtobuf writes of it, byte for byte.
  @Test func aContainerIsWrittenAsSwiftProtobufWritesIt() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = RandomShop(seed: seed)
      let version = try ContainerReader.read(random.export(), name: "export")
      let bytes = try BinaryWriter.write(version).bytes
      let resource = try OracleMessage<ContainerProto.Resource>(serializedBytes: bytes)
      #expect(resource["tag"].count == version.tags.count)
      #expect(try resource.serializedBytes() == bytes, "seed \(seed)")
    }
  }

  /// The resource stands last, where SwiftProtobuf writes it second: as many bytes, other order.
  @Test func anAnswerIsWhatSwiftProtobufReads() throws {
    var answer = EnvelopeTests.answer()
    answer.resource = ContainerBuilder.sample().resource
    let version = try ContainerReader.read(answer.serializedBytes(), name: "answer")
    let bytes = try AnswerWriter.write(version)
    let read = try OracleMessage<ContainerProto.SupplementedResource>(serializedBytes: bytes)
    let supplemental = read.messages("supplemental", ContainerProto.Supplemental.self)
    #expect(supplemental.map { $0.one("name") } == answer.supplemental.map(\.name))
    #expect(read.messages("resource", ContainerProto.Resource.self).map { $0["tag"].count } == [1])
    let again: [UInt8] = try read.serializedBytes()
    #expect(again.count == bytes.count)
  }
}
