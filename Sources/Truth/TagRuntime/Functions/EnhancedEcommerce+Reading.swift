package import OrderedCollections

extension EnhancedEcommerce {
  /// Returns the map that produces the fields of a hit, and the fields that no map produces.
  ///
  /// - Parameter fields: the fields, by their codes with the `&`.
  /// - Complexity: O(n) in the fields.
  package static func data(
    of fields: OrderedDictionary<String, String>
  ) -> (data: OrderedDictionary<String, Value>, rest: OrderedDictionary<String, String>) {
    var reading = EcommerceReading(rest: fields)
    return (reading.data(), reading.rest)
  }
}

/// Extracts the fields of enhanced e-commerce from those of a hit.
private struct EcommerceReading {
  typealias Members = OrderedDictionary<String, Value>

  /// The number of products, impressions and promotions of a list that are searched for.
  static let partLimit = 200

  var rest: OrderedDictionary<String, String>

  mutating func data() -> Members {
    var data: Members = [:]
    var impressions: [Value] = []
    for list in 1...Self.partLimit {
      let name = rest.removeValue(forKey: "&il\(list)nm")
      let products = parts("&il\(list)pi", EnhancedEcommerce.product)
      if products.isEmpty { break }
      impressions += products.map { product in
        var product = product
        product["list"] = name.map { .string($0) }
        return .map(product)
      }
    }
    if !impressions.isEmpty { data["impressions"] = .list(impressions) }
    let promotions = parts("&promo", EnhancedEcommerce.promotion).map { Value.map($0) }
    if !promotions.isEmpty, let action = rest.removeValue(forKey: "&promoa") {
      data[action == "click" ? "promoClick" : "promoView"] = ["promotions": .list(promotions)]
    }
    if let action = rest["&pa"], EnhancedEcommerce.actions.contains(action) {
      rest["&pa"] = nil
      data[action] = .map(self.action())
    }
    if !data.isEmpty, let currency = rest.removeValue(forKey: "&cu") {
      data["currencyCode"] = .string(currency)
    }
    return data
  }

  private mutating func action() -> Members {
    var action: Members = [:]
    let own = members(EnhancedEcommerce.action, "")
    if !own.isEmpty { action["actionField"] = .map(own) }
    let products = parts("&pr", EnhancedEcommerce.product).map { Value.map($0) }
    if !products.isEmpty { action["products"] = .list(products) }
    return action
  }

  /// Reads the numbered parts of a kind, as long as there are any.
  private mutating func parts(_ prefix: String, _ known: [EnhancedEcommerce.Field]) -> [Members] {
    var parts: [Members] = []
    for number in 1...Self.partLimit {
      let start = prefix + String(number)
      var part = members(known, start)
      for (word, code) in [("dimension", "cd"), ("metric", "cm")] {
        for key in rest.keys where key.hasPrefix(start + code) {
          let index = key.dropFirst(start.count + code.count)
          guard !index.isEmpty, index.allSatisfy(\.isNumber),
            let text = rest.removeValue(forKey: key)
          else { continue }
          part[word + index] = code == "cm" ? Self.number(text) : .string(text)
        }
      }
      if part.isEmpty { break }
      parts.append(part)
    }
    return parts
  }

  private mutating func members(_ known: [EnhancedEcommerce.Field], _ prefix: String) -> Members {
    var members: Members = [:]
    for field in known {
      guard let text = rest.removeValue(forKey: prefix + field.code) else { continue }
      members[field.key] = field.isNumber ? Self.number(text) : .string(text)
    }
    return members
  }

  private static func number(_ text: String) -> Value {
    switch ValueConversion.number(text) {
    case .int(let integer)?: .int(integer)
    case .double(let double)?: .double(double)
    case nil: .string(text)
    }
  }
}
