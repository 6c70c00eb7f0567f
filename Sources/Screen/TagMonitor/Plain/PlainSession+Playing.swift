import ScenarioEngine
import TagRuntime
import TagSimulation

/// The scenario in lines: its statements one after the other, with their results.
extension PlainSession {
  /// Executes the next statement while the rest of the scenario is being played.
  package mutating func goOn(_ monitor: inout Monitor) {
    guard isPlaying else { return }
    guard monitor.run.next != nil else {
      isPlaying = false
      return finish(&monitor)
    }
    doNext(&monitor)
  }

  /// Plays the whole scenario and reports it.
  package mutating func play(_ monitor: inout Monitor) {
    guard prepare(&monitor) else { return }
    if monitor.run.next == nil, monitor.nextStory != nil {
      monitor.playNextStory()
      monitor.isPlaying = false
      monitor.message = nil
      facts.passOver(monitor.run, upToRow: monitor.comparing.branches.here.row)
      toldEnd = false
      say("branch \(monitor.comparing.branches.currentName.quoted)", in: monitor)
      tellNews(of: monitor)
    }
    isPlaying = true
  }

  /// Executes the next step: an event with its expectations, or a text.
  mutating func doNextThing(_ monitor: inout Monitor) {
    guard prepare(&monitor) else { return }
    defer { monitor.refreshView() }
    let failed = failureCount
    while let statement = monitor.run.next, failureCount == failed {
      doNext(&monitor)
      if monitor.run.isHidden { continue }
      switch PlayedCommand(statement.command) {
      case .caption, .question, .pause: return
      case .chapter:
        if monitor.run.next?.command.isTelling != true { return }
      case .other:
        guard !monitor.run.numbersOfLastAct.isEmpty else { continue }
        while let remark = monitor.run.next, remark.command.isRemark, failureCount == failed {
          doNext(&monitor)
        }
        return
      }
    }
    guard failureCount == failed else { return }
    if toldEnd || monitor.run.scenario.statements.isEmpty {
      doWhatIsDue(&monitor)
    } else {
      finish(&monitor)
    }
  }

  /// Reports the answer of the open question, and keeps undone steps.
  ///
  /// - Returns: whether the scenario can continue.
  private mutating func prepare(_ monitor: inout Monitor) -> Bool {
    monitor.look(at: nil)
    if monitor.isAsking {
      monitor.isAsking = false
      monitor.run.story.last?.answer.map { say("answer " + $0, in: monitor) }
    }
    return monitor.keepUndone()
  }

  /// Executes a statement of the scenario and reports it.
  private mutating func doNext(_ monitor: inout Monitor) {
    guard let statement = monitor.run.next else { return }
    if isPlaying, monitor.isAsking {
      monitor.run.story.last?.answer.map { say("answer " + $0, in: monitor) }
    }
    let isAct = statement.command.isAct
    if isAct { say("step " + statement.text, in: monitor) }
    monitor.executeNext()
    tellNews(of: monitor)
    tell(monitor.telling.lastResult, in: monitor) { result in
      if case .view = statement.command { return false }
      return result.isPoint || !isAct && !statement.command.isStaging
    }
    monitor.message = nil
    monitor.close()
    monitor.comparing.compared = nil
  }

  /// Reports that the scenario is over, and the possible next steps.
  private mutating func finish(_ monitor: inout Monitor) {
    monitor.isAsking = false
    monitor.refreshView()
    guard !toldEnd else {
      return say("note the scenario is over: next plays the next due step, quit ends", in: monitor)
    }
    toldEnd = true
    let run = monitor.run
    let checks = "\(run.heldCount) held, \(run.failureCount) failed"
    say("end of \(run.scenario.wayTitle): \(checks)", in: monitor)
    if let next = monitor.nextStory { say("note play continues with \(next.title)", in: monitor) }
  }

  /// Advances the clock to the next due moment.
  private mutating func doWhatIsDue(_ monitor: inout Monitor) {
    guard monitor.run.fireNext() else {
      return say("note nothing is due: type a line of the language", in: monitor)
    }
    monitor.refreshView()
    tellNews(of: monitor)
    say("done: due step", in: monitor)
  }
}
