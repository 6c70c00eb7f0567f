public import TagRuntime

/// One thing that happened while a container was opened or refreshed.
public struct LoadEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// It was opened.
    case opened(OpenKind)
    /// It was not opened, for it is open already, or else too many are.
    case openRefused(isOpen: Bool)
    /// The app was given it.
    case handedOut(HandingOut)
    /// A load began.
    case began(RefreshKind)
    /// A load brought something, or nothing newer.
    case succeeded(RefreshKind)
    /// A load brought nothing.
    case failed(RefreshKind, RefreshFailure)
    /// The app asked for a refresh too often.
    case refreshRefused
    /// It was closed.
    case closed
  }

  /// The public id.
  public var container: String
  /// What happened.
  public var kind: Kind
  /// Where what is in use now came from.
  public var source: ContainerSource
  /// The version that is in use now.
  public var version: String
  /// When, by the clock that never goes back.
  public var instant: Instant
  /// When, by the wall clock.
  public var wall: WallTime
  /// The number of the launch, from 1.
  public var launch: Int
}
