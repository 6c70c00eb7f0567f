/// The types of hits that `send` makes, with their keys.
enum HitShape: String, CaseIterable {
  case screen, event, exception, timing, social, transaction, item

  /// A key of a type of hit.
  struct Field {
    enum Kind {
      case text, flag, milliseconds
    }

    let key: String
    let code: String
    var kind = Kind.text
  }

  /// The type on the wire.
  var type: String { self == .screen ? "screenview" : rawValue }

  var fields: [Field] {
    switch self {
    case .screen: [Field(key: "name", code: "&cd")]
    case .event:
      [
        Field(key: "category", code: "&ec"), Field(key: "action", code: "&ea"),
        Field(key: "label", code: "&el"), Field(key: "value", code: "&ev"),
      ]
    case .exception:
      [Field(key: "description", code: "&exd"), Field(key: "fatal", code: "&exf", kind: .flag)]
    case .timing:
      [
        Field(key: "category", code: "&utc"),
        Field(key: "interval", code: "&utt", kind: .milliseconds),
        Field(key: "name", code: "&utv"), Field(key: "label", code: "&utl"),
      ]
    case .social:
      [
        Field(key: "network", code: "&sn"), Field(key: "action", code: "&sa"),
        Field(key: "target", code: "&st"),
      ]
    case .transaction:
      [
        Field(key: "id", code: "&ti"), Field(key: "affiliation", code: "&ta"),
        Field(key: "revenue", code: "&tr"), Field(key: "tax", code: "&tt"),
        Field(key: "shipping", code: "&ts"), Field(key: "currency", code: "&cu"),
      ]
    case .item:
      [
        Field(key: "transaction", code: "&ti"), Field(key: "name", code: "&in"),
        Field(key: "sku", code: "&ic"), Field(key: "category", code: "&iv"),
        Field(key: "price", code: "&ip"), Field(key: "quantity", code: "&iq"),
        Field(key: "currency", code: "&cu"),
      ]
    }
  }
}
