import OrderedCollections
import TagRuntime

// How much memory the parts of a history are counted for: close to what they take, and found
// without going through them. `HistorySizeTests` holds them against the allocator's own figures.

extension Stretch {
  /// The stretch itself, with the headers of what it refers to.
  static let heldBytes = 256
}

extension Act {
  /// Without the values that it pushes: they are those of the line that was read.
  var heldBytes: Int { MemoryLayout<Act>.size + 32 }
}

extension Simulation {
  /// What keeping the world of this moment takes, beside what the worlds before and after share
  /// with it.
  var heldBytes: Int {
    let keys = process?.runtime.dataLayer.model.count ?? 0
    return MemoryLayout<Simulation>.size + keys * 64
  }
}
