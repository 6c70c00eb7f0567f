public import TagRuntime

/// A change of what a store holds.
public enum StoreChange: Sendable, Hashable {
  /// Puts a hit under the id that it has; no later hit gets one that is not higher.
  case keepHit(StoredHit)
  /// Writes what was learnt of a hit; nothing where it is gone.
  case updateHit(StoredHit)
  /// Takes a hit out.
  case removeHit(id: Int64)
  /// Takes all hits of a queue out.
  case removeHits(HitQueue)
  /// Saves a container, in place of an older copy.
  case saveContainer(id: String, StoredDevice.Container)
  /// Removes everything that an app saved, besides hits: containers and what lasts.
  case removeSaved
  /// Changes what else lasts.
  case lasting(LastingChange)
  /// Keeps the id by which Analytics knows this installation.
  case clientID(String)
  /// Keeps whether the user has opted out.
  case optedOut(Bool)
}
