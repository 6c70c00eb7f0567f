package import OrderedCollections
package import TagRuntime

/// One random world with its story, as text: what a seed comes to is a scenario like any other.
package struct FuzzCase: Sendable {
  package var seed: UInt64
  package var header: [String]
  /// The lines that describe the app.
  package var app: [String]
  package var setup: [String]
  /// The statements of the story: first the faults, then what ends them.
  package var story: [String]
  /// How many statements at its end are there to end all faults.
  package var calmCount: Int
  package var containers: OrderedDictionary<String, ContainerVersion>

  /// The whole scenario.
  ///
  /// - Parameter remarks: lines that stand in its head, behind a `#`.
  package func text(remarks: [String] = []) -> String {
    var lines = ["tagsim 1"] + header + ["---"]
    lines += remarks.map { "# " + $0 }
    lines += app
    if !setup.isEmpty { lines += ["setup"] + setup.map { "  " + $0 } + ["end"] }
    return (lines + story).joined(separator: "\n") + "\n"
  }

  var linesBeforeStory: Int {
    2 + header.count + app.count + (setup.isEmpty ? 0 : setup.count + 2)
  }
}

/// Draws of a seed, each kind from a stream of its own so that a new draw in one shifts no other.
package struct Draws: Sendable {
  private var source: RandomSource

  /// The stream of a purpose.
  package init(seed: UInt64, _ purpose: String) {
    source = RandomSource(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1).forked(purpose)
  }

  /// A number from 0 up to one less than a count.
  package mutating func below(_ count: Int) -> Int {
    Int(source.integer(in: 0...Int64(max(1, count) - 1)))
  }

  /// Whether something happens that does in so many cases of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }

  /// Some of several, each with the same chance, in their order.
  package mutating func some<Element>(of choices: [Element], percent: Int) -> [Element] {
    choices.filter { _ in chance(percent) }
  }
}
