import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  static func calling(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .appCalled:
      log { harness in
        harness.host.macros["m"] = { _ in .value(0.15) }
        harness.bundle = ContainerBuilder { $0.functionMacro("m") }.compiled
        harness.open()
        harness.send(.call(.read("m", .string, container: RuntimeHarness.containerID)))
      }
    case .handlerThrew:
      log { harness in
        harness.host.macros["m"] = { _ in .failed("it is tired") }
        harness.bundle = ContainerBuilder { $0.functionMacro("m") }.compiled
        harness.open()
        harness.send(.call(.read("m", .string, container: RuntimeHarness.containerID)))
      }
    case .noHandler: log(reading: "_func", ["function_call_macro_name": "nobody"])
    case .parametersNoMap:
      log(reading: "_func", ["function_call_macro_name": "f", "additional_params": "text"])
    case .writeOfNoList: log(firing: "_dlw", ["value": "text"])
    case .unknownAnalyticsTag: log(firing: "_ua", [:])
    case .fieldOfMap:
      log(
        firing: "_ua",
        ["analytics_fields": .members(["&cd": .members(["name": "Home"])])])
    case .pixelWithoutURL: log(firing: "_img", ["url": ""])
    case .pixelParameters:
      log(firing: "_img", ["url": "https://p.example/", "additional_params": "text"])
    case .pixelNoMap:
      log(of: Settings(platform: .android)) { container in
        container.tag("T", "_img", ["url": "https://p.example/", "additional_params": "text"])
        container.rule(when: [.event("go")], fires: ["T"])
      }
    case .wrongParameter: log(reading: "_hsh", ["arg0": "x", "algorithm": "rot13"])
    case .wrongInput: log(reading: "_enc", ["arg0": "xyz", "input_format": "base16"])
    case .badPattern: log(reading: "_reg", ["arg0": "x", "arg1": "("])
    default: nil
    }
  }

  static func selling(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .noTransactionID: log(firing: "_ua", ["track_transaction": true])
    case .transactionProducts: logSale(["transactionId": "1", "transactionProducts": "many"])
    case .productWithoutName:
      logSale(["transactionId": "1", "transactionProducts": [["sku": "7"]]])
    case .noEcommerce: logEcommerce("text")
    case .ecommerceLeftOut: logEcommerce(["purchase": ["actionField": ["revenue": "a lot"]]])
    case .ecommerceActions: logEcommerce(["click": [:], "add": [:]])
    default: nil
    }
  }

  private static func logSale(_ data: Value) -> [LogRecord] {
    log(firing: "_ua", ["track_transaction": true], pushing: data)
  }

  private static func logEcommerce(_ data: Value) -> [LogRecord] {
    log(
      firing: "_ua",
      [
        "analytics_pass_through": true, "analytics_fields": .members(["&t": "event"]),
        "enable_ecommerce": true, "ecommerce_use_data_layer": true,
      ], pushing: ["ecommerce": data])
  }
}
