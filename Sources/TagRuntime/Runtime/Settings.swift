/// The constants of the SDK, each with its default and its source.
public struct Settings: Sendable, Hashable {
  /// How long an opener waits before it hands out what there is.
  ///
  /// Source: TAGContainerOpener, 2.0 s.
  ///
  /// Legacy name: TAGContainerOpener defaultTimeout
  public var openTimeout: Duration = .seconds(2)
  /// From this timeout on the opener warns that seconds were meant.
  ///
  /// Source: TAGContainerOpener 3.09, 100 s.
  public var excessiveOpenTimeout: Duration = .seconds(100)
  /// How long a container counts as fresh and when it is asked for again after success.
  ///
  /// Source: TAGContainer, 43,200,000 ms.
  public var refreshPeriod: Duration = .hours(12)
  /// When the network is asked again after a failure.
  ///
  /// Source: TAGContainer, 3,600,000 ms.
  public var refreshRetry: Duration = .hours(1)
  /// Refreshes that may be asked for in a row.
  ///
  /// Source: TAGContainer token bucket, 30.
  public var refreshTokens = 30
  /// How long it takes until another token is added.
  ///
  /// Source: TAGContainer token bucket, 900,000 ms.
  public var refreshTokenPeriod: Duration = .minutes(15)
  /// A refresh sooner than this after the last accepted one is refused.
  ///
  /// Source: TAGContainer token bucket, 5,000 ms.
  public var refreshBurst: Duration = .seconds(5)
  /// The period of automatic dispatch; nil switches it off.
  ///
  /// Source: TAGManager and GAI dispatchInterval, 120 s.
  public var dispatchInterval: Duration? = .seconds(120)
  /// When hits of an earlier run are sent after launch.
  ///
  /// Source: GAIBatchingDispatcher and TAGDispatcher 3.09, 1 s after init.
  public var initialDispatch: Duration = .seconds(1)
  /// After this long a hit that still waits is deleted.
  ///
  /// Source: GAIBatchingDispatcher maxHitAge, 2,592,000 s.
  public var hitAge: Duration = .days(30)
  /// How long a pixel may fail after its first attempt before it is deleted.
  ///
  /// Source: TAGDispatcher 3.09, 14,400 s.
  public var pixelGiveUp: Duration = .hours(4)
  /// How long a pixel that was tried is left alone.
  ///
  /// Source: TAGDispatcher 3.09, 120 s.
  public var pixelRetryPause: Duration = .seconds(120)
  /// By what rules answers settle hits; the SDK's own unless somebody asks for others.
  public var delivery = DeliveryProfile.sdk
  /// The runtime version that the macro `_rv` gives.
  ///
  /// Source: Android SDK 3.02; real containers compare with it.
  public var runtimeVersion: Int64 = 62_676_326
  /// What certain releases did otherwise than their header says; none unless somebody asks for it.
  public var quirks: Set<Quirk> = []
  /// The version of the SDK, which the macro `_gtmv` gives and what a container may use depends on.
  ///
  /// Source: 3.17 is the last version of the changelog of the legacy SDK.
  public var sdkVersion = SDKVersion(3, 17)
  /// Which generation of the SDK the app is built with.
  public var generation = SDKGeneration.legacy
  /// What becomes of an event that Firebase has something against.
  public var firebaseValidation = FirebaseValidation.drop
  /// When waiting events are sent after the first of them was logged.
  ///
  /// Source: the guide on DebugView: about an hour; 3,600,000 ms in the measurement library for
  /// Android, from which the next three are taken as well.
  public var eventUpload: Duration = .hours(1)
  /// When an upload that failed is tried again.
  public var eventUploadRetry: Duration = .minutes(30)
  /// When an upload that was due while the app did not run is made after its launch.
  public var eventUploadAfterLaunch: Duration = .seconds(15)
  /// After this long an event that still waits is deleted.
  public var eventAge: Duration = .days(28)
  /// After this long out of use a session ends.
  ///
  /// Source: the reference of `Analytics`, `setSessionTimeoutInterval`, 1800 s.
  public var sessionTimeout: Duration = .minutes(30)
  /// Less time in the foreground than this is no engagement.
  ///
  /// Source: the list of automatic events, 1 s.
  public var shortestEngagement: Duration = .seconds(1)
  /// The seed of the macro `_r`.
  public var seed: UInt64 = 1

  /// Creates the defaults.
  public init() {}
}
