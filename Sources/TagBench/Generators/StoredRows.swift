import OrderedCollections
package import TagRuntime

/// W3: the hits that a store keeps.
package enum StoredRows {
  /// Hits that wait, from number 1 on, whose rows have about 600 bytes of content each: the view of
  /// a screen with custom dimensions.
  package static func hits(_ count: Int, seed: UInt32 = 3) -> [StoredHit] {
    var generator = LinearGenerator(seed: seed)
    return (1...max(1, count)).map { number in
      var fields: OrderedDictionary<String, String> = [
        "&t": "screenview", "&cd": "screen-\(number % 50)", "&tid": "UA-1-1",
      ]
      for dimension in 1...11 {
        fields["&cd\(dimension)"] = "dimension \(dimension) \(generator.next(1_000_000))"
      }
      let added: OrderedDictionary<String, String> = [
        "&an": "Bench", "&aid": "com.example.bench", "&av": "1.0", "&ul": "en-us",
        "&sr": "640x1136", "&cid": "6b1f2a34-0000-4000-8000-\(100_000 + generator.next(900_000))",
      ]
      return StoredHit(
        id: Int64(number),
        hit: Hit(
          kind: .analytics(fields: fields), tag: "Screen view", tracker: "UA-1-1", added: added,
          created: BenchWorld.start + .seconds(number)))
    }
  }
}
