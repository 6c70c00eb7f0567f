import ContainerFormats
import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// Containers of real apps, which the package does not ship.
///
/// `TAGSIM_REAL_CONTAINERS=<folder> swift test` runs these tests over a folder with the
/// subfolders `binary`, `decoded` (an independent reading of each binary as JSON), `simple`,
/// `export` and `v5`.
@Suite(
  .disabled(
    if: RealContainers.folder == nil,
    "set TAGSIM_REAL_CONTAINERS to a folder with binary/, decoded/, simple/, export/ and v5/"))
struct RealContainerTests {
  @Test(arguments: RealContainers.files(in: "binary"))
  func readsBinaries(file: String) throws {
    let bytes = try RealContainers.bytes("binary/" + file)
    guard RealContainers.files(in: "decoded").contains(file + ".json") else {
      // Every binary has its reading, except those that nobody can read.
      let error = try #require(throws: ContainerError.self) {
        try ContainerReader.read(bytes, name: file)
      }
      #expect(error.description.contains("saved by a text editor or transferred as text"))
      return
    }
    let read = try ContainerReader.read(bytes, name: file)
    let decoded = try JSONReader.read(RealContainers.bytes("decoded/\(file).json"))
    #expect(DecodedContainer.text(of: read) == JSONWriter.write(DecodedContainer.kept(decoded)))
  }

  @Test(arguments: RealContainers.files(in: "simple"))
  func readsOrExplainsKeysAndValues(file: String) throws {
    let bytes = try RealContainers.bytes("simple/" + file)
    do throws(ContainerError) {
      let container = try ContainerReader.read(bytes, name: file)
      #expect(!container.macros.isEmpty)
    } catch {
      #expect(error.description.contains("no SDK reads it"))
    }
  }

  @Test(arguments: RealContainers.files(in: "v5"))
  func readsTheSecondGeneration(file: String) throws {
    let container = try ContainerReader.read(RealContainers.bytes("v5/" + file), name: file)
    #expect(container.format == .firebase)
    #expect(container.remarks.isEmpty)
    #expect(!container.tags.isEmpty)
    #expect(!container.rules.isEmpty)
    #expect(container.runtimeFunctions.contains("main"))
  }

  @Test(arguments: RealContainers.files(in: "export"))
  func readsExports(file: String) throws {
    let container = try ContainerReader.read(RealContainers.bytes("export/" + file), name: file)
    #expect(container.remarks.isEmpty)
    #expect(container.leftOut.allSatisfy { $0.reason == .unused })
    #expect(!container.tags.isEmpty)
  }

  /// The binary of the container that an export holds: the one whose name has the container id.
  private static func pair(of file: String) throws -> (ContainerVersion, ContainerVersion)? {
    let bytes = try RealContainers.bytes("export/" + file)
    let export = try ContainerReader.read(bytes, name: file)
    let id = try #require(export.containerID).lowercased().replacing("-", with: "_")
    let binaries = RealContainers.files(in: "binary").filter { $0.lowercased().contains(id) }
    guard let binary = binaries.first else { return nil }
    return (
      export, try ContainerReader.read(RealContainers.bytes("binary/" + binary), name: binary)
    )
  }

  /// An export and a binary of one container say the same, up to the order of macros and the
  /// hidden macros that the compiler adds.
  @Test(arguments: RealContainers.files(in: "export"))
  func compilesKnownPairs(file: String) throws {
    guard let (export, binary) = try Self.pair(of: file) else { return }
    #expect(export.tags == binary.tags)
    for (ours, theirs) in zip(export.tags, binary.tags) {
      #expect(ours.parameters.keys == theirs.parameters.keys)
    }
    #expect(export.predicates.count == binary.predicates.count)
    #expect(export.predicates.allSatisfy(binary.predicates.contains))
    #expect(export.rules.map(\.addTags) == binary.rules.map(\.addTags))
    #expect(export.rules.map(\.addTagRuleNames) == binary.rules.map(\.addTagRuleNames))
    #expect(export.rules.map(\.addTagTriggerIDs) == binary.rules.map(\.addTagTriggerIDs))
    #expect(export.version == binary.version)
    #expect(export.usageContexts == binary.usageContexts)
    let hidden = ["_platform", "_runtime_version"]
    let visible = binary.macros.filter { !hidden.contains($0.name ?? "") }
    #expect(Set(export.macros) == Set(visible))
  }

  /// Our binary of an export means what Google's does, but for two macros that nothing there
  /// refers to.
  @Test(arguments: RealContainers.files(in: "export"))
  func writesTheBinaryOfKnownPairs(file: String) throws {
    guard let (export, binary) = try Self.pair(of: file) else { return }
    let written = try BinaryWriter.write(export)
    let back = try ContainerReader.read(written.bytes, name: file)
    let difference = ContainerMeaning(of: back).difference(from: ContainerMeaning(of: binary))
    #expect(difference == ["- macro _p '_platform'", "- macro _rv '_runtime_version'"])
  }

  /// An export and the v5 file of one container are the same, part by part and in the same order.
  @Test(arguments: RealContainers.files(in: "export"))
  func compilesKnownPairsOfTheSecondGeneration(file: String) throws {
    let export = try ContainerReader.read(RealContainers.bytes("export/" + file), name: file)
    let id = try #require(export.containerID)
    guard let name = RealContainers.files(in: "v5").first(where: { $0.contains(id) }) else {
      return
    }
    let v5 = try ContainerReader.read(RealContainers.bytes("v5/" + name), name: name)
    let written = try FirebaseWriter.write(export)
    let back = try ContainerReader.read(written.bytes, name: name)
    #expect(back.macros == v5.macros)
    #expect(back.tags == v5.tags)
    #expect(back.predicates == v5.predicates)
    #expect(back.rules == v5.rules)
    #expect(back.version == v5.version)
    #expect(back.fingerprint == v5.fingerprint)
  }

  /// Every real v5 file comes back from ours as it was.
  @Test(arguments: RealContainers.files(in: "v5"))
  func writesTheSecondGenerationAgain(file: String) throws {
    let version = try ContainerReader.read(RealContainers.bytes("v5/" + file), name: file)
    var bare = version
    bare.fingerprint = nil
    #expect(try FirebaseWriter.write(bare) == FirebaseWriter.write(version))
    let written = try FirebaseWriter.write(version)
    #expect(written.remarks.isEmpty)
    #expect(try ContainerReader.read(written.bytes, name: file) == version)
  }

  /// Every real binary comes back from ours as it was.
  @Test(arguments: RealContainers.files(in: "decoded"))
  func writesBinariesAgain(file: String) throws {
    let binary = String(file.dropLast(".json".count))
    let bytes = try RealContainers.bytes("binary/" + binary)
    let version = try ContainerReader.read(bytes, name: binary)
    let written = try BinaryWriter.write(version)
    #expect(try ContainerReader.read(written.bytes, name: binary) == version)
    // Other numbers may need another byte here and there.
    #expect(written.bytes.count <= bytes.count + bytes.count / 100)
  }
}
