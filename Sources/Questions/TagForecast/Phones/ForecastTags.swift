import TagRuntime

/// The tags of both containers of a forecast, each once. Two tags are the same if they have the
/// same name and the same position (first, second and so on) among the tags of that name.
struct ForecastTags: Sendable {
  /// The names of the tags, in the order of the old container, then of the new one.
  private(set) var names: [String] = []
  /// The names of the tags in their containers, in the same order.
  private var ownNames: [String] = []
  /// The index in `names` of each tag of the old container, then of the new one.
  private(set) var ofOld: [Int] = []
  private(set) var ofNew: [Int] = []
  /// The index of each tag, by its name and its position among the tags of that name.
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var name: String
    var count: Int
  }

  init(_ old: CompiledContainer, _ new: CompiledContainer) {
    ofOld = take(old.allTagNames)
    ofNew = take(new.allTagNames)
  }

  private mutating func take(_ tags: [String]) -> [Int] {
    var seen: [String: Int] = [:]
    return tags.map { tag in
      seen[tag, default: 0] += 1
      let count = seen[tag] ?? 1
      if let place = places[Key(name: tag, count: count)] { return place }
      places[Key(name: tag, count: count)] = names.count
      names.append(count == 1 ? tag : "\(tag) (\(count))")
      ownNames.append(tag)
      return names.count - 1
    }
  }

  /// The index of a tag that fired. `places` has the indices of its container's tags; nil if
  /// neither container of the forecast has the tag.
  func place(of tag: FiredTag, in places: [Int]) -> Int? {
    if places.indices.contains(tag.tag) {
      let place = places[tag.tag]
      if ownNames[place] == tag.name { return place }
    }
    return self.places[Key(name: tag.name, count: 1)]
  }
}
