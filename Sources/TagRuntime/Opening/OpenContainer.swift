/// A container that the app has opened.
struct OpenContainer: Sendable {
  let id: String
  var compiled = CompiledContainer.empty
  var source = ContainerSource.none
  /// When it last came from the network; nil is never.
  var refreshed: WallTime?
  /// How the default container was looked for.
  var lookup = DefaultLookup()
  var opening: Opening
  var refresher = Refresher()
  var limiter: RefreshLimiter
  /// The path of its preview; nil where it is not previewed.
  var previewPath: String?
  /// Whether something better than the default has ever arrived.
  var hasLoaded = false
  /// What the disk had.
  var savedOutcome = LoadOutcome.pending
  /// What the network had the last time.
  var networkOutcome = LoadOutcome.pending

  init(_ id: String, _ kind: OpenKind, _ settings: Settings) {
    self.id = id
    opening = Opening(kind)
    limiter = RefreshLimiter(settings)
  }
}
