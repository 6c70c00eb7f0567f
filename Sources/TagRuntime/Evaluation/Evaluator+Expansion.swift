import OrderedCollections

extension Evaluator {
  /// The escaping that clients implement; all others are logged and leave the value as it is.
  private static let uriEscaping = 12

  /// What an expression comes to.
  ///
  /// A failed part fails the whole. In the first generation a template with an undefined token is
  /// itself undefined, and in lists and maps an undefined part reads as "" (section 6.5 of the
  /// behaviour notes); in the second one it stays undefined there and is a text in templates.
  mutating func expand(_ expression: CompiledExpression) -> Resolved {
    switch expression {
    case .constant(let value): return value
    case .macro(let slot): return resolve(slot: slot)
    case .unknownMacro(let name):
      log(.invalidMacro, name)
      return .failed
    case .list(let elements):
      var values: [Value] = []
      for element in elements {
        guard let value = dialect.part(expand(element)) else { return .failed }
        values.append(value)
      }
      return spent(.list(values))
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for entry in entries {
        guard let key = dialect.part(expand(entry.key)),
          let value = dialect.part(expand(entry.value))
        else { return .failed }
        if dialect.nullVoidsMap, key == .null || value == .null { return .value(.null) }
        members[dialect.text(key)] = value
      }
      return spent(.map(members))
    case .template(let tokens): return expandTemplate(tokens)
    case .escaped(let inner, let escapings): return escape(expand(inner), escapings)
    }
  }

  private mutating func expandTemplate(_ tokens: [CompiledExpression]) -> Resolved {
    var text = ""
    var isUndefined = false
    for token in tokens {
      let resolved = expand(token)
      if resolved == .failed { return .failed }
      guard let value = dialect.operand(resolved) else {
        isUndefined = true
        continue
      }
      let part = dialect.text(value)
      guard spendBytes(part.utf8.count) else { return .failed }
      text += part
    }
    return isUndefined ? .undefined : .value(.string(text))
  }

  /// A list or map that was built, or failure past the budget: references to one big part cost
  /// nothing to hold and everything to read.
  private mutating func spent(_ built: Value) -> Resolved {
    spendBytes(Self.weight(built, upTo: Limits.builtBytes)) ? .value(built) : .failed
  }

  /// The bytes of all texts inside and one for each value; stops counting past the limit.
  private static func weight(_ value: Value, upTo limit: Int) -> Int {
    var weight = 1
    switch value {
    case .string(let text): weight += text.utf8.count
    case .list(let elements):
      for element in elements where weight <= limit {
        weight += Self.weight(element, upTo: limit - weight)
      }
    case .map(let members):
      for (key, member) in members.elements where weight <= limit {
        weight += key.utf8.count + Self.weight(member, upTo: limit - weight)
      }
    case .null, .absent, .bool, .int, .double: break
    }
    return weight
  }

  private mutating func escape(_ resolved: Resolved, _ escapings: [Int]) -> Resolved {
    guard var value = dialect.operand(resolved) else { return resolved }
    for escaping in escapings {
      guard let escaped = dialect.addressEscaped(value) else {
        log(.escapingOfNoText)
        return .value(value)
      }
      if escaping == Self.uriEscaping {
        value = .string(escaped)
      } else {
        log(.unknownEscaping, String(escaping))
      }
    }
    return .value(value)
  }
}
