import TagWords

extension GuideName {
  /// The manager and its containers.
  static let containers: [GuideName] = [
    GuideName(
      "TAGManager", "TAGManager instance",
      does: "The tag manager of the app, with its containers, data layer, log and dispatch. "
        + "A simulated app has one as soon as it launches.",
      .scenario("launch"), .device, "its containers and their timers",
      .line("var manager = Runtime()")),
    GuideName(
      "TAGManager refreshMode", "TAGRefreshMode", "kTAGRefreshModeStandard",
      "kTAGRefreshModeDefaultContainer",
      does: "Decides whether containers are loaded. In the default-container mode only the "
        + "bundled container counts: nothing is loaded from the disk or the network, there is no "
        + "callback, and an opener answers at its timeout. Meant for development.",
      .scenario("set refresh-mode default-container"), .device,
      "the source of the container, which stays default",
      .call("setRefreshMode(.defaultContainer)")),
    GuideName(
      "TAGManager getContainerById:",
      does: "Returns the container with this id if it is open, or nil.",
      .scenario("expect container source=default"), .device, "the open containers",
      .line(#"print(runtime.containerStatus(of: "GTM-AB12") as Any)"#)),
    GuideName(
      "TAGContainer", "TAGContainer containerId",
      does: "An open container: the values and rules of one version. A refresh changes the "
        + "version inside the same container.",
      .app("container GTM-AB12"), .device, "its id, version, source and age",
      .line(#"print(runtime.containerStatus(of: "GTM-AB12")?.id ?? "not open")"#)),
    GuideName(
      "TAGContainer lastRefreshTime",
      does: "When the container last came from the network, in milliseconds; 0 means never. "
        + "A saved container keeps its time.",
      .scenario("expect container source=saved age<12h"), .device, "the age of the container",
      .line(#"print(runtime.containerStatus(of: "GTM-AB12")?.refreshed as Any)"#)),
    GuideName(
      "TAGContainer isDefault",
      does: "Whether the current container is the bundled one.",
      .scenario("expect container source=default"), .values, "the source of each value",
      .line(#"print(runtime.containerStatus(of: "GTM-AB12")?.isDefault ?? true)"#)),
    GuideName(
      "TAGContainer stringForKey:",
      does: "Reads a value as text; a missing key gives empty text.",
      .scenario("read string title"), .values, "the value, its type and its source",
      .call(#"read("title", .string)"#)),
    GuideName(
      "TAGContainer int64ForKey:",
      does: "Reads a value as an integer; a missing key gives 0, and so does "
        + "text that is not a number.",
      .scenario("read int64 banner_size"), .values, "the value, and why it is 0",
      .call(#"read("banner_size", .int64)"#)),
    GuideName(
      "TAGContainer doubleForKey:",
      does: "Reads a value as a double; a missing key gives 0.0.",
      .scenario("read double promo_rate"), .values, "the value, its type and its source",
      .call(#"read("promo_rate", .double)"#)),
    GuideName(
      "TAGContainer booleanForKey:",
      does: "Reads a value as a boolean. Only true and false are booleans: 1 and yes give NO.",
      .scenario("read boolean show_banner"), .values, "the value, and the error in the log",
      .call(#"read("show_banner", .boolean)"#)),
    GuideName(
      "TAGContainer refresh", "refreshContainer:",
      does: "Asks the network for a newer container. There are 30 tokens, and calls must be 5 "
        + "seconds apart; a refused call has no callback and no error.",
      .scenario("refresh"), .device, "the remaining tokens, and the next refresh",
      .call("refresh()")),
    GuideName(
      "TAGContainer close",
      does: "Closes the container: it is no longer refreshed, and its id can be opened again. "
        + "Its handlers are gone; the data layer stays.",
      .scenario("close"), .device, "the containers still open", .call("close()")),
    GuideName(
      "NSTimer", "scheduledTimerWithTimeInterval:target:selector:userInfo:repeats:",
      does: "The guide's timer that refreshes the container while the app runs. The SDK itself "
        + "refreshes every 12 hours.",
      .app("refresh-timer 6h"), .device, "the refresh timer and when it is next due",
      .call("refresh()")),
  ]

  /// Opening containers, and the callbacks of the app.
  static let openings: [GuideName] = [
    GuideName(
      "TAGManager openContainerById:callback:", "TAGContainerCallback",
      does: "Opens a container without waiting: the app gets it at once, as it is, and a callback "
        + "reports each load from the disk and the network.",
      .scenario("open callback"), .events, "the callbacks, in their order",
      .call(#"open(container: "GTM-AB12", kind: .callback, timeout: nil)"#)),
    GuideName(
      "TAGContainerOpener", "TAGOpenType",
      "TAGContainerOpener openContainerWithId:tagManager:openType:timeout:notifier:",
      does: "Opens a container and passes it to the notifier as soon as it satisfies the "
        + "open type, or at the timeout.",
      .scenario("open prefer-fresh timeout=2s"), .device,
      "the race between the disk, the network and the timeout",
      .call(#"open(container: "GTM-AB12", kind: .preferFresh, timeout: .seconds(2))"#)),
    GuideName(
      "kTAGOpenTypePreferNonDefault",
      does: "Takes any container that is not the default, however old, and refreshes it "
        + "afterwards. The guides recommend it where the interface waits for the container.",
      .scenario("open prefer-non-default"), .device, "the source and the age of the container",
      .line("print(OpenKind.preferNonDefault.rawValue)")),
    GuideName(
      "kTAGOpenTypePreferFresh",
      does: "Takes a saved container younger than 12 hours, or else waits for the network until "
        + "the timeout.",
      .scenario("open prefer-fresh"), .device, "how long the app waited, and for what",
      .line("print(OpenKind.preferFresh.rawValue)")),
    GuideName(
      "TAGContainerFuture", "TAGContainerFuture get",
      "TAGContainerOpener openContainerWithId:tagManager:openType:timeout:",
      does: "Opens a container and blocks the calling thread until it is ready. On the main "
        + "thread, the app is frozen meanwhile.",
      .scenario("open prefer-non-default blocking"), .phone, "the frozen screen",
      .act("open(container: nil, AppOpening(isBlocking: true))")),
    GuideName(
      "TAGContainerFuture isDone",
      does: "Whether the container is ready, so that get does not block.",
      .scenario("expect container source=saved"), .device, "whether the opener still waits",
      .line(#"print(runtime.containerStatus(of: "GTM-AB12")?.isOpening ?? false)"#)),
    GuideName(
      "TAGContainerOpener defaultTimeout",
      does: "How long an opener waits if the app gives no timeout: 2 seconds.",
      .scenario("open prefer-fresh timeout=2s"), .device, "the timeout in the race of the opening",
      .line("print(Settings().openTimeout)")),
    GuideName(
      "TAGContainerOpenerNotifier", "TAGContainerOpenerNotifier containerAvailable:",
      does: "Passes the container to the app, on the thread that ended the wait. This happens "
        + "once; later refreshes do not call it.",
      .app(#"on container push event="ready""#), .events,
      "the row that shows which container the app has, and why now",
      .notice("containerAvailable(container: let heard, _, _)")),
    GuideName(
      "TAGContainerCallback containerRefreshBegin:refreshType:",
      does: "A load from the disk or the network begins.",
      .scenario("expect callback refresh-begin network"), .events, "the callback",
      .notice("refreshBegan(container: let heard, _)")),
    GuideName(
      "TAGContainerCallback containerRefreshSuccess:refreshType:",
      does: "A load succeeded. An unchanged version also counts as success.",
      .scenario("expect callback refresh-success network"), .events, "the callback",
      .notice("refreshSucceeded(container: let heard, _)")),
    GuideName(
      "TAGContainerCallback containerRefreshFailure:failure:refreshType:",
      does: "A load failed. The current container stays, and the SDK tries again in an hour.",
      .scenario("expect callback refresh-failure network no-network"), .events,
      "the callback with its reason", .notice("refreshFailed(container: let heard, _, _)")),
    GuideName(
      "kTAGContainerCallbackRefreshTypeSaved", "kTAGContainerCallbackRefreshTypeNetwork",
      "TAGContainerCallbackRefreshType",
      does: "Where a load looks: on the disk or in the network.",
      .scenario("expect callback refresh-success saved"), .device, "what each of the two had",
      .line("print(RefreshKind.saved, RefreshKind.network)")),
    GuideName(
      "kTAGContainerCallbackRefreshFailureNoSavedContainer",
      does: "The disk has no container, as at the first launch. A preview does not read the disk.",
      .scenario("expect callback refresh-failure saved no-saved-container"), .device,
      "what the disk had", .line("print(RefreshFailure.noSavedContainer.words)")),
    GuideName(
      "kTAGContainerCallbackRefreshFailureIoError",
      does: "The disk cannot be read.",
      .scenario("disk io-error"), .device, "what the disk had",
      .line("print(RefreshFailure.ioError.words)")),
    GuideName(
      "kTAGContainerCallbackRefreshFailureNoNetwork",
      does: "The phone has no network.",
      .scenario("network offline"), .device, "what the network had",
      .line("print(RefreshFailure.noNetwork.words)")),
    GuideName(
      "kTAGContainerCallbackRefreshFailureNetworkError",
      does: "The connection broke, or the tag server answered with an error.",
      .scenario("network status 503"), .device, "what the network had",
      .line("print(RefreshFailure.networkError.words)")),
    GuideName(
      "kTAGContainerCallbackRefreshFailureServerError",
      does: "The answer is not a container: the id is unknown, or something else answered.",
      .scenario("network captive"), .device, "what the network had",
      .line("print(RefreshFailure.serverError.words)")),
    GuideName(
      "kTAGContainerCallbackRefreshFailureUnknownError", "TAGContainerCallbackRefreshFailure",
      does: "A load failed for another reason. The SDK has this constant, but nothing here causes "
        + "it.",
      .scenario("expect callback refresh-failure network unknown-error 0x"), .events,
      "the callback with its reason", .line("print(RefreshFailure.unknown.words)")),
  ]
}
