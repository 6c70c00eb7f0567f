import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// One fact with its name.
  struct Fact: Sendable, Hashable {
    var name: String
    var text: String
    /// Whether somebody should look here.
    var needsAttention = false
  }

  /// What will happen to a container next, and when.
  func countdowns(of container: ContainerStatus) -> [Fact] {
    [
      openerFact(container), ageFact(container), networkFact(container), appTimerFact(container),
      tokenFact(container),
    ].compactMap { $0 }
  }

  private func openerFact(_ container: ContainerStatus) -> Fact? {
    guard container.isOpening else { return nil }
    let left = view.simulation.untilOpenTimeout(of: container.id)
    let text = left.map { "waits \($0.preciseText) more at most" } ?? "waits, and no timeout runs"
    return Fact(name: "opener", text: text)
  }

  private func ageFact(_ container: ContainerStatus) -> Fact {
    guard let age = container.age(at: view.simulation.now.wall) else {
      return Fact(name: "age", text: "none: it never came from the network")
    }
    let limit = (view.simulation.runtime?.settings ?? Settings()).refreshPeriod
    if age >= limit {
      return Fact(
        name: "age",
        text: "\(age.shortText), STALE (over \(limit.roundText)) for \((age - limit).shortText)",
        needsAttention: true)
    }
    return Fact(
      name: "age",
      text: "\(age.shortText), turns stale (\(limit.roundText)) in \((limit - age).shortText)")
  }

  private func networkFact(_ container: ContainerStatus) -> Fact? {
    let simulation = view.simulation
    if simulation.report(on: container.id)?.isDefaultOnly == true {
      return Fact(
        name: "network", text: "never asked: it was opened in the default-container mode",
        needsAttention: true)
    }
    if container.isLoading { return Fact(name: "network", text: "asked, no answer yet") }
    guard let left = simulation.untilRefresh(of: container.id) else {
      guard simulation.isSuspended else { return nil }
      return Fact(name: "network", text: "asked again when the app returns, if its time has come")
    }
    let settings = simulation.runtime?.settings ?? Settings()
    let last = run.timeline.loads(upToStep: view.step).last { load in
      guard load.event.container == container.id else { return false }
      return switch load.event.kind {
      case .succeeded(.network), .failed(.network, _), .opened: true
      default: false
      }
    }
    let reason =
      switch last?.event.kind {
      case .succeeded: settings.refreshPeriod.roundText + " after a success"
      case .failed: settings.refreshRetry.roundText + " after a failure"
      default: "when the saved copy is \(settings.refreshPeriod.roundText) old"
      }
    return Fact(name: "network", text: "asked by itself in \(left.shortText) (\(reason))")
  }

  private func appTimerFact(_ container: ContainerStatus) -> Fact? {
    guard let period = view.simulation.world.app.container(container.id)?.refreshTimer else {
      return nil
    }
    guard let left = view.simulation.untilAppRefresh(of: container.id) else { return nil }
    return Fact(
      name: "app timer", text: "refreshes in \(left.shortText), every \(period.shortText)")
  }

  private func tokenFact(_ container: ContainerStatus) -> Fact? {
    guard let allowance = view.simulation.refreshAllowance(of: container.id) else { return nil }
    var text = "\(allowance.tokens) of \(allowance.limit) refresh tokens"
    if let next = allowance.nextToken { text += ", the next in \(next.shortText)" }
    if view.simulation.runtime?.refreshMode == .defaultContainer {
      text += "; refused in the default-container mode"
      return Fact(name: "refresh", text: text, needsAttention: true)
    }
    let isRefused = allowance.wait > .zero
    text += isRefused ? "; refused for \(allowance.wait.preciseText) more" : "; allowed now"
    return Fact(name: "refresh", text: text, needsAttention: isRefused)
  }

  // MARK: Drawing

  /// Facts below one another, their names in a column.
  func factLines(_ facts: [Fact], columns: Int) -> [Line] {
    let longest = facts.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    let width = min(longest, columns / 3)
    return facts.flatMap { fact in
      let style: Style = fact.needsAttention ? .bold.colored(.yellow) : .plain
      let text = Wrapping.lines(fact.text, columns: columns - width - 2)
      return text.enumerated().map { index, line in
        Line(cell(index == 0 ? fact.name : "", width) + "  ", .dim) + Line(line, style)
      }
    }
  }
}

extension Duration {
  /// Whole hours without their minutes, as constants are told: "12 h"; else as usual.
  fileprivate var roundText: String {
    let hours = wholeMilliseconds / 3_600_000
    return hours > 0 && .hours(hours) == self ? "\(hours) h" : shortText
  }
}
