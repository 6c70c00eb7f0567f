import MeasurementPlan
import Testing

@Test func everyCodeHasAPage() {
  #expect(PlanCode.allCases.allSatisfy { PlanCode($0.id.lowercased()) == $0 && $0.page.count == 5 })
}
