import OrderedCollections
import TagRuntime
import TagSimulation

@testable import ScenarioEngine

/// The small shop with a second container, which has a handler of its own.
enum TwoShops {
  static let app = #"""
    app "Two Shops"
      package com.example.shop
      on launch push event="appStart"
      container GTM-SHOP
      read string title
      tag-function addBonus pushes event="bonus"
      container GTM-ADS
      read string title
      macro-function tier
        returns "gold" when language="es"
        returns "plain"
      end
      screen "Home"
        on view push event="openScreen" screenName="Home"
        button "Buy" push event="buy" price=${price=5} then log-event buy price=${price=5}
        button "Cart" goes "Cart"
      end
      screen "Cart"
      end
    end
    """#

  static let inputs = RunInputs(
    app: (try? AppParser.parse(app, file: "two.app")) ?? App(name: "unreadable", package: ""),
    containers: Shop.inputs.containers.merging(SongShop.containers) { own, _ in own },
    zone: .fixed(3600))

  /// Plays lines with version 1 of the first container saved and version 2 on the server; of the
  /// second one nothing is there until the scenario says so.
  static func play(_ lines: [String]) throws -> ScenarioRun {
    let start = ["container saved v1 age=1h", "publish v2", "launch"]
    return try Shop.play(start + lines, inputs: inputs)
  }
}
