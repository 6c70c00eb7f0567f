import CommandKit
import OrderedCollections
import TagRuntime

@testable import tagsim

/// As much of JSON Schema (draft 2020-12) as the schemas of the reports use; another keyword is a
/// fault of the schema.
struct JSONSchema {
  private let root: Value

  init(_ schema: ReportSchema) throws {
    root = try JSONReader.read(Array(schema.lines.joined(separator: "\n").utf8))
  }

  init(_ text: String) throws { root = try JSONReader.read(Array(text.utf8)) }

  /// What a value has that the schema forbids, or lacks that it requires.
  func faults(in value: Value) -> [String] { faults(in: value, root, at: "$") }

  private func faults(in value: Value, _ schema: Value, at place: String) -> [String] {
    // `true` allows anything.
    guard let rules = schema.members else { return schema == true ? [] : ["\(place): no schema"] }
    return rules.flatMap { rule in faults(in: value, rule.key, rule.value, rules, at: place) }
  }

  private func faults(
    in value: Value, _ keyword: String, _ rule: Value, _ rules: OrderedDictionary<String, Value>,
    at place: String
  ) -> [String] {
    switch keyword {
    case "$schema", "$defs", "title", "description", "properties", "pattern": return []
    case "$ref":
      let name = rule.text?.split(separator: "/").last.map(String.init) ?? ""
      guard let meant = root.members?["$defs"]?.members?[name] else { return ["no \(name)"] }
      return faults(in: value, meant, at: place)
    case "type":
      let types = rule.elements?.compactMap(\.text) ?? [rule.text ?? ""]
      return types.contains { Self.isOf($0, value) } ? [] : ["\(place): is no \(types)"]
    case "const": return value == rule ? [] : ["\(place): is not \(rule)"]
    case "enum":
      return rule.elements?.contains(value) == true ? [] : ["\(place): is none of \(rule)"]
    case "minimum":
      guard case .int(let number) = value, case .int(let least) = rule else { return [] }
      return number >= least ? [] : ["\(place): is less than \(least)"]
    case "required":
      let names = rule.elements?.compactMap(\.text) ?? []
      return names.filter { value.members?[$0] == nil }.map { "\(place): lacks \($0)" }
    case "items":
      return (value.elements ?? []).enumerated().flatMap {
        faults(in: $0.element, rule, at: "\(place)[\($0.offset)]")
      }
    case "additionalProperties":
      return memberFaults(in: value, rules["properties"]?.members ?? [:], others: rule, at: place)
    case "anyOf", "oneOf":
      let all = (rule.elements ?? []).map { faults(in: value, $0, at: place) }
      let nearest = all.min { $0.count < $1.count } ?? []
      return all.contains([]) ? [] : ["\(place): fits none: \(nearest)"]
    default: return ["\(keyword): unknown keyword"]
    }
  }

  private func memberFaults(
    in value: Value, _ known: OrderedDictionary<String, Value>, others: Value, at place: String
  ) -> [String] {
    (value.members ?? [:]).flatMap { name, member in
      let schema = known[name] ?? others
      return schema == false
        ? ["\(place): has \(name)"] : faults(in: member, schema, at: "\(place).\(name)")
    }
  }

  private static func isOf(_ type: String, _ value: Value) -> Bool {
    switch (type, value) {
    case ("string", .string), ("integer", .int), ("number", .int), ("number", .double),
      ("boolean", .bool), ("null", .null), ("array", .list), ("object", .map):
      true
    default: false
    }
  }
}
