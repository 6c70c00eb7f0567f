import OrderedCollections
import TagRuntime

/// Reads the supplementals of an answer of the tag server as experiments.
enum ExperimentReader {
  /// The experiments, in order, and what of them was left out.
  static func read(
    _ supplementals: [WireSupplemental]
  ) -> (experiments: [Experiment], remarks: [String]) {
    var remarks: [String] = []
    let experiments = supplementals.map { supplemental in
      let content = supplemental.experimentSupplemental
      var experiment = Experiment(name: supplemental.name)
      experiment.pushes = content.valueToPush.compactMap { value(of: $0) }
      experiment.clears = content.valueToClear.compactMap {
        value(of: $0).map(ValueConversion.text)
      }
      experiment.randoms = content.experimentRandom.filter(\.hasKey).map {
        Experiment.Random(
          key: $0.key, min: $0.minRandom, max: $0.maxRandom,
          retainsOriginalValue: $0.retainOriginalValue, lifetime: $0.lifetimeInMilliseconds)
      }
      let count =
        content.valueToPush.count + content.valueToClear.count + content.experimentRandom.count
      let read = experiment.pushes.count + experiment.clears.count + experiment.randoms.count
      if read < count {
        let remark = ContainerRemark.unreadableExperiment(supplemental.name, count: count - read)
        remarks.append(remark.sentence)
      }
      return experiment
    }
    return (experiments, remarks)
  }

  /// A value, or nil where the SDK cannot make one of it: references and functions have no value
  /// of their own, and a list or map with one of these has none either.
  ///
  /// Source: TAGTypes valueToObject, section 8 of the behaviour notes. The depth is bounded by the
  /// scan.
  private static func value(of wire: WirePlainValue) -> Value? {
    switch wire.type {
    case .string: return .string(wire.string)
    case .integer: return .int(wire.integer)
    case .boolean: return .bool(wire.boolean)
    case .list: return values(of: wire.listItem).map { .list($0) }
    case .template:
      return values(of: wire.templateToken).map {
        .string($0.map(ValueConversion.text).joined())
      }
    case .map:
      guard wire.mapKey.count == wire.mapValue.count, let keys = values(of: wire.mapKey),
        let values = values(of: wire.mapValue)
      else { return nil }
      var members: OrderedDictionary<String, Value> = [:]
      for (key, value) in zip(keys, values) { members[ValueConversion.text(key)] = value }
      return .map(members)
    case .macroReference, .functionID, .tagReference: return nil
    }
  }

  private static func values(of wires: [WirePlainValue]) -> [Value]? {
    var values: [Value] = []
    for wire in wires {
      guard let value = value(of: wire) else { return nil }
      values.append(value)
    }
    return values
  }
}
