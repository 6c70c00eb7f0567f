import OrderedCollections
import Testing

@testable import TagRuntime

@Suite struct FirebaseMemoryTests {
  private static var full: FirebaseMemory {
    var memory = FirebaseMemory()
    memory.hasOpened = true
    memory.sessionNumber = 4
    memory.sessionStarted = WallTime(milliseconds: 1000)
    memory.lastActive = WallTime(milliseconds: 2000)
    memory.userID = "u-1"
    memory.userProperties = ["tier": "gold"]
    memory.defaultParameters = ["level": 7]
    memory.isCollecting = false
    memory.isDebugging = true
    memory.eventNames = ["purchase", "share"]
    memory.appVersion = "1.2"
    memory.appBuild = "42"
    memory.osVersion = "7.1"
    memory.uploads.due = WallTime(milliseconds: 3000)
    memory.uploads.succeeded = WallTime(milliseconds: 2600)
    memory.uploads.failures = 2
    memory.uploads.restEnds = WallTime(milliseconds: 2700)
    memory.uploads.configured = WallTime(milliseconds: 2800)
    memory.firstOpened = WallTime(milliseconds: 500)
    memory.firstOpenings = 3
    memory.engagement = 90
    memory.sessionEngagement = 30
    memory.engagementSet = WallTime(milliseconds: 2500)
    memory.userIDSet = WallTime(milliseconds: 700)
    memory.propertyTimes = ["tier": WallTime(milliseconds: 800)]
    memory.eventTimes = ["purchase": WallTime(milliseconds: 900)]
    memory.bundle = 7
    memory.propertyChanges = 5
    memory.bundledChanges = 4
    return memory
  }

  @Test(arguments: [FirebaseMemory(), full])
  func whatIsStoredIsReadBack(_ memory: FirebaseMemory) throws {
    let text = JSONWriter.write(memory.value)
    #expect(FirebaseMemory(try JSONReader.read(text)) == memory)
  }

  @Test(
    arguments: [
      "7", "{\"hasOpened\": 1}", "{\"userID\": 1}", "{\"uploadDue\": \"soon\"}",
      "{\"uploadSucceeded\": true}", "{\"uploadFailures\": \"2\"}", "{\"uploadRestEnds\": 0.5}",
      "{\"configured\": []}",
      "{\"userProperties\": []}", "{\"eventNames\": \"purchase\"}",
    ])
  func whatIsOfAnotherKindIsRefused(_ text: String) throws {
    #expect(FirebaseMemory(try JSONReader.read(text)) == nil)
  }

  /// A file of an earlier release has values without times: they are of before this session.
  @Test func whatHasNoTimeIsNotDated1970() {
    var memory = Self.full
    memory.userIDSet = nil
    memory.propertyTimes = [:]
    let times = memory.travelling.elements.map(\.value.set)
    #expect(!times.isEmpty)
    #expect(times.allSatisfy { $0 > WallTime(milliseconds: 0) })
  }

  /// A file of an earlier release has an empty place for a user property that was taken back.
  @Test func aPropertyWithoutAValueIsNone() throws {
    let memory = FirebaseMemory(["userProperties": ["tier": .null, "city": "Ulm"]])
    #expect(memory?.userProperties == ["city": "Ulm"])
  }

  /// The hour after the first opening, also where that is a full hour.
  @Test(arguments: [(0, 3_600_000), (1, 3_600_000), (3_600_000, 7_200_000)])
  func theFirstOpeningIsRoundedUp(_ opened: Int64, _ hour: Int64) {
    var memory = FirebaseMemory()
    memory.firstOpened = WallTime(milliseconds: opened)
    #expect(memory.travelling["_fot"]?.text == String(hour))
  }

  @Test func anotherInstallationKnowsOnlyHowManyThereWere() {
    var memory = FirebaseMemory()
    memory.firstOpenings = 3
    #expect(Self.full.reinstalled == memory)
  }

  @Test func whatANewerVersionKeepsIsLeftOut() throws {
    #expect(FirebaseMemory(["hasOpened": true, "more": 1])?.hasOpened == true)
  }
}
