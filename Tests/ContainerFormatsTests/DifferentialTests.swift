import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import ContainerFormats

/// One container in every format that can hold it does the same with the same pushes.
@Suite struct DifferentialTests {
  /// What one form of a container came to.
  private struct Outcome: Equatable {
    var fired: [[String]] = []
    var hits: [[Hit.Kind]] = []
    var values: [String] = []
  }

  private func outcome(of version: ContainerVersion, _ pushes: [Value]) -> Outcome {
    var harness = RuntimeHarness()
    // The bundle looks for a binary under the bare id, whatever file the container came from.
    var version = version
    version.format = .binary
    harness.bundle = CompiledContainer(version)
    harness.open()
    var outcome = Outcome()
    for push in pushes {
      let effects = harness.push(push)
      outcome.fired.append(effects.firedTags)
      outcome.hits.append(effects.hits.map(\.kind))
    }
    for (key, kind) in [("title", ValueKind.string), ("size", .int64), ("none", .boolean)] {
      let reading = harness.runtime.reading(
        of: key, as: kind, in: RuntimeHarness.containerID, at: harness.now, host: harness.host)
      outcome.values.append(reading.shownValue)
    }
    return outcome
  }

  @Test func anExportAndItsBinaryFireAlike() throws {
    var fired = 0
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomShop(seed: seed)
      let export = try ContainerReader.read(random.export(), name: "export")
      let bytes = try BinaryWriter.write(export).bytes
      let binary = try ContainerReader.read(bytes, name: "binary")
      let pushes = (0..<12).map { _ in random.push() }
      let expected = outcome(of: export, pushes)
      #expect(outcome(of: binary, pushes) == expected, "seed \(seed)")
      fired += expected.fired.joined().count
    }
    #expect(fired > 1_000, "random shops fire often enough to tell a difference")
  }

  /// The same keys and values as JSON and as a property list, and as a binary of each.
  @Test func keysAndValuesReadAlike() throws {
    let json = #"{"title": "Hi", "size": 50, "none": true, "part": {"deep": "x"}}"#
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>title</key><string>Hi</string><key>size</key><integer>50</integer>
      <key>none</key><true/><key>part</key><dict><key>deep</key><string>x</string></dict>
      </dict></plist>
      """
    let texts = [json, xml].map { Array($0.utf8) }
    var outcomes: [Outcome] = []
    for bytes in texts {
      let version = try ContainerReader.read(bytes, name: "values")
      outcomes.append(outcome(of: version, []))
      let binary = try ContainerReader.read(try BinaryWriter.write(version).bytes, name: "binary")
      outcomes.append(outcome(of: binary, []))
    }
    #expect(outcomes.allSatisfy { $0 == outcomes[0] })
    #expect(outcomes[0].values == ["\"Hi\"", "50", "true"])
  }
}
