package import OrderedCollections

/// What the values of a hit's fields say, in words.
package enum HitMeaning {
  /// What the SDK added to a hit, with what its values betray and what of it is inferred.
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

  /// The release of the SDK for iOS that `_v` tells; nil for anything else.
  package static func release(_ text: String) -> SDKVersion? {
    text.hasPrefix("mi") ? SDKVersion(dotted: String(text.dropFirst(2))) : nil
  }

  /// Why a value is not known to be that of a real hit; nil where it is.
  private static func doubt(
    of code: String, _ value: String, in version: SDKVersion?
  ) -> String? {
    if code == "&_u", value == ".nBL" { return "no first hit of a process by a tag was seen" }
    if code == "&_u", value.filter({ $0 == UsageLetter.defaultTracker.rawValue }).count > 1 {
      return "each line of the app takes the default tracker anew"
    }
    return version.flatMap { HitTrait.doubt(of: code, in: $0) }
  }
}
