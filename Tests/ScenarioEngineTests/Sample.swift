/// A long scenario that uses most of the language.
enum Sample {
  static let scenario = #"""
    tagsim 1
    title: Offline purchase just before midnight
    tags: offline, dispatch, workshop   # three
    sdk: v3
    app: apps/shop.app
    start: 2014-03-01T23:57:00+01:00
    zone: Europe/Madrid                 # of the phone
    device: language=es country=ES screen=640x1136
    seed: 7
    ---
    setup
      container default containers/GTM-AB12.plist
      container saved   containers/GTM-AB12-v7.json age=13h
      publish           containers/GTM-AB12-v8.json
      dispatch-interval 120s
    end

    chapter "1 Which container am I on?"
    network offline
    launch cold
    expect container source=saved version=7
    expect value title_string == "Hola" as string from saved
    push {
      "event": "x",
      "items": [{"sku": "S-77"}, absent]
    }
    screen "Home Screen"
    tap "Buy" price=19.90
    then optional label "soon" eventually within 125s expect sent 3
    note "환영합니다 \u00e9"

    app "Inline"
      package com.example.inline
      container GTM-CD34
      screen "A"
        button "Go" key=g push event="go" n=${n=1} then goes "A"
      end
      macro-function f
        returns 1 when language="es" country="ES"
        fails "no" when language="xx"
      end
      tag-function t pushes event="t" then fails "no"
    end
    kill
    """#
}
