import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  private static let id = RuntimeHarness.containerID
  private static let preview =
    "tagmanager.c.com.example://preview/p?id=\(id)&gtm_auth=abc&gtm_preview=9"

  static func opening(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .alreadyOpened:
      log { for _ in 1...2 { $0.open(kind: .callback) } }
    case .excessiveTimeout: log { $0.open(timeout: .seconds(100)) }
    case .openerWithoutTimer: log(of: settings(.openerWithoutRunLoop)) { $0.open() }
    case .tooManyContainers:
      log { for number in 0...Limits.openContainers { $0.open("GTM-\(number)") } }
    case .openersDropped:
      log {
        $0.open()
        $0.send(.call(.close(container: id)))
      }
    case .loadingDefault: log { (_: inout ContainerBuilder) in }
    case .unreadableDefault: log { $0.openBundled(id) }
    case .compiledDefault: log { $0.openBundled(id, .container(export.compiled)) }
    case .renamedDefault:
      log {
        $0.openBundled(id, .container(ContainerBuilder().compiled), origin: "GTM-TEST_v12")
      }
    case .defaultNotInTarget: log { $0.openBundled(id, .notInTarget) }
    case .similarDefault: log { $0.openBundled("gtm-test.bin") }
    case .defaultContainerMode:
      log {
        $0.send(.call(.setRefreshMode(.defaultContainer)))
        $0.open()
      }
    case .notAPreviewURL: log { $0.send(.call(.preview(url: "https://www.example.com/"))) }
    case .previewOfUnopened: log { $0.send(.call(.preview(url: preview))) }
    case .noBinaryDefault, .noDefaultFile, .noDefaultContainer: log { $0.open() }
    default: nil
    }
  }

  static func refreshing(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .refreshInDefaultMode:
      log {
        $0.open()
        $0.send(.call(.setRefreshMode(.defaultContainer)))
        $0.refresh()
      }
    case .refreshRequested, .refreshTooOften:
      log {
        $0.open()
        for _ in 1...2 { $0.refresh() }
      }
    case .refreshExcessive:
      log(of: Settings(platform: .android)) {
        $0.open()
        for _ in 1...2 { $0.refresh() }
      }
    case .refreshOfClosed: log { $0.refresh() }
    case .readOfClosed: log { $0.send(.call(.read("m", .int64, container: id))) }
    case .ignoredAnswer: log { $0.nothingSaved() }
    case .noChange:
      log {
        $0.open()
        $0.savedLoaded(ContainerBuilder(), age: .hours(13))
        $0.fetched(.success(nil))
      }
    case .noDataRetrieved: answered(.response(status: 404, .unreadable))
    case .loadStatus: answered(.response(status: 500, .unreadable))
    case .loadUnparsable: answered(.response(status: 200, .unreadable))
    case .noLoadEvent:
      log {
        $0.send(.call(.setLogger(Logger(level: .verbose))))
        $0.open()
        $0.savedLoaded(ContainerBuilder(), age: .hours(1))
      }
    case .foreignContainer:
      log { container in container.version.usageContexts = ["android"] }
    case .brokenContainer: answered(.response(status: 200, .container(broken.compiled)))
    default: nil
    }
  }

  private static func answered(_ answer: FetchAnswer) -> [LogRecord] {
    log {
      $0.open()
      $0.nothingSaved()
      $0.answered(answer)
    }
  }

  /// A container with a rule that fires a tag it does not have.
  private static var broken: ContainerBuilder {
    ContainerBuilder { container in
      container.rule(when: [.event("go")], fires: ["T"])
      container.version.rules[0].addTags = [7]
    }
  }

  private static var export: ContainerBuilder {
    ContainerBuilder { $0.version.format = .export }
  }

  static func settings(_ quirk: Quirk) -> Settings { .with { $0.quirks = [quirk] } }
}
