/// A container that the app has opened.
struct OpenContainer: Sendable {
  let id: String
  var compiled = CompiledContainer.empty
  var source = ContainerSource.none
  /// When it last came from the network; nil is never.
  var refreshed: WallTime?
  var opening: Opening
  var limiter: RefreshLimiter
  /// Whether a load from the network is under way.
  var isLoading = false
  /// Whether something better than the default has ever arrived.
  var hasLoaded = false

  init(_ id: String, _ kind: OpenKind, _ settings: Settings) {
    self.id = id
    opening = Opening(kind)
    limiter = RefreshLimiter(settings)
  }
}
