import ContainerFormats
import Foundation
import ScenarioEngine
import TagRuntime
import TagSimulation

struct Files: ScenarioFiles {
  func bytes(of path: String, limit: Int) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func container(_ path: String) throws -> ContainerVersion {
    try ContainerReader.read(bytes(of: path, limit: ContainerLimits.bytes), name: path)
  }

  /// The offset of the first day; a scenario that crosses a change of the clocks wants more.
  func zone(_ name: String, around start: WallTime) -> ZoneRules? {
    let day = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
    return TimeZone(identifier: name).map { .fixed($0.secondsFromGMT(for: day)) }
  }
}

let run = FinishedRun(try ScenarioLoader(Files()).load(CommandLine.arguments[1]))
print(HumanReport.lines(of: run).joined(separator: "\n"))
exit(run.isSuccess(strict: false) ? 0 : 1)
