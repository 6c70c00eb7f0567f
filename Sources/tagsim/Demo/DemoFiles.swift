/// The files of the built-in demo, compiled in, so that the program works wherever it is moved.
///
/// They are the files of `Scenarios/` word for word; a test compares them, and writes them anew
/// with `TAGSIM_RECORD=1`.
struct DemoFiles: FileStore {
  /// The scenario that the monitor opens without a file.
  static let scenario = "demo.scenario"

  /// The files by their path below `Scenarios/`.
  static let all: [(path: String, text: String)] = [
    (scenario, demoScenario), ("apps/shop.app", shopApp),
    ("containers/GTM-AB12.plist", defaultContainer),
    ("containers/GTM-AB12-v7.json", savedContainer),
    ("containers/GTM-AB12-v8.json", publishedContainer),
  ]

  func bytes(of path: String, limit: Int = .max) throws(CommandFailure) -> [UInt8] {
    guard let file = Self.all.first(where: { $0.path == path }) else {
      throw CommandFailure(
        "\(path): is not among the files of the demo, which are "
          + Self.all.map(\.path).joined(separator: ", ")
          + "; open a scenario of your own to use others",
        code: .badInput)
    }
    return Array(file.text.utf8)
  }
}

// MARK: - Demo scenario

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

// MARK: - Default container

extension DemoFiles {
  /// The container in the app's bundle.
  static let defaultContainer = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>title_string</key>
      <string>Hello</string>
      <key>promo_rate</key>
      <real>0.15</real>
      <key>banner_size</key>
      <integer>50</integer>
    </dict>
    </plist>

    """#
}

// MARK: - Shop app

extension DemoFiles {
  /// The app of the demo.
  static let shopApp = #"""
    app "Corner Shop"
      package com.example.shop        # the preview scheme is tagmanager.c.com.example.shop
      container GTM-AB12
      open prefer-non-default timeout=2s          # what the app does at launch
      on launch push event="appStart" user.tier="gold"
      refresh-timer 6h                            # the NSTimer of the guide; leave out for none

      read string title_string            # typed reads: the values pane lists them
      read string subtitle
      read int64  banner_size
      read double promo_rate

      screen "Home Screen"
        text "{title_string}" "{subtitle}"
        banner {banner_size}
        on view push event="openScreen" screenName="Home Screen"
        button "Buy" push event="tapBuy" sku=${sku="S-77"} price=${price=19.90}
        button "Cart" key=c goes "Cart"
      end

      screen "Cart"
        on view push event="openScreen" screenName="Cart"
        button "Check out" goes "Confirmation"
      end

      screen "Confirmation"
        on view push event="openScreen" screenName="Confirmation"
      end

      macro-function discount                     # a function-call macro: first line that applies
        returns 0.15 when language="es"
        returns 0.10
      end

      tag-function logReceipt pushes event="receiptLogged"
    end

    """#
}
