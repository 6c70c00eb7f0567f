import OrderedCollections

extension TagFunction {
  /// The name of the cache buster where `cache_buster_value` gives none.
  ///
  /// Source: section 3.4 of the format notes.
  static let cacheBuster = "gtmcb"

  /// Requests a URL, with `additional_params` appended to its query, and last, where
  /// `cache_buster` is true, a random number, so that nothing between the phone and the server
  /// answers in the server's place.
  ///
  /// Source: sections 6.6 of the behaviour notes and 1.4 of the format notes.
  ///
  /// With an `unrepeatable` id it does so once ever: the id counts as used when the hit is made. An
  /// empty one is none.
  static let pixel = TagFunction(id: "_img", required: ["url"]) { arguments, evaluator in
    let unrepeatable = arguments.text("unrepeatable") ?? ""
    if evaluator.lasting.unrepeatableIDs.contains(unrepeatable) {
      return .ignored(reason: "already sent once (unrepeatable ID)")
    }
    guard var url = arguments.text("url"), !url.isEmpty else {
      evaluator.log(.pixelWithoutURL, arguments.name)
      evaluator.hasRaised = evaluator.settings.quirks.contains(.tagExceptionEndsEvaluation)
      return .ignored(reason: "the url is empty")
    }
    if let additional = arguments["additional_params"] {
      guard let query = query(from: additional) else {
        evaluator.log(.pixelParameters, url)
        return .ignored(reason: "additional_params is not a list of maps")
      }
      url = appending(query, to: url)
    }
    if arguments.boolean("cache_buster") {
      let name = arguments.text("cache_buster_value").flatMap { $0.isEmpty ? nil : $0 }
      let number = evaluator.random.integer(in: 0...2_147_483_647)
      url = appending(PercentEncoding.encode(name ?? cacheBuster) + "=\(number)", to: url)
    }
    if !unrepeatable.isEmpty { evaluator.change(.keepUnrepeatable(id: unrepeatable)) }
    return .hits([
      Hit(kind: .pixel(url: url), tag: arguments.name, created: evaluator.moment.wall)
    ])
  }

  /// A query goes before the fragment, which no server sees.
  static func appending(_ query: String, to url: String) -> String {
    if query.isEmpty { return url }
    let end = url.firstIndex(of: "#") ?? url.endIndex
    let head = url[..<end]
    return head + (head.contains("?") ? "&" : "?") + query + url[end...]
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
