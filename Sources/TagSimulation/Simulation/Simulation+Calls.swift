import OrderedCollections
import TagRuntime

extension Simulation {
  /// What the app's code does beyond its answer: an instance is made, Braze is called.
  mutating func called(_ call: HostCall) {
    let functions = functions
    if call.request.isClass { makeInstance(for: call) }
    guard let actions = functions.actions(of: call.request) else { return }
    for provider in AppTag.run(actions, with: call.request.parameters).providers {
      runBraze(provider, for: call)
    }
  }

  private mutating func makeInstance(for call: HostCall) {
    let path = call.request.name
    guard world.app.appClass(path) != nil else {
      let paths = world.app.classes.map(\.path)
      let hint = Self.meant(by: path, among: paths).map { ": did you mean \($0)?" } ?? ""
      log(.classPathHint, call.caller, path, hint)
      return
    }
    let count = (process?.instances[path] ?? 0) + 1
    process?.instances[path] = count
    log(.classRan, call.caller, path, String(count))
  }

  /// A path with a module in front, or without one, is as near as a mistyped one.
  private static func meant(by path: String, among paths: [String]) -> String? {
    let name = path.split(separator: ".").last
    return Suggestion.nearest(to: path, among: paths)
      ?? paths.first { $0.split(separator: ".").last == name }
  }

  private mutating func runBraze(_ provider: BrazeProvider, for call: HostCall) {
    // The row of what it ran for is the next one of this step.
    let row = rowsBefore + record.rows.count + 1
    let entry = world.braze.run(provider, for: call, at: now.wall, row: row)
    switch (entry.outcome, entry.verdict) {
    case (.calls(let asked), .refused(let why)?):
      log(.brazeRefused, call.caller, asked.title, why.sentence)
    case (.calls(let asked), .taken(_, let changes)?):
      for change in changes { log(.brazeChanged, call.caller, asked.title, change.sentence) }
    case (.nothing(let why), _): log(.brazeIdle, call.caller, provider.name, why.sentence)
    // The evaluation says itself that the code threw.
    case (.raises, _), (.calls, nil): break
    }
  }
}
