package import OrderedCollections

/// What the values of a hit's fields say, in words.
package enum HitMeaning {
  /// What the SDK added to a hit, with what its values betray and what of it is inferred.
  package static func annotated(
    _ added: OrderedDictionary<String, String>
  ) -> OrderedDictionary<String, String> {
    var annotated = added
    for (code, value) in added.elements {
      var remarks: [String] = []
      if code == "&_u", let reading = UsageReading(value) { remarks.append(reading.sentence) }
      if let doubt = doubt(of: code, value) { remarks.append("(inferred: \(doubt))") }
      if !remarks.isEmpty { annotated[code] = ([value] + remarks).joined(separator: "  ") }
    }
    return annotated
  }

  /// Why a value is not known to be that of a real hit; nil where it is.
  private static func doubt(of code: String, _ value: String) -> String? {
    switch (code, value) {
    case ("&_u", ".nBL"): "no first hit of a process with a tag was seen"
    default: nil
    }
  }
}
