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
  var refresher: Refresher
  /// The last question to the tag server.
  var request: ContainerRequest?
  /// The number of its opening, which the answer of the disk carries.
  let number: Int
  /// Whether the refresh mode kept it from being loaded when it was opened.
  var isDefaultOnly = false
  var limiter: RefreshLimiter
  /// The path of its preview; nil where it is not previewed.
  var previewPath: String?
  /// Whether something better than the default has ever arrived.
  var hasLoaded = false
  /// What the disk had.
  var savedOutcome = LoadOutcome.notAsked
  /// What the network had the last time.
  var networkOutcome = LoadOutcome.notAsked

  init(
    _ id: String, _ kind: OpenKind, number: Int, afterRequest last: Int, _ settings: Settings
  ) {
    self.id = id
    self.number = number
    refresher = Refresher(afterRequest: last)
    opening = Opening(kind)
    limiter = RefreshLimiter(settings)
  }
}
