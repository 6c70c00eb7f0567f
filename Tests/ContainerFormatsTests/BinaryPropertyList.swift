import Foundation

/// Property lists in the binary form, made by Foundation.
enum BinaryPropertyList {
  static func sample() throws -> [UInt8] {
    let list: [String: Any] = [
      "title": "Hello", "name": "Zoë 漢", "size": 50, "rate": 0.15, "deep": ["on": true],
    ]
    return Array(
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
  }
}
