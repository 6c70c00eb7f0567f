/// The keys that a statement takes as `key=value`, each at most once.
struct KnownKeys {
  private let known: [String]
  private var taken: [String] = []

  init(_ known: [String]) { self.known = known }

  /// Takes a key and its `=`.
  mutating func take(from cursor: inout TokenCursor) throws(ScenarioError) -> String {
    let token = try cursor.key()
    return try check(token, cursor)
  }

  /// The name of a key that is known and new.
  mutating func check(_ token: Token, _ cursor: TokenCursor) throws(ScenarioError) -> String {
    guard let name = known.first(where: { $0 == token.word }) else {
      throw cursor.unknown(token, "key", among: known)
    }
    if taken.contains(name) { throw cursor.failure(.duplicate(what: "key"), token) }
    taken.append(name)
    return name
  }
}
