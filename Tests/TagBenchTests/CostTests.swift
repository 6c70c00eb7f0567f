import TagRuntime
import Testing

@testable import TagBench

/// What one event costs, by which its bounds are chosen (see the page of `TagRuntime`).
struct CostTests {
  @Test func anEventOfManyRulesStaysFarBelowItsBounds() {
    var round = EvaluationRound(.worst, events: 20, cycles: 1)
    round.run()
    #expect(round.steps == 20 * 254)
    #expect(round.builtBytes == 0)
    #expect(254 * 100 < Limits.evaluationSteps)
  }
}
