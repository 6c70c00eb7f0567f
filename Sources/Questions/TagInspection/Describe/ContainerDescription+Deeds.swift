import TagRuntime

/// What tags do in a few words: the names of those without one.
extension ContainerDescription {
  /// A name for each tag, in their order: its own, or what it does with its number.
  ///
  /// "screen view to UA-…45 (tag 1)"; compiled v5 containers leave names out.
  package var titles: [String] {
    tags.map { $0.isNamed ? $0.name : deed(of: $0, withTarget: true) + " (\($0.name))" }
  }

  /// What each tag does: "screen view", "event, Interaction", "Interaction, to Firebase".
  package var deeds: [String] { tags.map { deed(of: $0, withTarget: false) } }

  private func deed(of tag: Tag, withTarget: Bool) -> String {
    func to(_ target: String) -> String { withTarget ? " to " + Self.shortTarget(target) : "" }
    switch tag.action {
    case .hit(let type, let property, let fields, let ecommerce):
      var words = String(Self.hitWords(type).drop { $0 != " " }.dropFirst())
      if type == "event" {
        let subject = ecommerce == nil ? subject(of: tag, fields) : "e-commerce"
        words += subject.map { ", " + $0 } ?? ""
      }
      return words + to(property)
    case .transaction(let property): return "transaction" + to(property)
    case .request(let url, _):
      let host = url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?:".contains($0) }
      return "request to " + (host.isEmpty || host.contains("{") ? "an address" : String(host))
    case .firebase(let event):
      switch event.action {
      case .measure: return "\(event.name ?? "event"), to Firebase"
      case .filter: return event.name.map { "event renamed to \($0)" } ?? "event changed"
      case .block: return "event blocked"
      }
    case .runtime(let function): return "run of \(function)"
    case .call(let function, _): return "call of \(function.split(separator: ".").last ?? "?")"
    case .write(let keys, _): return "write of \(keys.first?.name ?? "nothing")"
    case .nothing: return "nothing"
    }
  }

  /// What an event is about: its first constant field, or what it is sent at.
  private func subject(of tag: Tag, _ fields: [Field]) -> String? {
    for code in ["&ea", "&ec", "&el"] {
      guard let value = fields.first(where: { $0.name == code })?.value else { continue }
      let text = value.unquoted
      if !text.isEmpty, text != "\"\"", !text.contains("{{") { return String(text) }
    }
    return events.first { !Set($0.rules).isDisjoint(with: tag.firing) && $0.verb != nil }?.text
  }

  /// "UA-…45" for "UA-3635138-45": the property of an account, as a title has room for it.
  static func shortTarget(_ property: String) -> String {
    let parts = property.split(separator: "-")
    return parts.count == 3 ? "\(parts[0])-…\(parts[2])" : property
  }
}

extension ContainerDescription {
  /// Says how often a tag does something in addition, or less often: "2 more requests to
  /// ads.example.com".
  ///
  /// - Parameters:
  ///   - tag: its position.
  ///   - count: how often.
  ///   - word: "more" or "fewer".
  package func difference(of tag: Int, by count: Int, _ word: String) -> String {
    let deed = deed(of: tags[tag], withTarget: true)
    let nouns = ["request", "screen view", "transaction", "call", "write", "run", "event"]
    let noun = nouns.first {
      deed == $0 || deed.hasPrefix($0 + " to ") || deed.hasPrefix($0 + " of ")
    }
    guard let noun else { return "\(count) \(word) of \(titles[tag])" }
    return "\(count) \(word) \(noun)\(count == 1 ? "" : "s")\(deed.dropFirst(noun.count))"
  }
}
