/// One reader under arbitrary bytes. It must return, and what it returns must hold together.
struct FuzzTarget {
  typealias Run = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  let name: String
  let run: Run

  static let all: [FuzzTarget] = [
    FuzzTarget(name: "container") { FuzzContainer.check(bytes($0, $1)) },
    FuzzTarget(name: "json") { FuzzJSON.check(bytes($0, $1)) },
    FuzzTarget(name: "plist") { FuzzPropertyList.check(bytes($0, $1)) },
    FuzzTarget(name: "wire") { FuzzWire.check(bytes($0, $1)) },
    FuzzTarget(name: "template") { FuzzTemplate.check(bytes($0, $1)) },
    FuzzTarget(name: "scenario") { FuzzScenario.check(bytes($0, $1)) },
    FuzzTarget(name: "pattern") { FuzzPattern.check(bytes($0, $1)) },
    FuzzTarget(name: "terminal") { FuzzTerminal.check(bytes($0, $1)) },
    FuzzTarget(name: "keys") { FuzzKeys.check(bytes($0, $1)) },
  ]

  private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }
}
