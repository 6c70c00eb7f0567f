package import OrderedCollections

/// A transaction of classic e-commerce in the data layer, or in the event of a v5 container.
///
/// Source: LegacySDK §11.2. Without an id, or with a product that has no name, nothing is sent. An
/// invalid list of products counts as such a product by a decision of this runtime.
package struct Transaction {
  package static let transactionFields: OrderedDictionary<String, String> = [
    "transactionId": "&ti", "transactionAffiliation": "&ta", "transactionTax": "&tt",
    "transactionShipping": "&ts", "transactionTotal": "&tr", "transactionCurrency": "&cu",
  ]
  /// The field codes of a product's members in a hit.
  package static let itemFields: OrderedDictionary<String, String> = [
    "name": "&in", "sku": "&ic", "category": "&iv", "price": "&ip", "quantity": "&iq",
    "currency": "&cu",
  ]

  private let id: String
  private let transaction: [(field: String, text: String)]
  private let items: [[(field: String, text: String)]]

  init(
    _ arguments: borrowing FunctionArguments, source: String, get: (String) -> Value?
  ) throws(TransactionError) {
    guard let id = Self.text(get("transactionId")) else { throw .noID(source: source) }
    self.id = id
    let fields = arguments.texts("transaction_datalayer_map") ?? Self.transactionFields
    transaction = fields.elements.compactMap { key, field in
      Self.text(get(key)).map { (field, $0) }
    }
    items = try Self.items(
      get("transactionProducts"),
      arguments.texts("transaction_item_datalayer_map") ?? Self.itemFields)
  }

  private static func items(
    _ products: Value?, _ fields: OrderedDictionary<String, String>
  ) throws(TransactionError) -> [[(field: String, text: String)]] {
    guard let products, products != .null else { return [] }
    guard let elements = products.elements else { throw .noProductList }
    return try elements.enumerated().map { (position, product) throws(TransactionError) in
      guard let members = product.members else { throw TransactionError.noProductList }
      guard text(members["name"]) != nil else { throw TransactionError.noName(position + 1) }
      return fields.elements.compactMap { key, field in text(members[key]).map { (field, $0) } }
    }
  }

  private static func text(_ value: Value?) -> String? {
    guard let value, value != .null, value != .absent else { return nil }
    return ValueConversion.text(value)
  }

  /// Returns the fields of its hits: the transaction, then each product; the fields of the tag come
  /// first.
  func hits(
    addingTo fields: OrderedDictionary<String, String>
  ) -> [OrderedDictionary<String, String>] {
    func hit(_ type: String, _ own: [(field: String, text: String)])
      -> OrderedDictionary<String, String>
    {
      var hit = fields
      hit["&t"] = type
      for (field, text) in own { hit[field] = text }
      return hit
    }
    return [hit("transaction", transaction)]
      + items.map { hit("item", [(field: "&ti", text: id)] + $0) }
  }
}

extension FunctionArguments {
  /// Returns a parameter that is a map, with its values as texts.
  fileprivate func texts(_ key: String) -> OrderedDictionary<String, String>? {
    self[key]?.value?.members?.mapValues(ValueConversion.text)
  }
}

/// The reason why a transaction is not sent, not even in part.
enum TransactionError: Error {
  /// Its source has no `transactionId`.
  case noID(source: String)
  /// `transactionProducts` is not a list of maps.
  case noProductList
  /// The product at this place, counted from 1, has no name.
  case noName(Int)

  var code: LogCode {
    switch self {
    case .noID: .noTransactionID
    case .noProductList: .transactionProducts
    case .noName: .productWithoutName
    }
  }

  /// The arguments of the log line, after the name of the tag.
  var arguments: [String] {
    switch self {
    case .noID(let source): [source]
    case .noProductList: []
    case .noName(let place): [String(place)]
    }
  }

  /// The reason in the words of a tag that did nothing.
  var reason: String {
    switch self {
    case .noID(let source): "\(source) has no transactionId"
    case .noProductList: "transactionProducts is not a list of maps"
    case .noName(let place): "product \(place) of the transaction has no name"
    }
  }
}
