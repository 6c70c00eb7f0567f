@testable import TagRuntime
@testable import TagSimulation

extension LogSituation {
  /// What the log says when a class of the app is called.
  static func instantiating(_ code: LogCode) throws -> [LogRecord]? {
    guard [.classPathHint, .classRan].contains(code) else { return nil }
    var simulation = try ClassTests.running()
    simulation.begin()
    let path = code == .classPathHint ? "note" : "Note"
    simulation.called(
      HostCall(request: FunctionCallRequest(name: path, isClass: true), caller: "V"))
    return simulation.finish().lines.map(\.record)
  }

  /// What the log says when Braze is called.
  static func brazing(_ code: LogCode) throws -> [LogRecord]? {
    var timeline = try BrazePhone.timeline(code == .brazeInvalidAction ? .objectiveC : .swift)
    switch code {
    case .brazeNoAction, .brazeIdle: try timeline.callBraze([:])
    case .brazeInvalidAction: try timeline.callBraze(["actionType": "buy"])
    case .brazeRefused: try timeline.callBraze(["actionType": "logEvent", "eventName": "$e"])
    case .brazeChanged:
      try timeline.callBraze(["actionType": "logEvent", "eventName": "e", "time": 1])
    default: return nil
    }
    return timeline.lines.map(\.line.record)
  }
}
