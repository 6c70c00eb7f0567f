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
        tagsim-lab keys --container GTM.json --follow phone.log
                                                      a container's page, and a followed log

      It ends with a crash, or with the number of keys that were pressed.
      """)

  @Argument(help: "Scenario files, and folders of them.", completion: .file())
  var scenarios: [String] = []

  @Option(name: .long, help: "A container, whose start page is toured, too.", completion: .file())
  var container: [String] = []

  @Option(
    help: "A phone's log, followed with the last container that is named.", completion: .file())
  var follow: String?

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
    if follow != nil, container.isEmpty {
      throw ValidationError("--follow needs a --container to hold the log against.")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    let loader = ScenarioLoader(of: DiskFiles())
    let each = each
    var tour = KeyTour { if each { Console.print([$0]) } }
    var begun: [KeyTour.Place] = []
    func visit(_ file: String, _ places: [KeyTour.Place]) {
      guard walk == nil else { return begun += places }
      let before = tour.pressed
      for place in places { tour.press(.everything, at: place) }
      Console.print(["\(file): \(places.count) places, \(tour.pressed - before) keys"])
    }
    let named = scenarios.isEmpty && container.isEmpty ? ["Scenarios"] : scenarios
    for file in try ScenarioFinder.scenarios(at: named, asTests: false) {
      visit(file, KeyTour.places(of: try run(file, by: loader), named: file))
    }
    for file in container { visit(file, [try startPage(of: file)]) }
    if let follow, let container = container.last {
      visit(follow, try followed(follow, by: container))
    }
    if let walk, !begun.isEmpty {
      var draws = Draws(seed: seed, "keys")
      tour.walk(walk, from: begun) { draws.below($0) }
    }
    Console.print(["pressed \(tour.pressed) keys"])
  }
}
