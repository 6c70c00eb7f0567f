package import OrderedCollections
package import TagRuntime

/// A push, or a map in a push.
package typealias DataMap = OrderedDictionary<String, Value>

package enum Pushes {
  // MARK: W1

  /// Screen views with ten products each: 83 leaves, 1.48 kB of JSON.
  package static func screens(_ count: Int, seed: UInt32 = 1) -> [DataMap] {
    var generator = LinearGenerator(seed: seed)
    return (0..<count).map { index in
      let products = (1...10).map { product(at: $0, &generator) }
      return [
        "event": "screenView", "screenName": .string("screen-\(index % 50)"),
        "ecommerce": ["currencyCode": "USD", "impressions": .list(products)],
      ]
    }
  }

  private static func product(at position: Int, _ generator: inout LinearGenerator) -> Value {
    let variants = ["red", "green", "blue", "black"]
    // The members in order, each with its own draw.
    return [
      "id": .string("SKU\(generator.next(100_000))"),
      "name": .string("Product \(generator.next(1000))"),
      "brand": .string("Brand \(generator.next(50))"),
      "category": .string("cat/\(generator.next(20))/\(generator.next(20))"),
      "variant": .string(variants[generator.next(4)]),
      "price": price(generator.next(100_000)), "quantity": .int(Int64(1 + generator.next(5))),
      "position": .int(Int64(position)),
    ]
  }

  /// Hundredths as JSON writes them: a whole number has no point.
  private static func price(_ hundredths: Int) -> Value {
    hundredths % 100 == 0 ? .int(Int64(hundredths / 100)) : .double(Double(hundredths) / 100)
  }

  /// W1b: an event and the name of a screen.
  package static func flat(_ count: Int) -> [DataMap] {
    (0..<count).map { ["event": "screenView", "screenName": .string("screen-\($0 % 50)")] }
  }

  /// W1c: an event, and a number at a path of four parts.
  package static func dotted(_ count: Int) -> [DataMap] {
    (0..<count).map { ["event": "screenView", "a.b.c.d": .int(Int64($0))] }
  }

  // MARK: W2

  /// Events that set the 52 values that the containers of W2 read.
  package static func events(_ count: Int, seed: UInt32 = 2) -> [DataMap] {
    var generator = LinearGenerator(seed: seed)
    return (0..<count).map { index in
      var (top, middle, inner): (DataMap, DataMap, DataMap) = ([:], [:], [:])
      for macro in 0..<SampleContainer.macroCount {
        let value = Value.int(Int64(generator.next(1000)))
        switch macro % 3 {
        case 0: top["k\(macro)"] = value
        case 1: middle["k\(macro)"] = value
        default: inner["k\(macro)"] = value
        }
      }
      // The inner map comes first, because it exists before anything is added.
      let nested: DataMap = ["b": .map(inner)]
      let head: DataMap = [
        "event": .string("ev_\(index % 20)"), "screenName": .string("screen-\(index % 50)"),
        "a": .map(nested.merging(middle) { $1 }),
      ]
      return head.merging(top) { $1 }
    }
  }

  // MARK: W7 and W8

  /// The pushes of an app over a day: one of 20 events each, with its own number.
  package static func session(_ count: Int, seed: UInt32 = 7) -> [DataMap] {
    var generator = LinearGenerator(seed: seed)
    return (0..<count).map { index in
      [
        "event": .string("ev_\(index % 20)"), "screenName": .string("screen-\(index % 50)"),
        "value": .int(Int64(generator.next(1000))), "number": .int(Int64(index)),
        "user": ["tier": .string(["gold", "silver", "plain"][generator.next(3)])],
      ]
    }
  }
}
