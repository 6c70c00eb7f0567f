/// The lines of Google Analytics.
let analyticsLines = """
  = legacy ios GoogleAnalytics
  : Waiting hits were sent, or there were none.
  I hit-sent hits-sent ◊ hit(s) sent ~ ◊ hit(s) left the phone
  : Send less with one hit: this one cannot leave the phone.
  E fault hit-too-large Failed to generate request for hit(s). ~ a hit is too large to be sent
  : Hits are lost, because too many came at once: send fewer, or spread them.
  > a hit is dropped: too many were made at once
  I dropped throttled Excessive tracking detected and throttled.
  : Choose a hit type for the tag, or the collector ignores its hits.
  W note bad-hit-type Bad or missing hit type. ~ a hit has no type (&t); it is sent anyway
  : The app uses a tracker that it has not created.
  > a tracker without a name is not created
  E fault empty-tracker-name Nil or empty name supplied. Cannot create tracker.
  : A phone logs this for every step when its log level is verbose.
  V hit-stored hit-saved Saved hit: ◊ ~ the hit is stored: ◊
  < V Sending hit(s) ◊ ◊
  V hit-sent hits-leaving Sending hit(s) ◊: ◊ ~ hits are sent: ◊ ◊
  < V Hit(s) dispatched: HTTP status ◊
  I answered hits-answered Hit(s) dispatched: HTTP status ◊ ~ the collector answers with status ◊
  : The app lacks the advertising id library: no hit has an id, whatever a tracker collects.
  > the app lacks the advertising id library, so hits have no advertising id
  V note no-advertising-class idfa class missing, won't collect idfa
  : It is a step on the way of a hit: nothing to do.
  V normal - building URLRequest for ◊
  I normal - hit(s) Successfully deleted | Reachability flags update: ◊
  : No hit is tracked, because the library could not start: look for a full or damaged disk.
  E fault - unexpected batch strategy: ◊ | Dispatcher initialization failed: ◊ | initialization \
  failed: dispatcher is required.
  : Stored hits may be lost, because the disk or the database failed: look for a full disk.
  E fault - Datastore error: ◊
  W fault - Corrupted database with URL ◊: ◊
  : The oldest stored hits are dropped, because 2,000 wait: let the app dispatch more often.
  V dropped - Deleting excess hits.
  : The app's Info.plist has no name or identifier, so hits have neither: complete it.
  W note - could not load application name or identifier.
  : A value of the e-commerce data is left out for its class: pass text or numbers.
  W note - Unexpected class: ◊
  : The app ended with an exception, which is tracked as a hit: its developer must fix it.
  W note - Uncaught exception: ◊
  : Nobody answered, and the SDK deletes the hits: they may be lost. Check network and blockers.
  I fault hits-answered Hit(s) dispatched: HTTP status -1
  : The collector refused the hits, and the SDK deletes them: they are lost. Check their address.
  I fault hits-answered Hit(s) dispatched: HTTP status 4◊
  : The collector failed, and the SDK deletes the hits: they are lost. Check the proxy, if any.
  I fault hits-answered Hit(s) dispatched: HTTP status 5◊
  : Something else answered, often a hotel's login page, and the SDK deletes the hits: they are lost.
  I fault hits-answered Hit(s) dispatched: HTTP status 301 | Hit(s) dispatched: HTTP status 302 | \
  Hit(s) dispatched: HTTP status 303 | Hit(s) dispatched: HTTP status 307 | Hit(s) dispatched: HTTP \
  status 308
  = legacy android GAv4
  : A phone logs this for every step when its log level is verbose.
  D hit-stored hit-delivery Hit delivery requested: ◊ ~ the hit is stored: ◊
  : It is a step on the way of a hit: nothing to do.
  I normal - Google Analytics ◊ is starting up. To enable debug logging on a device run:
  D normal - setLocalDispatchPeriod (sec): ◊ | Dispatching local hits. Elapsed time since last \
  dispatch (ms): ◊ | Found relevant installation campaign: ◊
  V normal - Connecting to service | Connected to service | Service connected, sending hits to the \
  service | Inactivity, disconnecting from device AnalyticsService | Dispatching local hits to \
  device AnalyticsService | Dispatching a batch of local hits | Hits loaded from store. count: ◊ | \
  Store is empty, nothing to dispatch | All hits dispatched or no network/service. Going to power \
  save mode | Dispatch scheduled (ms): ◊ | Dispatch alarm scheduled (ms): ◊ | Deleting hit, id: ◊ | \
  AnalyticsService registered in the app manifest and enabled | trackingId loaded: ◊ | Anonymize ip \
  loaded: ◊ | Loaded clientId: ◊
  E note - Service connect failed to get IAnalyticsService
  : The hit is on its way: the line repeats it.
  D hit-stored hit-kept Hit saved to database. db-id, hit: ◊, ◊
  D handed-over hit-handed Hit sent to the device AnalyticsService for delivery
  D handed-over hit-handed-over Hit sent do device AnalyticsService for delivery: ◊
  V normal hit-delivering Delivering hit: ◊
  : The hit is made.
  V hit-stored third-release-hit Sending hit to s◊
  : Dry run is on, so no hit is sent: switch it off in the app that you publish.
  I dry-run dry-run ◊Would have sent hit: ◊
  : The hit is dropped, and no report has it: correct what the line names.
  W dropped hit-discarded Discarding hit. ◊: ◊
  : The phone reaches nobody, so hits wait on it: check the network and blockers.
  V fault - No network or service available. Will retry later
  E fault - Local dispatch failed: ◊
  : Nobody answered, so the phone keeps the hits and tries again: check the network and blockers.
  W upload-failed connection-failed Network POST connection error: ◊ | Network GET connection error: \
  ◊ | Network compressed POST connection error: ◊
  : Hits are sent.
  D hit-sent hits-posted POST compressed size, ratio %, url: ◊, ◊, ◊ | POST bytes, url: ◊, ◊
  D hit-sent hit-requested GET request: ◊
  : The collector has answered.
  D answered post-answered POST status: ◊
  D answered get-answered GET status: ◊
  : The collector did not take the hits, and the phone keeps them and tries again: check the address \
  that they are sent to, and the proxy.
  D upload-failed post-answered POST status: 3◊ | POST status: 4◊
  D upload-failed get-answered GET status: 3◊ | GET status: 4◊
  : The collector failed, and the phone keeps the hits and tries again: check the proxy, if any.
  D upload-failed post-answered POST status: 5◊
  D upload-failed get-answered GET status: 5◊
  : The hits of this app are not all collected, as it samples: set its sample rate to 100.
  D dropped - Sampling enabled. Hit sampled out. sampling rate: 0.0
  : A value of the hit is longer than 8,192 bytes and is cut: shorten it.
  W note - Hit param value is too long and will be trimmed: ◊, ◊
  : Hits may wait for long, because the app's manifest lacks a part: add what the line names.
  W fault - AnalyticsService not registered in the app manifest. Hits might not be delivered \
  reliably. See http://goo.gl/8Rd3yj for instructions.
  W note - AnalyticsReceiver is not registered or is disabled. Register the receiver for reliable \
  dispatching on non-Google Play devices. See ◊ | CampaignTrackingReceiver is not registered, not \
  exported or is disabled. Installation campaign tracking is not possible. See ◊
  : Nothing is sent: add the permission that the line names to the app's manifest.
  E fault - Missing required android.permission.INTERNET. Google Analytics disabled. See ◊
  : A hit is lost, because the phone could not store it: look for a full disk.
  E fault - Error storing a hit: ◊ | Failed to insert a hit (got -1)
  : Hits of more than 30 days ago are dropped: the phone was without network for that long.
  V dropped - Deleted stale hits, count: ◊
  : The app's start was slow.
  W note - Slow initialization (ms): ◊, ◊
  """
