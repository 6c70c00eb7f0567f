import OrderedCollections

extension Runtime {
  /// Writes the experiments of a container that comes into use to the data layer: each clears, then
  /// pushes, then draws its random numbers.
  ///
  /// Source: LegacySDK §12; the order is inferred.
  mutating func apply(_ experiments: [Experiment]) {
    for experiment in experiments {
      guard experiment.name.hasPrefix(Experiment.namePrefix) else {
        log(.experimentIgnored, experiment.name, Experiment.namePrefix)
        continue
      }
      for prefix in experiment.clears where !prefix.isEmpty {
        clear(prefix: prefix)
      }
      for update in experiment.pushes.compactMap(\.members) {
        drain(update, .experiment)
      }
      for random in experiment.randoms {
        draw(random, of: experiment)
      }
    }
  }

  /// Sets the value at a dotted path to null, and deletes the stored values there and below.
  ///
  /// Source: LegacySDK §8.6; TAGDataLayer clearPersistentKeysWithPrefix.
  private mutating func clear(prefix: String) {
    drain([prefix: .null], .experiment)
    deleteKeys(prefix: prefix)
  }

  private mutating func draw(_ draw: Experiment.Random, of experiment: Experiment) {
    if draw.retainsOriginalValue, let value = dataLayer.get(draw.key), value != .null { return }
    guard draw.min <= draw.max else {
      log(.experimentRange, experiment.name, draw.key, String(draw.min), String(draw.max))
      return
    }
    let number = Value.int(random.integer(in: draw.min...draw.max))
    var update: OrderedDictionary<String, Value> = [draw.key: number]
    if draw.lifetime > 0 { update["gtm"] = ["lifetime": .int(draw.lifetime)] }
    drain(update, .experiment)
  }
}
