import TagsimTesting
import Testing

@Test(arguments: Scenarios.all(in: "Scenarios"))
func scenario(_ scenario: ScenarioTest) {
  scenario.run()
}
