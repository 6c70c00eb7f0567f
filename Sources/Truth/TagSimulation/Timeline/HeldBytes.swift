import OrderedCollections
import TagRuntime

// The memory counted for the parts of a history: close to their actual size, and found without
// traversing them. `tagsim-lab bench W8.memory` shows the count next to the size of a process.

extension Stretch {
  /// The stretch itself, with the headers of what it refers to.
  static let heldBytes = 256
}

extension Act {
  /// Without the values that it passes.
  var heldBytes: Int { MemoryLayout<Act>.size + 32 }

  /// The values that it passes. They belong to the line of the scenario that was read; only those
  /// of a typed line belong to the history.
  var valueBytes: Int {
    switch self {
    case .app(let call): call.valueBytes
    case .tap(_, let arguments): Value.map(arguments).heldBytes
    default: 0
    }
  }
}

extension HistoryStep {
  /// The act of the step, with its values if nothing else stores them.
  var actBytes: Int {
    guard case .act(let act, let isTyped) = self else { return 0 }
    return act.heldBytes + (isTyped ? act.valueBytes : 0)
  }
}

extension Simulation {
  /// A hit with its fields, and the request that carried it.
  private static let hitBytes = 2048
  /// A world without its lists, in bytes.
  private static let bareWorld = 4944
  /// A key at the top of the data layer, or a name that Firebase remembers.
  private static let keyBytes = 96

  /// Returns the memory of storing the world of this moment, beyond what it shares with an earlier
  /// one.
  func heldBytes(after last: Simulation?) -> Int {
    let keys = (process?.runtime).map { $0.dataLayer.model.count + $0.rememberedNames } ?? 0
    let made = Int(world.disk.nextHitID - (last?.world.disk.nextHitID ?? 0))
    let held = min(world.ledger.waiting + KeptWorld.endedHits, made)
    return Self.bareWorld + keys * Self.keyBytes + held * Self.hitBytes
      + writtenBytes(after: last)
  }

  /// Returns the bytes of the data layer written since an earlier world, which are not shared with
  /// it: at most all of it.
  private func writtenBytes(after last: Simulation?) -> Int {
    guard let layer = process?.runtime.dataLayer else { return 0 }
    let before = last?.process?.runtime.dataLayer.writtenBytes ?? 0
    let written = layer.writtenBytes - before
    // If it wrote less, it is a different one, of a later launch.
    return min(layer.bytes, written < 0 ? layer.writtenBytes : written)
  }
}
