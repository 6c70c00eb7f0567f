import Foundation

/// The name of a message or of an enumeration of `container.proto`.
protocol ProtoName: Sendable { static var name: String { get } }

extension ProtoName {
  static var name: String { "\(Self.self)" }
  /// The fields of the message, in the order of their numbers.
  static var fields: [ProtoField] { ContainerProto.file.fields[name] ?? [] }
}

/// A field as `container.proto` declares it; an extension is a field like any other on the wire.
struct ProtoField: Sendable {
  enum Kind {
    case string, int32, int64, bool
    case enumeration(any ProtoName.Type)
    case message(any ProtoName.Type)
  }

  /// As Swift spells it: `functionID` for `function_id`.
  var name: String
  var number: Int
  var kind: Kind
  var isRepeated: Bool
}

/// What `container.proto` declares, by the names there.
struct ContainerProto {
  enum Resource: ProtoName {}
  enum Property: ProtoName {}
  enum FunctionCall: ProtoName {}
  enum Rule: ProtoName {}
  enum Value: ProtoName {}
  enum ServingValue: ProtoName {}
  enum SupplementedResource: ProtoName {}
  enum ResourceWithMetadata: ProtoName {}
  enum Supplemental: ProtoName {}
  enum ExperimentSupplemental: ProtoName {}
  enum ExperimentRandom: ProtoName {}
  enum PlainValue: ProtoName {}
  enum ValueType: ProtoName { static let name = "Type" }
  enum Escaping: ProtoName {}

  private static let messages: [any ProtoName.Type] = [
    Resource.self, Property.self, FunctionCall.self, Rule.self, Value.self, ServingValue.self,
    SupplementedResource.self, ResourceWithMetadata.self, Supplemental.self,
    ExperimentSupplemental.self, ExperimentRandom.self, PlainValue.self,
  ]

  static let file = ContainerProto()

  private(set) var fields: [String: [ProtoField]] = [:]
  private(set) var enumerators: [String: Set<Int>] = [:]

  private init() {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "container.proto")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else {
      preconditionFailure("no \(path.path())")
    }
    var scopes: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split { " =;".contains($0) }.map(String.init)
      switch words.first {
      case "message", "enum", "extend": scopes.append(words[1])
      case "}": scopes.removeLast()
      case "optional", "repeated":
        guard let scope = scopes.last, let number = Int(words[3]) else { continue }
        fields[scope, default: []].append(
          ProtoField(
            name: Self.swift(words[2]), number: number, kind: Self.kind(words[1]),
            isRepeated: words[0] == "repeated"))
        fields[scope]?.sort { $0.number < $1.number }
      default:
        guard let scope = scopes.last, words.count == 2, let number = Int(words[1]) else {
          continue
        }
        enumerators[scope, default: []].insert(number)
      }
    }
  }

  private static func swift(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
      $0 + ($1 == "id" ? "ID" : $1.capitalized)
    }
  }

  private static func kind(_ type: String) -> ProtoField.Kind {
    switch type {
    case "string": return .string
    case "int32": return .int32
    case "int64": return .int64
    case "bool": return .bool
    case "Type", "Value.Type": return .enumeration(ValueType.self)
    case "Escaping": return .enumeration(Escaping.self)
    default:
      guard let name = messages.first(where: { $0.name == type }) else {
        preconditionFailure("\(type) has no name in Swift")
      }
      return .message(name)
    }
  }
}
