import Foundation

/// How large the types of a program are, read from the program itself.
///
/// The compiler writes a table of value witnesses for every type that is not generic. It begins
/// with eight functions, and behind them is the size of the type.
///
/// The ELF format says where the table is, the ABI of Swift (TypeMetadata) what is in it.
struct TypeSizes {
  /// The name that the compiler gives the table of a type, and the size of the type in bytes.
  typealias TypeSize = (symbol: String, bytes: Int)

  private static let sizeOffset = 64
  private static let bytesOfSymbol = 24
  private static let symbolTable: UInt32 = 2
  private static let file = [UInt8]("\u{7f}ELF".utf8)

  private struct Section {
    let type: UInt32
    let address, offset, bytes, link: Int
  }

  private let program: Data

  /// - Returns: nil where the program is not in the ELF format, as on macOS.
  init?(ofProgram path: String) throws {
    program = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    guard program.starts(with: Self.file) else { return nil }
  }

  private func read<Number: FixedWidthInteger>(_ offset: Int, as: Number.Type = Number.self)
    -> Number
  {
    program.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  private func word(_ offset: Int) -> Int { Int(read(offset, as: UInt64.self)) }

  private var sections: [Section] {
    let (start, size) = (word(40), Int(read(58, as: UInt16.self)))
    return (0..<Int(read(60, as: UInt16.self))).map { number in
      let entry = start + number * size
      return Section(
        type: read(entry + 4), address: word(entry + 16), offset: word(entry + 24),
        bytes: word(entry + 32), link: Int(read(entry + 40, as: UInt32.self)))
    }
  }

  /// The types whose tables have one of some prefixes in their names.
  func all(beginningWith prefixes: [String]) -> [TypeSize] {
    let sections = sections
    return sections.filter { $0.type == Self.symbolTable }.flatMap { table in
      stride(from: table.offset, to: table.offset + table.bytes, by: Self.bytesOfSymbol)
        .compactMap { symbol -> TypeSize? in
          let section = Int(read(symbol + 6, as: UInt16.self))
          guard section > 0, section < sections.count else { return nil }
          let name = text(sections[table.link].offset + Int(read(symbol, as: UInt32.self)))
          guard name.hasSuffix("WV"), prefixes.contains(where: name.hasPrefix) else { return nil }
          let place = word(symbol + 8) - sections[section].address + sections[section].offset
          return (name, word(place + Self.sizeOffset))
        }
    }
  }

  private func text(_ offset: Int) -> String {
    String(decoding: program[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
