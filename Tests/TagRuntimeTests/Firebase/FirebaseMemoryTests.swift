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
    memory.userProperties = ["tier": "gold", "city": nil]
    memory.defaultParameters = ["level": 7]
    memory.isCollecting = false
    memory.isDebugging = true
    memory.eventNames = ["purchase", "share"]
    memory.appVersion = "1.2"
    memory.appBuild = "42"
    memory.osVersion = "7.1"
    memory.uploadDue = WallTime(milliseconds: 3000)
    memory.firstOpened = WallTime(milliseconds: 500)
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

  @Test func whatANewerVersionKeepsIsLeftOut() throws {
    #expect(FirebaseMemory(["hasOpened": true, "more": 1])?.hasOpened == true)
  }
}
