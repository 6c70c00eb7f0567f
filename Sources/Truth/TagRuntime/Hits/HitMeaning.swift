package import OrderedCollections

/// The meaning of the values of a hit's fields, in words.
package enum HitMeaning {
  /// Annotates the fields that the SDK added to a hit with what their values reveal and which of
  /// them are inferred.
  package static func annotated(
    _ added: OrderedDictionary<String, String>
  ) -> OrderedDictionary<String, String> {
    let version = added["&_v"].flatMap(release)
    var annotated = added
    for (code, value) in added.elements {
      var remarks: [String] = []
      if code == "&_u", let reading = UsageReading(value) { remarks.append(reading.sentence) }
      if let doubt = doubt(of: code, value, in: version) { remarks.append("(inferred: \(doubt))") }
      if !remarks.isEmpty { annotated[code] = ([value] + remarks).joined(separator: "  ") }
    }
    return annotated
  }

  /// Returns the release of the SDK for iOS in `_v`; nil for anything else.
  package static func release(_ text: String) -> SDKVersion? {
    text.hasPrefix("mi") ? SDKVersion(dotted: String(text.dropFirst(2))) : nil
  }

  /// Returns the reason why a value is not known from real hits; nil if it is.
  private static func doubt(
    of code: String, _ value: String, in version: SDKVersion?
  ) -> String? {
    if code == "&_u", value == ".nBL" {
      return "the first hit that a tag sent in this process was not seen"
    }
    if code == "&_u", value.filter({ $0 == UsageLetter.defaultTracker.rawValue }).count > 1 {
      return "each line of the app gets the default tracker again"
    }
    return version.flatMap { HitTrait.doubt(of: code, in: $0) }
  }
}
