import OrderedCollections

/// A shop event of Firebase, converted to enhanced e-commerce of Universal Analytics.
///
/// Source: Formats §6.5.
struct FirebaseEcommerce {
  typealias Members = OrderedDictionary<String, Value>

  private let traits: RuntimeTraits
  /// The map of enhanced e-commerce.
  private(set) var data: Members = [:]
  /// The fields that the event sets in its hit.
  private(set) var fields: Members = [:]

  private static let actions: [String: String] = [
    "select_content": "click", "view_item": "detail", "add_to_cart": "add",
    "remove_from_cart": "remove", "begin_checkout": "checkout", "checkout_progress": "checkout",
    "set_checkout_option": "checkout_option", "ecommerce_purchase": "purchase",
    "purchase_refund": "refund",
  ]
  private static let impressionEvents = ["view_item_list", "view_search_results"]
  private static let promotionViews = ["view_item", "view_item_list", "view_search_results"]
  private static let promotionClick = "select_content"

  private typealias Names = KeyValuePairs<String, String>

  private static let product: Names = [
    "item_id": "id", "item_name": "name", "item_brand": "brand", "item_category": "category",
    "item_variant": "variant", "coupon": "coupon", "index": "position", "price": "price",
    "quantity": "quantity",
  ]
  private static let action: Names = [
    "transaction_id": "id", "affiliation": "affiliation", "coupon": "coupon",
    "item_list": "list", "checkout_option": "option", "value": "revenue", "tax": "tax",
    "shipping": "shipping", "checkout_step": "step",
  ]
  private static let promotion: Names = [
    "item_id": "id", "item_name": "name", "creative_name": "creative",
    "creative_slot": "position",
  ]

  /// Reads an event; nil if it is not a shop event, or not one that can have its promotions.
  init?(of event: FirebaseEvent, _ traits: RuntimeTraits = []) {
    self.traits = traits
    let parameters = event.parameters
    data["currencyCode"] = parameters["currency"]
    if parameters["promotions"] != nil {
      if !addPromotions(parameters, event.name) { return nil }
    } else if let action = Self.actions[event.name] {
      add(action, parameters)
    } else if Self.impressionEvents.contains(event.name),
      event.name == Self.impressionEvents[0] || !traits.contains(.searchIsNoList)
    {
      data["impressions"] = .list(products(parameters, inList: true))
    } else {
      return nil
    }
  }

  private mutating func addPromotions(_ parameters: Members, _ event: String) -> Bool {
    let isClick = event == Self.promotionClick
    guard isClick || Self.promotionViews.contains(event) else { return false }
    if isClick {
      fields["&t"] = "event"
      fields["&ea"] = "click"
      fields["&ec"] = parameters["content_type"]
      fields["&el"] = parameters["item_id"]
    }
    let promotions = parameters["promotions"]?.elements ?? []
    let list = Value.list(promotions.map { .map(converted($0, Self.promotion)) })
    data[isClick ? "promoClick" : "promoView"] = ["promotions": list]
    return true
  }

  private mutating func add(_ name: String, _ parameters: Members) {
    if name == "checkout_option" {
      fields = ["&t": "event", "&ea": "Option", "&ec": "Checkout"]
    }
    var action: Members = [:]
    if parameters["items"] != nil {
      action["products"] = .list(products(parameters, inList: false))
    }
    let own = Self.renamed(parameters, Self.action)
    if !own.isEmpty { action["actionField"] = .map(own) }
    data[name] = .map(action)
  }

  /// Returns the items of an event; a value that is not a list is one item.
  private func products(_ parameters: Members, inList: Bool) -> [Value] {
    guard let items = parameters["items"]?.elements else {
      return [.map(converted(parameters["items"] ?? .absent, Self.product))]
    }
    return items.map { item in
      var members = converted(item, Self.product)
      if inList, let list = parameters["item_list"] { members["list"] = list }
      return .map(members)
    }
  }

  /// Converts an item to the names of enhanced e-commerce, with custom dimensions and metrics.
  private func converted(_ item: Value, _ names: Names) -> Members {
    guard let members = item.members else { return [:] }
    let custom = members.filter {
      ($0.key.hasPrefix("dimension") || $0.key.hasPrefix("metric")) && !traits.contains(.plainItems)
    }
    return custom.merging(Self.renamed(members, names)) { $1 }
  }

  private static func renamed(_ members: Members, _ names: Names) -> Members {
    var renamed: Members = [:]
    for (name, other) in names {
      if let value = members[name] { renamed[other] = value }
    }
    return renamed
  }
}
