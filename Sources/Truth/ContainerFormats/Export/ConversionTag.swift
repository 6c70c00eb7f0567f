import OrderedCollections
import TagRuntime

/// The conversion tracking of Google Ads (`awct`) in a legacy container: a pixel with the request
/// that the fields of the tag describe.
///
/// Inferred: the tag server turns the tag into a pixel (Formats §3.4), and no compiled one is
/// known; the address is that of the image in Google's conversion snippet.
enum ConversionTag {
  private static let address = "https://www.googleadservices.com/pagead/conversion/"

  /// The keys of the request by the fields of the tag, in the order of the request.
  private static let keys = [
    (field: "conversionLabel", key: "label"), (field: "conversionValue", key: "value"),
    (field: "currencyCode", key: "currency_code"), (field: "orderId", key: "oid"),
  ]

  private static let required = [
    (field: "conversionId", name: "conversion ID"),
    (field: "conversionLabel", name: "conversion label"),
  ]

  /// Returns the reason why a tag makes no request; nil if it does, and for any other tag.
  static func obstacle(
    _ type: String, _ parameters: [(key: String, value: ExportParameter)],
    in generation: SDKGeneration
  ) -> LeftOutPart.Reason? {
    guard type == ExportCatalogue.conversion, generation == .legacy else { return nil }
    let missing = required.filter { expression(of: $0.field, parameters) == nil }.map(\.name)
    return missing.isEmpty ? nil : .incomplete(missing: missing.joined(separator: " and no "))
  }

  /// Returns the parameters of the pixel.
  static func wireParameters(
    _ parameters: [(key: String, value: ExportParameter)]
  ) -> OrderedDictionary<String, Expression> {
    let id = expression(of: "conversionId", parameters) ?? .constant(.string(""))
    let pairs = keys.compactMap { field, key in
      expression(of: field, parameters).map { value in
        Expression.map([
          Expression.Entry(key: .constant(.string(key)), value: value)
        ])
      }
    }
    return [
      "url": joined([.constant(.string(address)), id, .constant(.string("/"))]),
      "additional_params": .list(pairs),
    ]
  }

  private static func joined(_ parts: [Expression]) -> Expression {
    var texts: [String] = []
    for part in parts {
      guard case .constant(let value) = part else { return .template(parts) }
      texts.append(ValueConversion.text(value))
    }
    return .constant(.string(texts.joined()))
  }

  /// Returns the content of a field; nil if it is missing or empty.
  private static func expression(
    of field: String, _ parameters: [(key: String, value: ExportParameter)]
  ) -> Expression? {
    guard let value = parameters.last(where: { $0.key == field })?.value.expression else {
      return nil
    }
    if case .constant(.string(let text)) = value, text.isEmpty { return nil }
    return value
  }
}
