import TagRuntime
import TagSimulation

extension TokenCursor {
  /// How a container is opened: `prefer-fresh timeout=2s blocking`.
  mutating func opening(
    allowsID: Bool
  ) throws(ScenarioError) -> (opening: AppOpening, id: String?) {
    let kind: OpenKind = try choice("way to open")
    var opening = AppOpening(kind: kind)
    var id: String?
    var keys = KnownKeys(allowsID ? ["timeout", "id"] : ["timeout"])
    while let token = peek {
      if token.word == "blocking", !isAtPair {
        guard kind.isOpener else {
          throw unexpected(token, "no 'blocking': the container is there at once")
        }
        if opening.isBlocking { throw failure(.duplicate(what: "word"), token) }
        index += 1
        opening.isBlocking = true
        continue
      }
      guard isAtPair else {
        throw unexpected(
          token, "blocking or timeout=…",
          suggestion: Suggestion.nearest(to: token.source, among: ["blocking"]))
      }
      let key = token
      if try keys.take(from: &self) == "id" {
        id = try name("a container such as GTM-AB12")
      } else if kind.isOpener {
        opening.timeout = try duration()
      } else {
        throw unexpected(key, "no timeout: the container is there at once")
      }
    }
    return (opening, id)
  }
}
