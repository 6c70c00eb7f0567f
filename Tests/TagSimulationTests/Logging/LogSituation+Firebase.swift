import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  /// What is said of Firebase.
  static func firebase(_ code: LogCode) -> [LogRecord]? {
    var harness = RuntimeHarness.firebase()
    switch code {
    case .noFirebase:
      var legacy = RuntimeHarness()
      return legacy.log("purchase").logs
    case .noDataLayer: return harness.push(["event": "purchase"]).logs
    case .noUploadOnDemand: return harness.send(.call(.dispatch)).logs
    case .firebaseError: return harness.log("played song").logs
    case .firebaseWarning:
      harness = .firebase(validation: .warn)
      return harness.log("played song").logs
    case .parameterDropped: return harness.log("purchase", ["coupon": ""]).logs
    case .collectionOff:
      harness.send(.call(.firebase(.setCollection(false))))
      return harness.log("purchase").logs
    case .consentUnknown:
      var consent = Consent()
      consent[.adUserData] = .denied
      return harness.send(.call(.firebase(.setConsent(consent)))).logs
    case .consentIgnored:
      harness = RuntimeHarness(
        settings: .with {
          $0.generation = .firebase
          $0.sdkVersion = SDKVersion(6, 33)
        })
      var consent = Consent()
      consent[.adStorage] = .denied
      harness.send(.launched(isReachable: true))
      return harness.send(.call(.firebase(.setConsent(consent)))).logs
    case .noFolderContainer: return harness.open().logs
    case .defaultAtRoot:
      let version = ContainerBuilder.firebase()
      return harness.openBundled(
        "GTM-TEST.json", .container(CompiledContainer(version))
      ).logs
    case .extraDefault: return harness.openBundled("container/GTM-MORE.json").logs
    case .oneContainer: return harness.open().logs + harness.open("GTM-MORE").logs
    case .eventHeld:
      harness.open()
      return harness.log("purchase").logs
    case .heldEventPassedBy:
      harness.open()
      for _ in 0..<Limits.heldEvents { harness.log("purchase") }
      return harness.log("purchase").logs
    default: return nil
    }
  }
}
