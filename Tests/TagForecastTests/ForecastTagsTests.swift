import OrderedCollections
import TestSupport
import Testing

@testable import TagForecast
@testable import TagRuntime

/// Which tags of two containers are the same.
@Suite struct ForecastTagsTests {
  private func container(_ tags: String...) -> CompiledContainer {
    ContainerBuilder(version: "1") { container in
      for tag in tags { container.tag(tag, "_img", ["url": .constant(.string("https://p/"))]) }
    }.compiled
  }

  private func fired(_ place: Int, _ name: String) -> FiredTag {
    FiredTag(tag: place, name: name, result: .wrote(updates: 0))
  }

  @Test func tagsOfOneNameAreToldApart() {
    let tags = ForecastTags(container("A", "B", "A"), container("B", "A", "C", "A", "A"))
    #expect(tags.names == ["A", "B", "A (2)", "C", "A (3)"])
    #expect(tags.ofOld == [0, 1, 2])
    #expect(tags.ofNew == [1, 0, 3, 2, 4])
    #expect(tags.place(of: fired(2, "A"), in: tags.ofOld) == 2)
    #expect(tags.place(of: fired(3, "A"), in: tags.ofNew) == 2)
  }

  /// The container of the bundle may be another one: its tags are known by their names.
  @Test func tagsOfAnotherContainerAreFoundByName() {
    let tags = ForecastTags(container("A (2)", "B"), container("A", "A"))
    #expect(tags.names == ["A (2)", "B", "A", "A (2)"])
    #expect(tags.place(of: fired(0, "B"), in: tags.ofOld) == tags.names.firstIndex(of: "B"))
    #expect(tags.place(of: fired(0, "A"), in: tags.ofOld) == tags.names.firstIndex(of: "A"))
    #expect(tags.place(of: fired(7, "D"), in: tags.ofOld) == nil)
  }
}
