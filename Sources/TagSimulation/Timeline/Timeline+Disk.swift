package import TagRuntime

extension Timeline {
  /// What has changed on the phone's disk since a save of it, for whoever keeps it in a file; nil
  /// where that is not known. `Disk` says more.
  package mutating func takeDiskChanges(since save: Int?, next: Int) -> [DiskChange]? {
    live.world.disk.takeChanges(since: save, next: next)
  }
}
