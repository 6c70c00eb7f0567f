import ScenarioEngine
import Testing

/// Mistakes in lines about trackers, hits and the background: each has its column, and says what
/// was expected or probably meant.
@Suite struct BadHitLinesTests {
  private static let world: [(String, String)] = [
    ("background send-hit", "12: found 'send-hit', expected … did you mean 'send-hits'?"),
    ("background for 30", "16: '30' has no unit (ms, s, m, h or d): did you mean '30s'?"),
    ("background send-hits send-hits", "22: found 'send-hits', expected audio, location …"),
    ("reinstall now", "11: found 'now', expected the end of the line"),
    ("upgrade biuld=3", "9: unknown key 'biuld': did you mean 'build'?"),
    ("upgrade build=x", "15: found 'x', expected a build number"),
    ("upgrade build=1 build=2", "17: the key 'build' is given twice"),
    ("network lossy 30", "15: found '30', expected a share … did you mean '30%'?"),
    ("network lossy 101%", "15: found '101%', expected a share such as 30%"),
    ("network blocked", "16: the line ends where a host such as ssl.google-analytics.com was …"),
    ("network answer-lost", "9: unknown network 'answer-lost': did you mean 'answers-lost'?"),
    ("reachability", "13: the line ends where online, offline or honest was expected"),
    ("reachability onlin", "14: unknown reachability 'onlin': did you mean 'online'?"),
    ("collector", "10: the line ends where 'universal-analytics' was expected"),
    ("collector universal-analytics as-wos", "31: unknown state 'as-wos': did you mean 'as-was'?"),
    ("collector universal-analytics on property=36", "43: unknown kind of … did you mean '360'?"),
    ("opt-out", "8: the line ends where on or off was expected"),
    ("dry-run maybe", "9: found 'maybe', expected on or off"),
    ("dispatch complete", "10: found 'complete', expected the end of the line"),
    ("tracker", "8: the line ends where a tracking id such as UA-1-1 was expected"),
    ("tracker remove", "15: the line ends where the name of a tracker was expected"),
    ("tracker UA-1-1 nmae=x", "16: unknown key 'nmae': did you mean 'name'?"),
    ("tracker UA-1-1 report-zone=UTC", "16: unknown key 'report-zone'"),
    ("tracker UA-1-1 x", "16: found 'x', expected the end of the line"),
    ("set-field", "10: the line ends where a field such as &cd or \"screen name\" was expected"),
    ("set-field \"screen nam\" 1", "11: unknown field '\"screen … did you mean 'screen name'?"),
    ("set-field &cd", "14: the line ends where a value was expected"),
    ("set-field &cd 1 trackr=x", "17: unknown key 'trackr': did you mean 'tracker'?"),
  ]

  private static let hits: [(String, String)] = [
    ("send", "5: the line ends where screen, event, exception, timing, social, transaction or …"),
    ("send screem", "6: unknown type of hit 'screem': did you mean 'screen'?"),
    ("send event categry=\"a\"", "12: unknown key 'categry': did you mean 'category'?"),
    ("send event action=\"a\" action=\"b\"", "23: the key 'action' is given twice"),
    ("send timing interval=5", "22: '5' has no unit (ms, s, m, h or d): did you mean '5s'?"),
    ("send exception fatal=1", "22: found '1', expected true or false"),
    ("send screen {\"products\": 1}", "13: found '{\"products\": 1}', expected a list of maps"),
    ("send screen {\"product\": []}", "13: found '{\"product\": []}', expected no key …"),
    ("send screen {\"products\": [{\"price\": \"1\"}]}", "13: found '{\"products\" …"),
  ]

  private static let expectations: [(String, String)] = [
    ("expect late many", "13: found 'many', expected a number of hits"),
    ("expect unreported", "18: the line ends where a number of hits was expected"),
    ("expect duplicates", "18: the line ends where a number of hits was expected"),
    ("expect requests x", "17: found 'x', expected a number of requests"),
    ("expect dispatch on", "17: found 'on', expected 'periodic'"),
    ("expect dispatch periodic", "25: the line ends where on or off was expected"),
    ("expect completion nodata", "19: unknown result 'nodata': did you mean 'no-data'?"),
    ("expect lost 1 because bordom", "23: unknown reason 'bordom'"),
    ("expect hit", "11: the line ends where last, of tag NAME, or the number of a hit was …"),
    ("expect hit lst sent", "12: found 'lst', expected last, of tag NAME … did you mean 'last'?"),
    ("expect hit 0 sent", "12: found '0', expected last, of tag NAME, or the number of a hit"),
    ("expect hit last &cd < 5", "21: found '<', expected ==, !=, ~ or !~"),
    ("expect hit last", "16: the line ends where a field such as &cd or \"screen name\" was …"),
    ("expect hit last sentt", "17: unknown field 'sentt'"),
  ]

  /// What follows the part that is given here is a list of all that is known.
  @Test(arguments: world + hits + expectations)
  func sentence(_ line: String, _ expected: String) { expectMistake(line, expected + " …") }

  @Test(arguments: [
    ("tracker", "a:4:8: error: the line ends where a tracking id such as UA-1-1 was expected"),
    ("tracker UA-1-1 nam=x", "a:4:16: error: unknown key 'nam': did you mean 'name'?"),
    ("tracker UA-1-1 report-zne=UTC", "a:4:16: error: unknown key 'report-zne': did you mean"),
    ("tracker UA-1-1 report-zone=", "a:4:28: error: the line ends where a time zone such as"),
    (
      "tracker UA-1-1 report-zone=UTC\ntracker UA-1-1 name=b report-zone=Asia/Tokyo",
      "a:5:35: error: found 'Asia/Tokyo', expected UTC, the report zone that UA-1-1 has above"
    ),
    ("on background", "a:4:14: error: the line ends where send-hits, push, log-event"),
    ("on background goes \"A\"", "a:4:15: error: found 'goes', expected send-hits, push"),
    ("on terminate goes \"A\"", "a:4:14: error: found 'goes', expected push, log-event"),
    ("on foreground dispatch-interval", "a:4:32: error: the line ends where off or a duration"),
    ("on foregroud dispatch-interval 2s", "a:4:4: error: unknown moment 'foregroud': did you mean"),
  ])
  func appLines(_ line: String, _ expected: String) { expectAppMistake(line, expected + " …") }
}
