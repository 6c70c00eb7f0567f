import ArgumentParser
import CommandKit
import ScenarioEngine
import TagFuzz
import TagMonitor

/// `tagsim-lab keys`: presses every key of the monitor everywhere.
struct KeyTours: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Press every key and menu entry of the monitor at every place of scenarios.",
    discussion: """
      Examples:
        tagsim-lab keys Scenarios                     every key at every place, from each pane
        tagsim-lab keys Scenarios --walk 30000        so many keys in any order
        tagsim-lab keys Scenarios --walk 100 --each   tell each key before it is pressed

      It ends with a crash, or with the number of keys that were pressed.
      """)

  @Argument(help: "Scenario files, and folders of them.", completion: .file())
  var scenarios = ["Scenarios"]

  @Option(help: ArgumentHelp("Press so many keys in any order instead.", valueName: "count"))
  var walk: Int?

  @Option(help: "The seed of a walk.")
  var seed: UInt64 = 1

  @Flag(help: "Tell each key, and where it is pressed, before it is pressed.")
  var each = false

  func validate() throws {
    if let walk, walk < 1 {
      throw ValidationError("--walk takes a number of keys from 1 on, not \(walk).")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    let loader = ScenarioLoader(of: DiskFiles())
    let each = each
    var tour = KeyTour { if each { Console.print([$0]) } }
    var begun: [KeyTour.Place] = []
    for file in try ScenarioFinder.scenarios(at: scenarios, asTests: false) {
      let loaded: LoadedScenario
      do throws(LoadFailure) {
        loaded = try loader.load(file)
      } catch {
        throw CommandFailure(problems: error.problems, code: .badInput)
      }
      let places = KeyTour.places(
        of: ScenarioRun(loaded.scenario, inputs: loaded.inputs), named: file)
      if walk != nil {
        begun += places
        continue
      }
      let before = tour.pressed
      for place in places { tour.press(.everything, at: place) }
      Console.print(["\(file): \(places.count) places, \(tour.pressed - before) keys"])
    }
    if let walk, !begun.isEmpty {
      var draws = Draws(seed: seed, "keys")
      tour.walk(walk, from: begun) { draws.below($0) }
    }
    Console.print(["pressed \(tour.pressed) keys"])
  }
}
