import OrderedCollections
import SwiftProtobuf
public import TagRuntime

/// Writes a container with what came beside it, as the tag server answers.
public enum AnswerWriter {
  /// The tag of a key, which is how a resource in an answer begins.
  private static let keyTag: UInt8 = 0x0A
  /// The tag of the resource in an answer.
  private static let resourceTag: UInt8 = 0x12

  /// Writes a container: the JSON of `FirebaseWriter` for v5; for the legacy SDK the binary of
  /// `BinaryWriter`, in an envelope with the fingerprint and the experiments where there are any.
  ///
  /// - Throws: `UnwritableContainer` for what the format cannot hold, and for what readers refuse.
  /// - Complexity: O(n log n) in the nodes of all values and in the keys.
  public static func write(_ version: ContainerVersion) throws(UnwritableContainer) -> [UInt8] {
    if version.generation == .firebase { return try FirebaseWriter.write(version).bytes }
    var resource = try BinaryWriter.write(version).bytes
    if version.experiments.isEmpty, version.fingerprint == nil { return resource }
    if resource.first != keyTag {
      // Without a key it would not be known as an answer; nothing refers to this one.
      let key = Array(BinaryWriter.reservedKeys[0].utf8)
      resource = [keyTag, UInt8(key.count)] + key + resource
    }
    var answer = WireSupplementedResource()
    for experiment in version.experiments {
      answer.supplemental.append(try wire(experiment))
    }
    if let fingerprint = version.fingerprint { answer.fingerprint = fingerprint }
    guard let envelope: [UInt8] = try? answer.serializedBytes() else {
      // Messages without required fields fail only past 2 GB.
      throw UnwritableContainer(.tooLarge(bytes: .max, limit: ContainerLimits.bytes))
    }
    let bytes = envelope + [resourceTag] + varint(resource.count) + resource
    guard bytes.count <= ContainerLimits.bytes else {
      throw UnwritableContainer(.tooLarge(bytes: bytes.count, limit: ContainerLimits.bytes))
    }
    return bytes
  }

  private static func varint(_ number: Int) -> [UInt8] {
    var rest = number
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func wire(
    _ experiment: Experiment
  ) throws(UnwritableContainer) -> WireSupplemental {
    let place = "experiment '\(experiment.name)'"
    var content = WireExperimentSupplemental()
    for value in experiment.pushes {
      content.valueToPush.append(try wire(value, place, depth: 1))
    }
    for text in experiment.clears {
      content.valueToClear.append(try wire(.string(text), place, depth: 1))
    }
    content.experimentRandom = experiment.randoms.map { random in
      var wire = WireExperimentRandom()
      wire.key = random.key
      wire.minRandom = random.min
      wire.maxRandom = random.max
      wire.retainOriginalValue = random.retainsOriginalValue
      wire.lifetimeInMilliseconds = random.lifetime
      return wire
    }
    var supplemental = WireSupplemental()
    supplemental.name = experiment.name
    supplemental.experimentSupplemental = content
    return supplemental
  }

  private static func wire(
    _ value: Value, _ place: String, depth: Int
  ) throws(UnwritableContainer) -> WirePlainValue {
    guard depth <= ContainerLimits.depth else {
      throw UnwritableContainer(.tooDeep(place: place, limit: ContainerLimits.depth))
    }
    var wire = WirePlainValue()
    switch value {
    case .string(let text):
      wire.type = .string
      wire.string = text
    case .int(let integer):
      wire.type = .integer
      wire.integer = integer
    case .bool(let flag):
      wire.type = .boolean
      wire.boolean = flag
    case .list(let elements):
      wire.type = .list
      for element in elements {
        wire.listItem.append(try self.wire(element, place, depth: depth + 1))
      }
    case .map(let members):
      wire.type = .map
      for (key, member) in members.elements {
        wire.mapKey.append(try self.wire(.string(key), place, depth: depth + 1))
        wire.mapValue.append(try self.wire(member, place, depth: depth + 1))
      }
    case .double: throw UnwritableContainer(.value(kind: "double", place: place))
    case .null: throw UnwritableContainer(.value(kind: "null", place: place))
    case .absent: throw UnwritableContainer(.value(kind: "absent", place: place))
    }
    return wire
  }
}
