import OrderedCollections
import TagRuntime
import Testing

@testable import ContainerFormats

/// Parsing is total: whatever the bytes, it returns a container or throws, and never traps.
@Suite struct MutationTests {
  static let samples: [(name: String, bytes: @Sendable () throws -> [UInt8])] = [
    ("binary", { ContainerBuilder.sample().bytes() }),
    ("answer", { EnvelopeTests.answer().serializedBytes() }),
    ("saved answer", { EnvelopeTests.saved().serializedBytes() }),
    ("plist", { try DemoShop.bytes("GTM-AB12.plist") }),
    ("export", { try DemoShop.bytes("GTM-AB12-v7.json") }),
    ("v5", { FirebaseSample.bytes }),
    ("binary plist", { try BinaryPropertyList.sample() }),
  ]

  @Test(arguments: samples.indices)
  func survivesTruncation(sample: Int) throws {
    let bytes = try Self.samples[sample].bytes()
    let step = max(1, bytes.count / 500)
    for length in stride(from: 0, to: bytes.count, by: step) {
      _ = try? ContainerReader.read(Array(bytes[..<length]), name: "cut at \(length)")
    }
  }

  @Test(arguments: samples.indices, [1, 2, 3] as [UInt64])
  func survivesFlippedBits(sample: Int, seed: UInt64) throws {
    let bytes = try Self.samples[sample].bytes()
    var generator = RandomSource(seed: seed)
    for _ in 0..<500 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: mutated.indices, using: &generator)
        mutated[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      expectModest(mutated)
    }
  }

  /// Damage that whole files come with: other line ends or encodings, the front or the end lost.
  @Test(arguments: samples.indices)
  func survivesTranscoding(sample: Int) throws {
    let bytes = try Self.samples[sample].bytes()
    let text = String(decoding: bytes, as: UTF8.self)
    let variants: [[UInt8]] = [
      Array(text.utf8),
      bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] },
      bytes.filter { $0 != 0x0D },
      bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) },
      text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
      text.unicodeScalars.flatMap { [0, 0, UInt8($0.value >> 8 & 0xFF), UInt8($0.value & 0xFF)] },
      [0xEF, 0xBB, 0xBF] + bytes,
      Array(bytes.dropFirst(7)),
      bytes + bytes,
    ]
    for variant in variants {
      expectModest(variant)
    }
  }

  /// Whatever the bytes: it ends, and what was read needs no more memory than the budget.
  private func expectModest(_ bytes: [UInt8]) {
    guard let version = try? ContainerReader.read(bytes, name: "bytes") else { return }
    let calls = version.macros + version.tags + version.predicates
    let nodes = calls.flatMap(\.parameters.values).reduce(0) { $0 + $1.nodeCount }
    let price = nodes * MemoryBudget.unfoldedNode + calls.count * MemoryBudget.function
    #expect(price <= 3 * MemoryBudget(bytes: bytes.count).left)
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func survivesRandomBytes(seed: UInt64) throws {
    var generator = RandomSource(seed: seed)
    for _ in 0..<1_000 {
      let length = Int.random(in: 0..<64, using: &generator)
      let tail = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      for start in [[0x0A, 0x00], [0x08, 0x01], [0x12, 0x05, 0x0A]] as [[UInt8]] {
        expectModest(start + tail)
      }
    }
  }
}

extension Expression {
  /// The expressions in it, itself included.
  fileprivate var nodeCount: Int {
    switch self {
    case .constant, .functionID, .macro: 1
    case .list(let parts), .template(let parts): parts.reduce(1) { $0 + $1.nodeCount }
    case .map(let entries): entries.reduce(1) { $0 + $1.key.nodeCount + $1.value.nodeCount }
    case .escaped(let inner, _): 1 + inner.nodeCount
    }
  }
}
