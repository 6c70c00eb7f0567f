/// Why a transaction is not sent, not even in part.
enum TransactionError: Error {
  /// There is no `transactionId` where it is looked for.
  case noID(source: String)
  /// `transactionProducts` is no list of maps.
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

  /// What the log line speaks of, after the name of the tag.
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
