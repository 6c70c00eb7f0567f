import ScenarioEngine
import Testing

@testable import TagMonitor

/// No key and no menu entry ends the monitor, wherever it is pressed.
struct KeyTourTests {
  /// Short lessons of the first generation, the second, and Android.
  private static let short = ["types", "v5-batch", "android"]

  @Test(arguments: short) func everyKeyEverywhere(_ name: String) throws {
    var tour = KeyTour(isThorough: false)
    let places = KeyTour.places(of: try Shown.shipped(name).run, named: name)
    for place in places {
      // With each pane in focus in the middle, which has most to show.
      tour.press(place.name.hasSuffix("middle") ? .everything : .keys, at: place)
    }
    #expect(KeyTour.keys.count > 60)
    #expect(tour.pressed > KeyTour.keys.count * (places.count + 9), "each opens menus, too")
  }

  /// Of the others the acts at the end; those in the middle are in `PastActTests`.
  @Test(arguments: PastActTests.lessons.filter { !short.contains($0) })
  func actsAtTheEnd(_ name: String) throws {
    var tour = KeyTour(isThorough: false)
    tour.press(.acts, at: KeyTour.Place(name: name, monitor: try Shown.over(name)))
    #expect(tour.pressed > 20)
  }

  /// In the order of a seed, over all of these places.
  @Test func aWalkPressesWhatItIsTold() throws {
    let places = KeyTour.places(of: try Shown.shipped("offline").run, named: "offline")
    var state: UInt64 = 7
    var tour = KeyTour()
    tour.walk(100, from: places) { count in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    #expect(tour.pressed == 100)
  }
}
