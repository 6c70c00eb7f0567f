import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import ScenarioEngine

/// What each listing of the developer guides shows, acted out line by line. `LoggerTests` has those
/// of the log: no scenario says what is printed.
struct GuideListingTests {
  /// The name of a listing, what the app of it has, and what happens: version 1 is saved, 2 is
  /// published.
  private static let listings = #"""
    open types, and a notifier
    open prefer-fresh
    on container push event="mine"
    ---
    container saved v1 age=13h
    network slow latency=3s
    settle off
    launch
    expect data {"event": "appStart"}
    never for 1999ms expect callback available
    wait 1ms
    expect callback available timed-out 1x
    expect container source=saved version=1
    expect data {"event": "mine"}
    wait 2s
    expect container source=network version=2
    expect callback available 0x
    kill
    container saved v1 age=13h
    network online
    launch
    never for 184ms expect callback available
    wait 1ms
    expect callback available found
    expect container source=network version=2

    a future
    open prefer-non-default blocking
    ---
    disk empty
    container default bundled
    settle off
    launch
    screen "Home"
    wait 184ms
    expect data exactly {}
    wait 1ms
    expect container source=network version=2
    expect data {"event": "openScreen", "screenName": "Home"}
    kill
    container saved v1 age=13h
    network slow latency=3s
    launch
    wait 5ms
    expect container source=saved version=1
    expect data {"event": "appStart"}
    wait 4s
    expect callback refresh-success network
    kill
    disk empty
    launch
    never for 1999ms expect data {"event": "appStart"}
    wait 1ms
    expect container source=default

    callbacks
    open callback
    ---
    disk empty
    container default bundled
    network offline
    settle off
    launch
    expect callback available returned
    expect value title == "Bundled" from default
    settle on
    expect callback refresh-failure saved no-saved-container
    expect callback refresh-begin network 1x
    expect callback refresh-failure network no-network
    network online
    refresh
    expect callback refresh-success network 1x
    kill
    jump 11h
    launch
    expect callback refresh-success saved 1x
    expect callback refresh-begin network 0x
    kill
    jump 2h
    disk io-error
    launch
    expect callback refresh-failure saved io-error
    expect callback refresh-success network 1x

    values
    ---
    launch
    expect value title == "Title 1" as string from saved
    expect value nowhere == "" as string from none
    expect value nowhere == 0 as int64 from none
    expect value nowhere == 0.0 as double from none
    expect value nowhere == false as boolean from none

    pushes
    open never
    refresh-timer 1h
    ---
    launch
    wait 2h
    expect container closed
    screen "Home"
    open callback
    expect data {"event": "openScreen", "screenName": "Home"}
    expect queue size == 0
    screen "Home"
    expect tag "Screens" fired 1x
    expect hit last &cd == "Home"
    expect tag "Thanks" not fired because "screen name equals Thanks"
    push event="openScreen" screenName="Thanks"
    expect tag "Screens" fired 1x
    expect tag "Thanks" fired 1x
    push event="else" screenName="Thanks"
    expect tag "Thanks" not fired because "Event equals openScreen"

    a preview
    open prefer-non-default blocking
    scheme preview shop
    ---
    preview v9
    expect container source=preview version=9
    kill
    launch
    expect container source=saved version=1
    preview v9
    expect container source=preview version=9
    open-url "shop://cart"
    expect log info ~ /Not a tag manager Preview Url/
    expect container source=preview version=9

    the scheme of previews
    scheme none
    ---
    preview v9
    expect log tagsim ~ /has not registered tagmanager.c.com.example.shop/
    expect container closed

    a custom macro
    macro-function price
    returns 9.5 when language="es"
    returns 12.5
    end
    ---
    container saved functions age=1h
    launch
    read double price
    expect call price {"sku": "S-1"} 1x
    expect value weight == 0.0 as double
    push event="door"
    expect tag "Bell" not fired
    device language=es
    push event="door"
    expect tag "Bell" fired 1x
    unregister macro price
    expect value price == 0.0 as double

    a custom tag
    macro-function price
    returns 9.5
    end
    tag-function ring pushes event="rung"
    ---
    container saved functions age=1h
    launch
    push event="window"
    expect call ring not called
    push event="door"
    expect tag "Bell" fired 1x
    expect call ring {"times": 2} 1x
    expect data {"event": "rung"}
    unregister tag ring
    push event="door"
    expect tag "Bell" fired 1x
    expect call ring not called

    a default container
    ---
    disk empty
    network offline
    container default v1 name="GTM-SHOP_v1"
    container default bundled
    launch cold
    expect value title == "Bundled" from default
    screen "Home"
    expect queue size == 0
    kill
    container default v1
    launch
    expect value title == "Title 1" from default
    screen "Home"
    expect tag "Screens" fired 1x
    network online
    refresh
    expect value title == "Title 2" from network

    a refresh by a timer
    refresh-timer 6h
    ---
    launch
    never for 359m expect container version=2
    wait 2m
    expect container source=network version=2
    wait 12h
    expect callback refresh-begin network 2x

    dispatch intervals
    ---
    launch
    wait 5s
    screen "Home"
    never for 119s expect sent 1
    wait 2s
    expect sent 1
    examples
      | off   |
      | 0s    |
      | -1s   |
      | 999ms |
      dispatch-interval ${off}
      expect dispatch periodic off
      screen "Home"
      never for 10m expect queue size == 0
      dispatch
      expect queue size == 0
    end

    a loop of dispatches in the background
    on background send-hits
    ---
    set sdk-version 3.09
    launch
    screen "Home"
    screen "Home"
    background
    expect requests 2
    expect completion no-data
    expect dispatch periodic on
    foreground
    screen "Home"
    screen "Home"
    network reset
    background for 1m
    expect completion error
    expect queue size == 2
    repeat 7
      screen "Home"
    end
    network slow latency=46s
    settle off
    background
    never for 1h expect sent > 6
    expect sent 6
    expect queue size == 5

    a background task that is refused
    on background send-hits
    ---
    background-task refused
    launch
    screen "Home"
    background
    wait 10m
    expect requests 0
    expect dispatch periodic on
    foreground
    wait 121s
    expect sent 1
    background-task granted
    screen "Home"
    background
    expect sent 2
    foreground
    expect dispatch periodic off

    an interval that is set again
    on background send-hits
    on foreground dispatch-interval 120s
    ---
    launch
    screen "Home"
    background
    expect sent 1
    expect dispatch periodic off
    foreground
    expect dispatch periodic on
    screen "Home"
    wait 121s
    expect sent 2

    Braze in Swift
    class "Tags" braze swift
    ---
    sdk v5
    set firebase-validation warn
    container default songs
    launch
    log-event "played song" genre="pop" "number of times listened"=42
    expect tag "played song" fired 1x
    expect braze event "played song" {"genre": "pop"} 1x
    expect braze event "played song" {"eventName": "played song"} 0x
    expect braze event "played song" {"actionType": "logEvent"} 0x
    log-event customAttribute customAttributeKey="tune" customAttributeValue="Night Bus"
    expect braze attribute "tune" == "Night Bus" as string
    log-event told genre="pop"
    expect log app ~ /no Braze action type/
    log-event told actionType="logEvent"
    expect braze events 1
    log-event changeUser externalUserId="u-7"
    expect braze user "u-7"

    Braze in Objective-C
    class "Tags" braze objective-c
    ---
    sdk v5
    set firebase-validation warn
    container default songs
    launch
    log-event "played song" genre="pop"
    expect braze event "played song" {"genre": "pop"} 1x
    log-event customAttribute customAttributeKey="tune" customAttributeValue="Night Bus"
    expect braze event "tune" {"customAttributeValue": "Night Bus"} 1x
    log-event told genre="pop"
    expect log app ~ /no Braze action type/
    log-event told actionType="logEvnt"
    expect log app ~ /Invalid action type/
    expect braze events 2
    log-event changeUser externalUserId="u-7"
    expect braze user "u-7"
    """#.split(separator: "\n\n").map(String.init)

  @Test(arguments: listings)
  func listing(_ text: String) throws {
    let lines = text.split(separator: "\n").map(String.init)
    let bar = try #require(lines.firstIndex(of: "---"))
    let saved = lines.contains("sdk v5") ? [] : FaultyAppTests.saved
    let run = try FaultyAppTests().play(
      Array(lines[1..<bar]), saved + lines[(bar + 1)...], containers: Self.containers)
    let failed = run.results.filter(\.isFailure).map { [$0.statement.text] + $0.reason }
    #expect(failed == [])
  }

  /// A tag of the app whose rule asks it for a price, and tags of its class, which take what they
  /// do not fix from the parameters of their event.
  private static let containers: OrderedDictionary = [
    "functions": ContainerBuilder {
      $0.functionMacro("price", parameters: .members(["sku": "S-1"]))
      $0.functionMacro("weight")
      let times = Expression.members(["times": 2])
      $0.tag("Bell", "_func", ["function_call_macro_name": "ring", "additional_params": times])
      $0.rule(when: [.event("door"), .equals("price", "9.5")], fires: ["Bell"])
    }.compiled,
    "songs": CompiledContainer(ContainerBuilder.firebase { addTags(&$0) }),
  ]

  private static func addTags(_ container: inout ContainerBuilder) {
    let keys = [
      "actionType", "eventName", "genre", "customAttributeKey", "customAttributeValue",
      "externalUserId",
    ]
    for key in keys {
      container.macro(key, "__md", ["eventType": "CUSTOM", "key": .constant(.string(key))])
    }
    let tags: KeyValuePairs<String, OrderedDictionary<String, Expression>> = [
      "played song": ["actionType": "logEvent", "eventName": "played song"],
      "customAttribute": ["actionType": "customAttribute"],
      "changeUser": ["actionType": "changeUser"], "told": [:],
    ]
    for (event, fixed) in tags {
      let rows = keys.map { key in
        Expression.members(["key": .constant(.string(key)), "value": fixed[key] ?? .macro(key)])
      }
      container.tag(event, "__funct", ["classPath": "Tags", "functionArgument": .list(rows)])
      container.rule(when: [.event(event)], fires: [event])
    }
  }
}
