import OrderedCollections
package import TagRuntime

/// The generator of the workloads' data: s = s·1664525 + 1013904223 mod 2³², the constants of
/// Numerical Recipes.
package struct LinearGenerator: Sendable {
  private var state: UInt32

  /// Creates a generator from a seed.
  package init(seed: UInt32) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt32 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return state
  }

  /// Returns the next number modulo another one.
  mutating func next(_ modulus: UInt32) -> Int { Int(next() % modulus) }
}

/// Writes values as JSON without spaces, as JavaScript does: the format of the workloads' files.
package enum CompactJSON {
  /// Returns a value as JSON.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func write(_ value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  private static func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let members):
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in members.elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONWriter.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    default: JSONWriter.append(value, to: &bytes)
    }
  }

  package static func lines(_ maps: [DataMap]) -> [UInt8] {
    maps.flatMap { write(.map($0)) + [UInt8(ascii: "\n")] }
  }
}
