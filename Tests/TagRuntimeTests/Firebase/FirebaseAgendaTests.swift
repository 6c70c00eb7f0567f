import OrderedCollections
import Testing

@testable import TagRuntime

/// In which order Firebase's wishes are carried out.
@Suite struct FirebaseAgendaTests {
  private func line(_ text: String) -> FirebaseFlow.Action { .log(LogRecord(.noTracker, [text])) }

  private func judgement(of name: String) -> FirebaseFlow.Action {
    let outcome = FirebaseOutcome(logged: FirebaseEvent(name: name), source: .app)
    return .judge(outcome, FirebaseScope(event: nil, userProperties: [:]))
  }

  /// Carries out an agenda in which classes log further events; gives what was done.
  private func play(
    _ actions: [FirebaseFlow.Action], classes: [String: [String]], atMost limit: Int = 2000
  ) -> [String] {
    var agenda = FirebaseAgenda(actions)
    var done: [String] = []
    while done.count < limit, let action = agenda.next() {
      switch action {
      case .judge(let outcome, _):
        let name = outcome.logged.name
        let logged = (classes[name] ?? []).map { event in
          OrderedDictionary<String, Value>(dictionaryLiteral: ("event", .string(event)))
        }
        done.append(name)
        agenda.addJudgement([line(name + " stored")], logged: logged)
      case .goOn(.log(let name, _)): agenda.add([judgement(of: name)])
      case .log(let record): done.append(record.arguments.first ?? "no event")
      default: done.append("unexpected")
      }
    }
    return done
  }

  @Test func whatFollowsFromAnActionComesBeforeTheNext() {
    let done = play([judgement(of: "first"), judgement(of: "second")], classes: [:])
    #expect(done == ["first", "first stored", "second", "second stored"])
  }

  @Test func theEventsOfClassesFollowTheirEventInOrder() {
    let done = play(
      [judgement(of: "first"), line("rest")], classes: ["first": ["a", "b"], "a": ["c"]])
    #expect(
      done == [
        "first", "first stored", "a", "a stored", "b", "b stored", "c", "c stored", "rest",
      ])
  }

  @Test func aClassThatLogsItsOwnEventIsCut() {
    let done = play([judgement(of: "again"), line("rest")], classes: ["again": ["again"]])
    #expect(done.count { $0 == "again" } == Limits.updatesPerDrain + 1)
    #expect(
      done.suffix(2) == ["500 events that classes of the app log for one event, 1 dropped", "rest"])
  }

  @Test func whatIsNoEventIsSaid() {
    var agenda = FirebaseAgenda([])
    agenda.addJudgement([], logged: [["level": 7], ["event": "a"]])
    guard case .log(let record)? = agenda.next() else {
      Issue.record("nothing is said")
      return
    }
    #expect(record.code == .noDataLayer)
    guard case .goOn(.log("a", let parameters))? = agenda.next() else {
      Issue.record("the event is lost")
      return
    }
    #expect(parameters == [:])
    if case .some = agenda.next() { Issue.record("more is wanted") }
  }
}
