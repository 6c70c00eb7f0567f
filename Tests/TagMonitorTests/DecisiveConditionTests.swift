import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// The condition that decided what became of a tag is the one that stands out.
struct DecisiveConditionTests {
  private static let container = ContainerBuilder { container in
    container.functionTag("Offer")
    container.rule(when: [.event("buy")], fires: ["Offer"], named: "Buys")
    container.rule(when: [.event("go")], fires: ["Offer"], named: "Goes")
    container.rule(when: [.event("go")], blocks: ["Offer"], named: "Staff")
    container.rule(when: [.event("stop")], blocks: ["Offer"], named: "Stops")
  }.compiled

  private static let app = """
    app "Offers"
      package com.example.offers
      container GTM-OFFER
    end
    """

  private static func world(_ event: String) throws -> Monitor {
    var monitor = try Shown.played(
      ["container default offers", "launch", "push event=\"\(event)\""], appText: app,
      containers: ["offers": container])
    monitor.press("4")
    return monitor
  }

  /// The texts of lines that stand out.
  private static func lit(_ lines: [Line]) -> [String] {
    lines.filter { line in line.pieces.contains { $0.style.role == .attention } }
      .map { $0.text.split(separator: " ").joined(separator: " ") }
  }

  @Test func theConditionThatHoldsBlocks() throws {
    let monitor = try Self.world("go")
    let page = monitor.context.page(of: .tag(name: "Offer", container: "GTM-OFFER"), columns: 88)
    let lit = Self.lit(page.lines.map(\.line)).filter { $0.contains("equals") }
    #expect(lit == ["✓ event equals go"])
    let start = try #require(page.start)
    #expect(page.lines[start].line.text.contains("equals  go"))
    let heads = page.lines[..<start].map(\.line.text)
    #expect(heads.last?.contains("blocking") == true)
    let list = TagsPane(monitor.context).allLines(columns: 60)
    #expect(Self.lit(list).contains("✓ event equals go"))
  }

  @Test func theConditionThatFailedKeepsATagFromFiring() throws {
    let monitor = try Self.world("other")
    let page = monitor.context.page(of: .tag(name: "Offer", container: "GTM-OFFER"), columns: 88)
    let lit = Self.lit(page.lines.map(\.line)).filter { $0.contains("equals") }
    #expect(lit == ["✗ event equals buy", "✗ event equals go"])
  }
}
