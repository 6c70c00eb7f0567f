import OrderedCollections

extension TagFunction {
  /// Requests a URL, with `additional_params` appended to its query.
  static let pixel = TagFunction(id: "_img", required: ["url"]) { arguments, evaluator in
    guard var url = arguments.text("url"), !url.isEmpty else {
      evaluator.log(.pixelWithoutURL)
      return .ignored(reason: "the url is empty")
    }
    if let additional = arguments["additional_params"] {
      guard let query = query(from: additional) else {
        evaluator.log(.pixelParameters, url)
        return .ignored(reason: "additional_params is not a list of maps")
      }
      if !query.isEmpty { url += (url.contains("?") ? "&" : "?") + query }
    }
    return .hit(Hit(kind: .pixel(url: url), tag: arguments.name, created: evaluator.moment.wall))
  }

  private static func query(from additional: Resolved) -> String? {
    guard let maps = additional.value?.elements else {
      return additional == .undefined ? "" : nil
    }
    var pairs: [String] = []
    for map in maps {
      guard let members = map.members else { return nil }
      for (key, value) in members.elements {
        pairs.append(
          PercentEncoding.encode(key) + "=" + PercentEncoding.encode(ValueConversion.text(value)))
      }
    }
    return pairs.joined(separator: "&")
  }
}
