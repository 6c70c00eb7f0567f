import TagRuntime

/// Finds a key that a JSON text gives twice in one map. The reader keeps the last value of such a
/// key, which is right for files of others but hides a mistake in a scenario.
struct DuplicateKey {
  var name: String
  var offset: Int

  private struct Level {
    var isMap: Bool
    var expectsKey: Bool
    var keys: Set<String> = []
  }

  /// The first key that comes for the second time in a text that was read without an error.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func first(in bytes: [UInt8], from start: Int, to end: Int) -> DuplicateKey? {
    var levels: [Level] = []
    var offset = start
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "{"): levels.append(Level(isMap: true, expectsKey: true))
      case UInt8(ascii: "["): levels.append(Level(isMap: false, expectsKey: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): levels.removeLast()
      case UInt8(ascii: ","): levels[levels.count - 1].expectsKey = levels[levels.count - 1].isMap
      case UInt8(ascii: "\""):
        var reader = JSONReader(bytes, from: offset)
        guard let name = (try? reader.readValue())?.text else { return nil }
        if levels[levels.count - 1].expectsKey {
          let isNew = levels[levels.count - 1].keys.insert(name).inserted
          if !isNew { return DuplicateKey(name: name, offset: offset) }
          levels[levels.count - 1].expectsKey = false
        }
        offset = reader.offset
        continue
      default: break
      }
      offset += 1
    }
    return nil
  }
}
