import OrderedCollections
import TagReference
import TagRuntime

/// What a container did beside what the reference says that it does.
extension Judge {
  /// What differs, in words; nil where nothing does.
  static func difference(
    _ firing: UpdateRecord.Firing, _ told: [ReferenceFiring], in version: ContainerVersion
  ) -> String? {
    func name(_ tag: Int) -> String { version.tags[tag].name ?? "tag \(tag + 1)" }
    guard version.tags.count == firing.tagCount else { return "it has other tags" }
    let fired = firing.tags.map(\.tag)
    if fired != fired.sorted() { return "the tags fire in another order than the container's" }
    for expected in told where expected.isSure && !fired.contains(expected.tag) {
      return "\(name(expected.tag)) does not fire, and should"
    }
    for tag in firing.tags {
      guard let expected = told.first(where: { $0.tag == tag.tag }) else {
        return "\(name(tag.tag)) fires, and should not"
      }
      if let fault = difference(tag.result, expected.action) {
        return "\(name(tag.tag)) \(fault)"
      }
    }
    return nil
  }

  private static func difference(_ result: TagResult, _ action: ReferenceFiring.Action) -> String? {
    switch (action, result) {
    case (.unknown, _): return nil
    case (.hits(let fields), .hits(let hits)):
      let made = hits.map(fields(of:))
      return made == fields
        ? nil : "sends \(words(made)), and should send \(words(fields))"
    case (.ecommerce(let fields), .hits(let hits)):
      let made = hits.map { hit in
        Dictionary(uniqueKeysWithValues: Self.fields(of: hit).map { ($0, $1) })
      }
      guard made != fields else { return nil }
      return "sends \(words(made.map(inOrder))), and should send \(words(fields.map(inOrder)))"
    case (.pixel(let url, let isOpenEnded), .hits(let hits)):
      guard case .pixel(let asked)? = hits.first?.kind, hits.count == 1 else {
        return "asks for no address, and should ask for \(url)"
      }
      let isSame = isOpenEnded ? asked.hasPrefix(url) && asked != url : asked == url
      return isSame ? nil : "asks for \(asked), and should ask for \(url)"
    case (.called(let name), .called(let called)),
      (.nothingRan(let name), .nothingRan(let called)),
      (.threw(let name), .threw(let called, _)):
      return name == called ? nil : "calls \(called), and should call \(name)"
    case (.wrote(let count), .wrote(let updates)):
      return count == updates ? nil : "writes \(updates) updates, and should write \(count)"
    case (.logged(let count, let keeps), .logged(let events, let suppresses)):
      return count == events.count && keeps == suppresses
        ? nil : "logs \(events.count) events, and should log \(count)"
    case (.idle, .ignored), (.refused, .refused): return nil
    default: return "comes to \(words(of: result)), and should come to \(words(of: action))"
    }
  }

  private static func inOrder(_ fields: [String: String]) -> OrderedDictionary<String, String> {
    OrderedDictionary(
      uniqueKeysWithValues: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private static func fields(of hit: Hit) -> OrderedDictionary<String, String> {
    if case .analytics(let fields) = hit.kind { fields } else { [:] }
  }

  private static func words(_ fields: [OrderedDictionary<String, String>]) -> String {
    words(.list(fields.map { .map($0.mapValues { .string($0) }) }))
  }

  private static func words(of result: TagResult) -> String {
    switch result {
    case .hits(let hits): "\(hits.count) hits"
    case .called(let name): "a call of \(name)"
    case .nothingRan(let name): "a call of \(name), which nobody wrote"
    case .threw(let name, _): "an exception of \(name)"
    case .wrote(let updates): "\(updates) updates"
    case .logged(let events, _): "\(events.count) events"
    case .ignored(let reason): "nothing (\(reason))"
    case .refused(let reason): "a refusal (\(reason))"
    }
  }

  private static func words(of action: ReferenceFiring.Action) -> String {
    switch action {
    case .hits(let hits): "\(hits.count) hits"
    case .ecommerce(let hits): "\(hits.count) hits"
    case .pixel(let url, _): "a request of \(url)"
    case .called(let name): "a call of \(name)"
    case .nothingRan(let name): "a call of \(name), which nobody wrote"
    case .threw(let name): "an exception of \(name)"
    case .wrote(let count): "\(count) updates"
    case .logged(let count, _): "\(count) events"
    case .idle: "nothing"
    case .refused: "a refusal"
    case .unknown: "what nobody knows"
    }
  }
}
