import TagRuntime

/// Counts the parts of a JSON text before they are parsed: one pass over the bytes.
///
/// It does not check the text; it counts the recognisable parts of a broken one, and the reader
/// reports the mistake.
struct JSONCensus {
  private let start: Int
  private var budget: MemoryBudget
  private var depth = 0
  private var members = [Int](repeating: 0, count: ContainerLimits.depth + 1)

  /// Checks that a text contains no more than a container may.
  ///
  /// - Complexity: O(n) in the bytes.
  static func take(of bytes: [UInt8], from start: Int) throws(ReadFault) {
    var census = JSONCensus(start: start, budget: MemoryBudget(bytes: bytes.count))
    let fault = bytes.withUnsafeBufferPointer { census.fault(in: $0) }
    guard let fault else { return }
    let position = TextPosition(offset: fault.offset, in: bytes)
    let place = "line \(position.line), column \(position.column)"
    switch fault.kind {
    case .density: throw ReadFault(.tooDense(place: place))
    case .members:
      throw ReadFault(.tooManyMembers(place: place, limit: ContainerLimits.mapMembers))
    }
  }

  private struct Fault {
    enum Kind {
      case density
      case members
    }

    var kind: Kind
    var offset: Int
  }

  private init(start: Int, budget: MemoryBudget) {
    self.start = start
    self.budget = budget
  }

  private mutating func fault(in bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    var index = start
    while index < bytes.count {
      let first = index
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: " "), 0x09, 0x0A, 0x0D, UInt8(ascii: ","): continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        // The reader stops here, too, and reports why.
        guard depth <= ContainerLimits.depth else { return nil }
        members[depth] = 0
        let price = byte == UInt8(ascii: "{") ? MemoryBudget.map : MemoryBudget.list
        guard budget.spend(price) else { return Fault(kind: .density, offset: first) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      case UInt8(ascii: ":"):
        members[depth] += 1
        guard members[depth] <= ContainerLimits.mapMembers else {
          return Fault(kind: .members, offset: first)
        }
        // The last string counted was a key.
        _ = budget.spend(MemoryBudget.key - MemoryBudget.string)
      case UInt8(ascii: "\""):
        index = Self.endOfString(in: bytes, from: index)
        let price = MemoryBudget.string + MemoryBudget.text(index - first)
        guard budget.spend(price) else { return Fault(kind: .density, offset: first) }
      default:
        while index < bytes.count, Self.isInWord(bytes[index]) { index += 1 }
        guard budget.spend(MemoryBudget.scalar) else {
          return Fault(kind: .density, offset: first)
        }
      }
    }
    return nil
  }

  /// Returns the offset after the closing quote, or the end.
  private static func endOfString(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }

  static func isInWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte)
  }
}
