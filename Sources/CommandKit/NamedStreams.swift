import Synchronization

/// The paths of the command line, which may lead to pipes and devices: `<(...)` of a shell is a
/// pipe, and whoever writes `/dev/stdin` means it.
package enum NamedStreams {
  private static let noted = Mutex<Set<String>>([])

  /// The paths that were noted.
  package static var paths: Set<String> { noted.withLock { $0 } }

  /// Notes a command line, on which any word may be a path, and so may what follows the `=` of an
  /// option.
  package static func note(_ arguments: [String]) {
    var paths: Set<String> = []
    for word in arguments {
      paths.insert(StandardInput.path(word))
      paths.insert(word)
      guard word.hasPrefix("-"), let sign = word.firstIndex(of: "=") else { continue }
      let value = String(word[word.index(after: sign)...])
      paths.formUnion([value, StandardInput.path(value)])
    }
    noted.withLock { $0 = paths }
  }
}
