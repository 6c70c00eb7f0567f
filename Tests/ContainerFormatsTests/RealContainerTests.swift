import ContainerFormats
import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// Containers of real apps, which the package does not ship.
///
/// `TAGSIM_REAL_CONTAINERS=<folder> swift test` runs these tests over a folder with the
/// subfolders `binary`, `decoded` (an independent reading of each binary as JSON), `simple` and
/// `export`.
@Suite(
  .disabled(
    if: RealContainers.folder == nil,
    "set TAGSIM_REAL_CONTAINERS to a folder with binary/, decoded/, simple/ and export/"))
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
      #expect(error.description.contains("lists are not supported"))
    }
  }

  @Test(arguments: RealContainers.files(in: "export"))
  func readsOrExplainsExports(file: String) throws {
    let bytes = try RealContainers.bytes("export/" + file)
    do throws(ContainerError) {
      let container = try ContainerReader.read(bytes, name: file)
      #expect(container.remarks.isEmpty)
      #expect(!container.tags.isEmpty)
    } catch {
      #expect(error.description.contains("v5 (Firebase) container export"))
    }
  }

  /// An export and a binary of one container say the same, up to the order of macros and the
  /// hidden macros that the compiler adds. The binary is the one whose name has the container id.
  @Test(arguments: RealContainers.files(in: "export"))
  func compilesKnownPairs(file: String) throws {
    let bytes = try RealContainers.bytes("export/" + file)
    guard let export = try? ContainerReader.read(bytes, name: file) else { return }
    let id = try #require(export.containerID).lowercased().replacing("-", with: "_")
    let binaries = RealContainers.files(in: "binary").filter { $0.lowercased().contains(id) }
    guard let binaryFile = binaries.first else { return }
    let binary = try ContainerReader.read(
      RealContainers.bytes("binary/" + binaryFile), name: binaryFile)
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
}
