import Foundation
import GRDB

/// The checksum that every row carries: FNV-1a, 64 bits, over the name of its table and its values
/// with their kinds and lengths. It tells damage that the database cannot see; it is no seal.
enum RowChecksum {
  private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01B3

  /// - Complexity: O(n) in the bytes of the row.
  static func of(_ values: [DatabaseValue], in table: String) -> Int64 {
    var hash = basis
    add(0, Array(table.utf8), to: &hash)
    for value in values {
      switch value.storage {
      case .null: add(1, [], to: &hash)
      case .int64(let integer): add(2, Self.bytes(of: UInt64(bitPattern: integer)), to: &hash)
      case .double(let double): add(3, Self.bytes(of: double.bitPattern), to: &hash)
      case .string(let text): add(4, Array(text.utf8), to: &hash)
      case .blob(let data): add(5, Array(data), to: &hash)
      }
    }
    return Int64(bitPattern: hash)
  }

  private static func add(_ kind: UInt8, _ bytes: [UInt8], to hash: inout UInt64) {
    for byte in [kind] + Self.bytes(of: UInt64(bytes.count)) { step(byte, &hash) }
    for byte in bytes { step(byte, &hash) }
  }

  private static func step(_ byte: UInt8, _ hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* prime
  }

  private static func bytes(of integer: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) }
  }
}
