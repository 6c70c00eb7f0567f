import Foundation
import ScenarioEngine
import ScenarioFolders

let run = FinishedRun(try ScenarioLoader(FolderFiles()).load(CommandLine.arguments[1]))
print(HumanReport.lines(of: run).joined(separator: "\n"))
exit(run.isSuccess(strict: false) ? 0 : 1)
