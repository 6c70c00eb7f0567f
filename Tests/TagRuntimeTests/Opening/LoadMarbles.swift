import TagRuntime
import TestSupport

/// Plays a container's life on a line: one letter is a quarter of a second.
///
/// The world's line: `o` an opener opens, `c` a callback opens, `s` the disk has a fresh copy,
/// `S` a stale one, `-` none, `e` the disk fails; `n` the network brings a container,
/// `=` nothing newer, `x` it fails; `r` the app refreshes, `z` it closes the container;
/// `v` a preview link is opened, `q` the link that ends the preview.
///
/// What the app and the SDK's own openers hear: `b` and `B` a load from the disk or the network
/// begins, `k` and `K` it succeeds, `f` and `F` it fails; `A` the container is handed out,
/// `T` after the timeout, `R` returned at once, `a` open already; `r` the refresh is refused,
/// `!` the open, `o` opened, `z` closed, `P` previewed, `E` no more, `X` the link
/// is refused. Several in a quarter stand in parentheses.
enum LoadMarbles {
  static let quarter = Duration.milliseconds(250)
  static let id = RuntimeHarness.containerID
  private static let link = "tagmanager.c.com.example.app://preview/p?id=" + id

  static func play(
    _ world: String, kind: OpenKind = .preferNonDefault, settings: Settings = Settings()
  ) -> String {
    var harness = RuntimeHarness(settings: settings)
    harness.bundle = ContainerBuilder(version: "1").compiled
    var heard = ""
    for (tick, letter) in world.enumerated() {
      var effects = tick == 0 ? [] : harness.wait(quarter)
      effects += happen(letter, kind, &harness)
      let letters = effects.notifications.compactMap(Self.letter)
      heard += letters.count > 1 ? "(" + String(letters) + ")" : String(letters.first ?? " ")
    }
    return heard
  }

  private static func happen(
    _ letter: Character, _ kind: OpenKind, _ harness: inout RuntimeHarness
  ) -> [Effect] {
    switch letter {
    case "o": harness.open(kind: kind)
    case "c": harness.open(kind: .callback)
    case "s": harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(1))
    case "S": harness.savedLoaded(ContainerBuilder(version: "7"), age: .hours(13))
    case "-": harness.nothingSaved()
    case "e":
      harness.send(.savedLoaded(container: id, opening: harness.opening, .failure(.ioError)))
    case "n": harness.fetched(.success(ContainerBuilder(version: "8")))
    case "=": harness.fetched(.success(nil))
    case "x": harness.fetched(.failure(.networkError))
    case "r": harness.refresh()
    case "z": harness.send(.call(.close(container: id)))
    case "v": harness.send(.call(.preview(url: link + "&gtm_auth=a&gtm_preview=9")))
    case "q": harness.send(.call(.preview(url: link + "&gtm_preview=")))
    default: []
    }
  }

  private static func letter(_ notification: TagRuntime.Notification) -> Character? {
    switch notification {
    case .opened: "o"
    case .openRefused: "!"
    case .closed: "z"
    case .containerAvailable(_, .found, _): "A"
    case .containerAvailable(_, .timedOut, _): "T"
    case .containerAvailable(_, .returned, _): "R"
    case .containerAvailable(_, .alreadyOpen, _): "a"
    case .refreshBegan(_, let kind): kind == .saved ? "b" : "B"
    case .refreshSucceeded(_, let kind): kind == .saved ? "k" : "K"
    case .refreshFailed(_, let kind, _): kind == .saved ? "f" : "F"
    case .refreshRefused: "r"
    case .previewAnswered(.previewing): "P"
    case .previewAnswered(.ended): "E"
    case .previewAnswered(.refused): "X"
    default: nil
    }
  }
}
