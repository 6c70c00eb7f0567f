extension DemoFiles {
  /// The scenario of the demo.
  static let demoScenario = #"""
    tagsim 1
    title: The corner shop
    tags: demo
    sdk: v3
    app: apps/shop.app
    start: 2014-03-01T23:50:00+01:00
    zone: Europe/Madrid
    device: language=es country=ES screen=640x1136
    ---
    setup
      container default containers/GTM-AB12.plist     # in the app's bundle; a plist has no rules
      container saved containers/GTM-AB12-v7.json age=13h
      publish containers/GTM-AB12-v8.json
      launch
    end
    expect container source=network version=8

    """#
}
