import ScenarioEngine
import Testing

/// Mistakes in lines about containers, the world and what was told: each has its column, and says
/// what was expected or probably meant.
@Suite struct BadWorldLinesTests {
  private static let containers: [(String, String)] = [
    ("open", "5: the line ends where prefer-non-default, prefer-fresh or callback was expected"),
    ("open prefer-fres", "6: unknown way to open 'prefer-fres': did you mean 'prefer-fresh'?"),
    (
      "open prefer-fresh blockin",
      "19: found 'blockin', expected blocking or timeout=…: did you mean 'blocking'?"
    ),
    ("open prefer-fresh blocking blocking", "28: the word 'blocking' is given twice"),
    (
      "open callback blocking",
      "15: found 'blocking', expected no 'blocking': the container is available at once"
    ),
    (
      "open callback timeout=2s",
      "15: found 'timeout', expected no timeout: the container is available at once"
    ),
    ("open prefer-fresh timeout=2", "27: '2' has no unit (ms, s, m, h or d): did you mean '2s'?"),
    ("open prefer-fresh timout=2s", "19: unknown key 'timout': did you mean 'timeout'?"),
    (
      "open prefer-fresh id=",
      "22: the line ends where a container such as GTM-AB12 was expected"
    ),
    ("open prefer-fresh id=A id=B", "24: the key 'id' is given twice"),
    (
      "open blocking",
      "6: unknown way to open 'blocking': expected prefer-non-default, prefer-fresh or callback"
    ),
    (
      "close GTM-AB12",
      "7: found 'GTM-AB12', expected id=GTM-AB12 or the end of the line: did you mean "
        + "'id=GTM-AB12'?"
    ),
    ("close di=GTM-AB12", "7: unknown key 'di': did you mean 'id'?"),
    ("close id=5.5 x", "14: found 'x', expected the end of the line"),
    ("close id=A id=B", "12: found 'id', expected the end of the line"),
    ("close id={}", "10: found '{}', expected a container such as GTM-AB12"),
    ("draft", "6: the line ends where a file was expected"),
    ("draft a.json verison=9", "14: unknown key 'verison': did you mean 'version'?"),
    ("draft a.json version=9 version=8", "24: the key 'version' is given twice"),
    ("draft a.json 9", "15: the line ends where '=' after '9' was expected"),
    ("preview", "8: the line ends where a version such as v9, or exit was expected"),
    ("preview nine", "9: found 'nine', expected a version such as v9, or exit"),
    (
      "preview exti",
      "9: found 'exti', expected a version such as v9, or exit: did you mean 'exit'?"
    ),
    ("preview v-1", "9: found 'v-1', expected a version such as v9, or exit"),
    (
      "preview v9 GTM-AB12",
      "12: found 'GTM-AB12', expected id=GTM-AB12 or the end of the line: did you mean "
        + "'id=GTM-AB12'?"
    ),
    ("preview exit v9", "14: found 'v9', expected id=GTM-AB12 or the end of the line"),
    (
      "preview \"exit\"",
      "9: found '\"exit\"', expected a version such as v9, or exit: did you mean 'exit'?"
    ),
    (
      "preview 99999999999999999999",
      "9: found '99999999999999999999', expected a version such as v9, or exit"
    ),
    ("open-url", "9: the line ends where a link in quotes was expected"),
    (
      "open-url tagmanager.c.com.example://preview",
      "10: found 'tagmanager.c.com.example://preview', expected a link in quotes: did "
        + "you mean '\"tagmanager.c.com.example://preview\"'?"
    ),
    ("open-url \"x\" y", "14: found 'y', expected the end of the line"),
    ("openurl \"x\"", "1: unknown verb 'openurl': did you mean 'open-url'?"),
    ("register", "9: the line ends where macro or tag was expected"),
    ("register macros discount", "10: unknown handler 'macros': did you mean 'macro'?"),
    ("register macro", "15: the line ends where the name of a function was expected"),
    (
      "register macro discount now",
      "25: found 'now', expected id=GTM-AB12 or the end of the line"
    ),
    ("register tag t idd=A", "16: unknown key 'idd': did you mean 'id'?"),
    ("unregister handler x", "12: unknown handler 'handler': expected macro or tag"),
    ("unregistr macro x", "1: unknown verb 'unregistr': did you mean 'unregister'?"),
    ("container default a.json age=3h", "26: unknown key 'age': expected id, name or target"),
    (
      "container default a.json target=maybe",
      "33: unknown target 'maybe': expected yes or no"
    ),
    ("container default a.json nmae=b", "26: unknown key 'nmae': did you mean 'name'?"),
    ("container default a.json id=A id=B", "31: the key 'id' is given twice"),
    ("container saved a.json name=b", "24: unknown key 'name': expected age or id"),
    ("container saved a.json id", "26: the line ends where '=' after 'id' was expected"),
    ("publish a.json idd=A", "16: unknown key 'idd': did you mean 'id'?"),
    ("publish a.json id=A id=B", "21: the key 'id' is given twice"),
    (
      "refresh GTM-AB12",
      "9: found 'GTM-AB12', expected id=GTM-AB12 or the end of the line: did you mean "
        + "'id=GTM-AB12'?"
    ),
    ("refresh id", "9: found 'id', expected id=GTM-AB12 or the end of the line"),
    (
      "read string k GTM-AB12",
      "15: found 'GTM-AB12', expected id=GTM-AB12 or the end of the line: did you mean "
        + "'id=GTM-AB12'?"
    ),
    ("read string k id=", "18: the line ends where a container such as GTM-AB12 was expected"),
  ]

  private static let world: [(String, String)] = [
    ("disk", "5: the line ends where ok, io-error, damaged or empty was expected"),
    ("disk full", "6: unknown disk 'full': expected ok, io-error, damaged or empty"),
    ("disk emty", "6: unknown disk 'emty': did you mean 'empty'?"),
    ("disk ok now", "9: found 'now', expected the end of the line"),
    ("set", "4: the line ends where the name of a setting was expected"),
    (
      "set refresh-mod standard",
      "5: unknown setting 'refresh-mod': did you mean 'refresh-mode'?"
    ),
    ("set refresh-mode", "17: the line ends where standard or default-container was expected"),
    (
      "set refresh-mode default",
      "18: unknown refresh mode 'default': did you mean 'default-container'?"
    ),
    (
      "set refresh-timer",
      "18: the line ends where a duration such as 500ms, 2s, 2m, 12h or 3d was expected"
    ),
    ("set refresh-timer 10ms", "19: found '10ms', expected a duration of at least 1s"),
    ("set log-level warn", "15: unknown log level 'warn': did you mean 'warning'?"),
    (
      "set log-level",
      "14: the line ends where verbose, debug, info, warning, error or none was expected"
    ),
    ("set logger costum", "12: unknown logger 'costum': did you mean 'custom'?"),
    ("set wording plane", "13: unknown wording 'plane': did you mean 'plain'?"),
    ("set sdk-version 3", "17: found '3', expected a release such as 3.09"),
    ("set sdk-version 2.09", "17: found '2.09', expected a release such as 3.09"),
    (
      "set analytics-log-level debug",
      "25: unknown log level 'debug': expected verbose, info, warning, error or none"
    ),
    ("set delivery", "13: the line ends where sdk or strict was expected"),
    ("set delivery strickt", "14: unknown profile of delivery 'strickt': did you mean 'strict'?"),
    ("queue-limit", "12: the line ends where a number of hits from 1 to 100000 was expected"),
    ("queue-limit 0", "13: found '0', expected a number of hits from 1 to 100000"),
    ("queue-limit 100001", "13: found '100001', expected a number of hits from 1 to 100000"),
    ("queue-limit many", "13: found 'many', expected a number of hits from 1 to 100000"),
    (
      "clock",
      "6: the line ends where a time such as 23:58:40 or 2014-03-01T23:58:40+01:00 was expected"
    ),
    (
      "clock 25:00:00",
      "7: found '25:00:00', expected a time such as 23:58:40 or 2014-03-01T23:58:40+01:00"
    ),
    ("ask", "4: the line ends where a question in quotes was expected"),
    ("ask Which?", "5: found 'Which?', expected a question in quotes: did you mean '\"Which?\"'?"),
    ("ask \"Which?\" anser=\"x\"", "14: unknown key 'anser': did you mean 'answer'?"),
    (
      "ask \"Which?\" answer=x",
      "21: found 'x', expected an answer in quotes: did you mean '\"x\"'?"
    ),
    ("ask \"Which?\" \"That.\"", "21: the line ends where '=' after '\"That.\"' was expected"),
    ("set sdk-version", "16: the line ends where a release such as 3.09 was expected"),
    ("set boolean-as-integer", "23: the line ends where on or off was expected"),
    ("set boolean-as-integer yes", "24: found 'yes', expected on or off"),
    (
      "set boolean-as-int on",
      "5: unknown setting 'boolean-as-int': did you mean 'boolean-as-integer'?"
    ),
    ("set logger custom on", "19: found 'on', expected the end of the line"),
    ("idfa", "5: the line ends where on or off was expected"),
    ("idfa yes", "6: found 'yes', expected on or off"),
    ("idfa on off", "9: found 'off', expected the end of the line"),
    ("network slow", "13: the line ends where latency=3s was expected"),
    ("network slow jitter=1s", "23: the line ends where latency=3s was expected"),
    ("network slow latency=3", "22: '3' has no unit (ms, s, m, h or d): did you mean '3s'?"),
    ("network slow latncy=3s", "14: unknown key 'latncy': did you mean 'latency'?"),
    ("network slow latency=1s latency=2s", "25: the key 'latency' is given twice"),
    ("network status", "15: the line ends where an HTTP status such as 503 was expected"),
    ("network status teapot", "16: found 'teapot', expected an HTTP status such as 503"),
    ("network status 1000", "16: found '1000', expected an HTTP status such as 503"),
    ("network status -1", "16: found '-1', expected an HTTP status such as 503"),
    ("network lossy", "14: the line ends where a share such as 30% was expected"),
    ("network captiv", "9: unknown network 'captiv': did you mean 'captive'?"),
    ("network timeout 5s", "17: found '5s', expected the end of the line"),
  ]

  private static let told: [(String, String)] = [
    (
      "expect callback",
      "16: the line ends where available, refresh-begin, refresh-success or "
        + "refresh-failure was expected"
    ),
    ("expect callback availble", "17: unknown callback 'availble': did you mean 'available'?"),
    (
      "expect callback available late",
      "27: unknown kind of availability 'late': expected returned, found, timed-out, already-open "
        + "or failed"
    ),
    (
      "expect callback refresh-begin disk",
      "31: unknown kind of refresh 'disk': expected saved or network"
    ),
    (
      "expect callback refresh-failure network no-netwrk",
      "41: unknown failure 'no-netwrk': did you mean 'no-network'?"
    ),
    (
      "expect callback refresh-success network saved",
      "41: found 'saved', expected id=GTM-AB12 or the end of the line"
    ),
    (
      "expect callback available id=",
      "30: the line ends where a container such as GTM-AB12 was expected"
    ),
    ("expect tokens", "14: the line ends where a number of tokens was expected"),
    ("expect tokens many", "15: found 'many', expected a number of tokens"),
    ("expect tokens = 3", "15: found '=', expected ==, !=, <, <=, > or >=: did you mean '=='?"),
    ("expect tokens 3 id", "17: found 'id', expected id=GTM-AB12 or the end of the line"),
    ("expect tokens -1", "15: found '-1', expected a number of tokens"),
    (
      "expect log",
      "11: the line ends where verbose, debug, info, warning, error, app or tagsim, then "
        + "~ /a pattern/ was expected"
    ),
    ("expect log warn ~ /x/", "12: unknown log level 'warn': did you mean 'warning'?"),
    (
      "expect log none ~ /x/",
      "12: unknown log level 'none': expected verbose, debug, info, warning, error, "
        + "app or tagsim, then ~ and a pattern such as /handler/"
    ),
    ("expect log warning /x/", "20: found '/x/', expected '~'"),
    ("expect log warning ~", "21: the line ends where a pattern such as /handler/ was expected"),
    ("expect log warning ~ \"\"", "22: found '\"\"', expected a pattern such as /handler/"),
    (
      "expect log warning ~ /(/",
      "22: found '/(/', expected a pattern that can be used (pattern '(': a parenthesis "
        + "of '(' is unmatched; add the other one, or write '\\(' or '\\)')"
    ),
    ("expect log warning = /x/", "20: found '=', expected '~'"),
    ("expect log warning ~ a b", "24: found 'b', expected the end of the line"),
    (
      "expect container closd",
      "18: found 'closd', expected source=…, version=…, age<… or closed: did you mean 'closed'?"
    ),
    ("expect container closed source=saved", "25: unknown key 'source': expected id"),
    (
      "expect container closed id=",
      "28: the line ends where a container such as GTM-AB12 was expected"
    ),
    (
      "expect container",
      "17: the line ends where source=…, version=…, age<… or closed was expected"
    ),
    ("expect container id=A id=B", "23: the key 'id' is given twice"),
    ("expect container source=sved", "25: unknown source 'sved': did you mean 'saved'?"),
    ("expect container id<A", "20: found '<', expected '='"),
    ("expect container open", "18: unknown key 'open': expected source, version, age or id"),
    (
      "expect value k == 1 id=",
      "24: the line ends where a container such as GTM-AB12 was expected"
    ),
    (
      "expect value k == 1 id=A id=B",
      "26: found 'id', expected 'as', 'from', 'id=' or the end of the line"
    ),
    ("expect value k == 1 di=A", "21: unknown key 'di': did you mean 'id'?"),
    (
      "expect value k == 1 as text",
      "24: unknown type 'text': expected string, int64, double or boolean"
    ),
    (
      "expect value k == 1 from disk",
      "26: unknown source 'disk': expected none, default, saved, network or preview"
    ),
    (
      "never for 5s expect callbck available",
      "21: unknown expectation 'callbck': did you mean 'callback'?"
    ),
    (
      "eventually within 5s expect tokns 3",
      "29: unknown expectation 'tokns': did you mean 'tokens'?"
    ),
  ]

  @Test(arguments: containers + world + told)
  func sentence(_ line: String, _ expected: String) throws {
    let error = #expect(throws: ScenarioError.self) { try StatementParser.parse(line: line) }
    #expect(error?.told == expected)
  }

  /// A line that is no line in one form is none in the others.
  @Test(arguments: told.map(\.0).filter { $0.hasPrefix("expect ") })
  func laterIsNoBetter(_ line: String) throws {
    for start in ["eventually within 5s ", "never for 5s "] {
      #expect(throws: ScenarioError.self) { try StatementParser.parse(line: start + line) }
    }
  }
}
