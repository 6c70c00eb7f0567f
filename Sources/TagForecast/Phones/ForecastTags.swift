import TagRuntime

/// The tags of both containers of a forecast, each once: two are the same where they have the same
/// name, and are the first, the second and so on of that name.
struct ForecastTags: Sendable {
  /// What they are called, in the order of the old container, then of the new one.
  private(set) var names: [String] = []
  /// What their containers call them, in the same order.
  private var ownNames: [String] = []
  /// For each tag of the old container its place in `names`, and the same of the new one.
  private(set) var ofOld: [Int] = []
  private(set) var ofNew: [Int] = []
  /// Where each is, by its name and whether it is the first, the second and so on of that.
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

  /// The place of a tag that fired, in a container whose tags have these places or in another one;
  /// nil where neither container of the forecast has it.
  func place(of tag: FiredTag, in places: [Int]) -> Int? {
    if places.indices.contains(tag.tag) {
      let place = places[tag.tag]
      if ownNames[place] == tag.name { return place }
    }
    return self.places[Key(name: tag.name, count: 1)]
  }
}
