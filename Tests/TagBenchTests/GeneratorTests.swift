import OrderedCollections
import TagRuntime
import Testing
import TextKit

@testable import TagBench

/// The data of the workloads is what it was, byte for byte: others are measured with the same.
@Suite struct GeneratorTests {
  /// Sizes and digests of the files that the definition of W1 and W2 writes.
  private static let files: [(name: String, bytes: @Sendable () -> [UInt8], Int, String)] = [
    (
      "pushes of W1", { lines(Pushes.screens(1000)) }, 1_480_403, "daa206ede0e55375"
    ),
    ("events of W2", { lines(Pushes.events(1000)) }, 538_792, "a288a3a6041e4f85"),
    ("container of W2a", { SampleContainer(.selective).json }, 37_515, "2bf6fc5220fc94c4"),
    ("container of W2w", { SampleContainer(.worst).json }, 38_450, "f169e8f6a3f4d629"),
  ]

  /// Lines of JSON, each with its end.
  private static func lines(_ maps: [DataMap]) -> [UInt8] {
    maps.flatMap { CompactJSON.write(.map($0)) + [UInt8(ascii: "\n")] }
  }

  @Test(arguments: files.indices)
  func file(_ index: Int) {
    let file = Self.files[index]
    let bytes = file.bytes()
    #expect(bytes.count == file.2, "\(file.name)")
    #expect(TextDigest(String(decoding: bytes, as: UTF8.self)).text == file.3, "\(file.name)")
  }

  /// FNV-1a with 64 bits, by its authors' test vectors.
  @Test(arguments: [
    ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
  ])
  func digest(_ text: String, _ expected: String) {
    #expect(TextDigest(text).text == expected)
  }

  /// The counts by which everybody who measures W2 is checked.
  @Test func matchCounts() {
    let events = Pushes.events(1000)
    #expect(SampleContainer.matches(.selective, events) == 5895)
    #expect(SampleContainer.matches(.worst, events) == 10_000)
    #expect(SampleContainer.matches(.patterns, events) == 10_000)
  }

  @Test func aPushOfW1Has83Leaves() {
    #expect(Pushes.screens(50).allSatisfy { Value.map($0).leafCount == 83 })
  }

  /// A row holds the fields of a hit as JSON, and a few numbers.
  @Test func aStoredRowHasAbout600Bytes() {
    for stored in BenchWorld.hits(100) {
      guard case .analytics(let fields) = stored.hit.kind else {
        Issue.record("hit \(stored.id) is none of Analytics")
        continue
      }
      let body: Value = [
        "fields": .map(fields.mapValues { .string($0) }), "tag": "Screen view",
        "tracker": "UA-1-1", "added": .map(stored.hit.added.mapValues { .string($0) }),
      ]
      #expect((580...620).contains(JSONWriter.write(body).utf8.count))
    }
  }
}

extension SampleContainer {
  /// The container in the JSON format of the workloads, whose digest is known.
  fileprivate var json: [UInt8] {
    let macros = variables.map { variable -> Value in
      ["name": .string(variable.name), "type": "dataLayer", "key": .string(variable.path)]
    }
    let tags = rules.enumerated().map { tag, conditions -> Value in
      let rule = conditions.map { condition -> Value in
        [
          "macro": .string(condition.macro), "op": .string(condition.comparison),
          "value": condition.value,
        ]
      }
      return ["name": .string("tag\(tag)"), "rule": .list(rule)]
    }
    return CompactJSON.write(["macros": .list(macros), "tags": .list(tags)])
  }
}
