/// Why a transaction is not sent, not even in part.
enum TransactionError: Error {
  /// The data layer has no `transactionId`.
  case noID
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
    if case .noName(let place) = self { [String(place)] } else { [] }
  }

  /// The reason in the words of a tag that did nothing.
  var reason: String {
    switch self {
    case .noID: "the data layer has no transactionId"
    case .noProductList: "transactionProducts is not a list of maps"
    case .noName(let place): "product \(place) of the transaction has no name"
    }
  }
}
