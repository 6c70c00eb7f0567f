/// The lines of Firebase itself.
let firebaseLines = """
  = firebase ios Firebase
  : Firebase dropped what the app logged: change the name or the value.
  E fault firebase-error firebase_error ◊: "◊" ◊: ◊
  : A part of the event does not arrive: change the name or the value.
  W fault parameter-dropped the parameter "◊" ◊: ◊
  : The app has switched collection off, so nothing is logged: switch it on, if consent is given.
  I dropped collection-off collection is off: "◊" is not logged
  ? dropped - Analytics is disabled. Event not logged | Analytics is disabled. User property not \
  set
  ? note - Analytics collection deactivated
  : A phone logs this for every step when its log level is verbose.
  > an event is logged by ◊: ◊ ◊
  D event-logged event-logging I-ACS023051 Logging event: origin, name, params: ◊, ◊, ◊
  > the event is stored: ◊ ◊
  D event-stored event-logged I-ACS023072 Event logged. Event name, event params: ◊, ◊
  : Firebase refuses the name: shorten it.
  > ◊ names have at most ◊ characters: ◊
  E fault name-length I-ACS013000 ◊ name is too long. The maximum supported length is ◊: ◊
  : Firebase does not accept the name. Choose another one.
  > ◊ names may only have letters, digits and _: ◊
  E fault name-signs I-ACS013002 ◊ name must contain only letters, numbers, or underscores: ◊
  > ◊ names must not begin with a prefix reserved for Firebase; this ◊ is ignored: ◊
  E fault name-reserved I-ACS013007 ◊ name uses reserved prefix. Ignoring ◊: ◊
  : Firebase reports what is not in this table: look its words up, and correct what it quotes.
  E fault any-firebase-error <FIRAnalytics/ERROR◊
  W fault any-firebase-warning <FIRAnalytics/WARNING◊
  E fault any-firebase-log-error <Error> [Firebase◊
  W fault any-firebase-log-warning <Warning> [Firebase◊
  E fault any-refusal [I-ACS013◊
  E fault any-value [I-ACS016◊
  E fault any-item [I-ACS018◊
  E fault any-type [I-ACS035◊
  : It is a step of Firebase: nothing to do.
  I normal - I-ACS023008 To ◊able debug logging set the following application argument: ◊ | \
  I-ACS023207 To enable verbose logging set the following application argument: \
  -FIRAnalyticsVerboseLoggingEnabled | I-ACS031025 Analytics screen reporting is enabled. Call \
  +[FIRAnalytics setScreenName:setScreenClass:] to set the screen name or override the default \
  screen class name. | I-ACS023220 Analytics screen reporting is enabled. Call \
  Analytics.logEvent(AnalyticsEventScreenView, parameters: [...]) to log a screen view event. | \
  I-ACS036002 Firebase screen reporting is enabled. Call +[FIRAnalytics \
  setScreenName:setScreenClass:] | I-ACS044000 GoogleAppMeasurementIdentitySupport dependency is \
  linked. | I-ACS023225 Initiated on-device conversion measurement
  D normal - I-ACS023009 Debug logging enabled | I-ACS024000 Debug mode is o◊ | I-ACS023016 \
  Analytics is ready to receive events | I-ACS023012 Analytics collection enabled | I-ACS031006 \
  View controller already tracked. Class, ID: ◊, ◊ | I-ACS033003 Scheduling user engagement timer \
  | I-ACS002002 ◊ timer scheduled to fire in approx. (s): ◊ | I-ACS002001 Measurement timer fired \
  | I-ACS002003 ◊ timer canceled | I-ACS023027 Do not schedule an upload task. Task already \
  exists. Will be executed in seconds: ◊ | I-ACS023024 No data to upload. Upload task will not be \
  scheduled | I-ACS023033 Starting data upload | I-ACS023037 No data to upload | I-ACS012018 \
  Saving bundle. size (bytes): ◊ | I-ACS023116 Bundle added to the upload queue. BundleID, \
  timestamp (ms): ◊, ◊ | I-ACS901006 Received SSL challenge for host. Host: ◊ | I-ACS023142 \
  Cancelling background upload task. Task ID : ◊ | I-ACS029014 Successfully parsed a \
  configuration. Version: ◊ | I-ACS800015 Looking for activated flag. SDK name, flag name, \
  activated snapshot: ◊ | I-ACS003007 Successfully created Firebase Analytics App Delegate \
  Proxy automatically. To disable the proxy,
  ? note - App will resign active state. Scheduling data upload | Upload has been suspended. Will \
  update scheduling later. Seconds: ◊ | Network operation is pending. Ignoring upload request | \
  I-ACS023130 Configuration not found. Using default configuration | Successfully fetched \
  configuration from the server. Code, size | Session expired
  : The release of the library.
  I normal analytics-started I-ACS023007 Analytics v.◊ started
  : The line repeats an event.
  D event-marked event-marked I-ACS023073 ◊Marking event as debug and real-time. Event name, \
  parameters: ◊, ◊
  D event-marked event-real-time I-ACS023105 ◊Marking an event as real-time. Event name, \
  parameters: ◊, ◊
  D event-marked event-real-time ◊Marking the event as real-time. Event name, parameters: ◊, ◊
  : A user property is set, or removed.
  D property property-set I-ACS023087 User property set. Name, value: ◊, ◊
  D property property-removed User property removed. Name: ◊
  D property setting-property Setting user property. Name, value: ◊, ◊
  ? property - User property updated. Name, origin, value
  : Firebase refuses the name: use 40 (24) letters, digits and _, a letter first, none reserved.
  E fault name-empty I-ACS013001 ◊ name is required and can't be empty
  E fault name-start I-ACS013003 ◊ name must start with a letter: ◊
  E fault event-reserved I-ACS013006 Event name is reserved. Ignoring event: ◊
  E fault parameter-reserved I-ACS013008 Parameter name uses reserved prefix. Ignoring parameter: ◊
  E fault property-reserved I-ACS013009 User property name is reserved. Ignoring user property: ◊
  : The value is too long and is cut or refused: shorten it.
  E fault - I-ACS013000 ◊ value is too long. The maximum supported length is ◊
  : The parameter does not arrive: pass text or a number, and a list only as an event's items.
  E fault - I-ACS013004 Event parameter value cannot be nil
  E fault value-of-other-type I-ACS016000 Event parameter value must be of type NSString or \
  NSNumber. Type: ◊
  E fault value-unsupported I-ACS035001 Cannot create Value type with unsupported value. ◊ Value: ◊
  ? fault - Invalid event parameter. Parameter must be a number, string or array. Param key, param \
  value: ◊, ◊ | Only ecommerce events are allowed to contain array parameters. Invalid ecommerce \
  name | Nested array parameters are not allowed. Name | Item cannot contain custom parameters | \
  Array parameter has too many items. The maximum number of supported items is ◊. Invalid array \
  size
  : The screen lacks its name or its class: give both as text.
  E fault screen-no-text I-ACS013000 Screen parameter value must be of type NSString: ◊
  E fault screen-without-class I-ACS031028 Received invalid class for screen: ◊
  : An event has at most 25 parameters, and the rest does not arrive: log fewer.
  ? fault - Event cannot contain more than ◊ parameters
  : A value needs a currency, such as EUR, beside it: the value does not arrive. Log both.
  E fault - I-ACS018014 Value parameter discarded. You must also supply a 3-letter ISO_4217 \
  currency code in the currency parameter.
  : The user ID or the user property is refused: pass text.
  ? fault - User ID must be NSString. User ID | User property must be NSString. Value
  : There is no room for another user property: the app may have 25.
  ? fault - Unable to set user property. Reached limit on set user properties for origin. Origin, \
  name, value
  : Too many different events were logged, and the event is lost: log fewer kinds.
  ? dropped - Data loss. Too many public events logged. Name, limit
  ? note - Too many conversion events. Not logging event as conversion. Name, limit
  : A screen is shown.
  D screen - I-ACS031010 Tracking view controller. Class, ID: ◊, ◊
  : It has no effect: nothing is lost.
  ? note - I-ACS031004 Ignoring duplicate screen name and screen class | extend_session is a \
  reserved parameter. To extend or start a session in the background, set an event parameter \
  {@'extend_session': @1} | Ignoring lower priority consent settings
  W note - I-ACS031003 setScreenName:screenClass: must be called after a view controller has \
  appeared
  : Consent is set.
  D consent - ad_storage is ◊. | analytics_storage is ◊. | ad_user_data is ◊. | \
  ad_personalization is ◊.
  : An upload is planned, or under way.
  > the next upload is planned in ◊ s
  D upload-planned upload-planned I-ACS023028 Upload task scheduled to be executed in approx. (s): ◊
  > events are uploaded to ◊
  D upload-begun upload-begun I-ACS900000 Uploading data. Host: ◊
  D upload-begun - I-ACS023039 Measurement data sent to network. Timestamp (ms), data: ◊, \
  <APMPBMeasurementBatch: ◊>
  : The upload has failed and is tried again: check the network.
  ? upload-failed upload-failed Network upload failed. Will retry later. Code, error: ◊, ◊
  : The phone has no network: events wait on it.
  ? fault - No network. Upload task will not be scheduled
  : The app is built without the advertising ID. Nothing else is lost.
  I normal - I-ACS032003 iAd framework is not linked. Search Ad Attribution Reporter is disabled. \
  | I-ACS044003 GoogleAppMeasurementIdentitySupport dependency is not currently linked. IDFA will \
  not be accessible.
  ? note - I-ACS044002 The AdSupport Framework is not currently linked. Some features will not \
  function properly. Learn more at ◊
  : Nothing is sent: add GoogleService-Info.plist as the console gives it to the app.
  E fault - Google App ID from GoogleService-Info.plist is empty. Please, define GOOGLE_APP_ID in \
  GoogleService-Info.plist for Analytics to work reliably.
  : Tag Manager does not start, so no container decides: use releases of both libraries that fit.
  ? fault - TAGManager class doesn't define initializeSharedInstance
  : The consent setting is ignored: it takes granted or denied.
  ? fault - Valid consent values are 'granted' and 'denied'. Ignoring invalid consent setting
  = firebase android FA
  : It is a step of Firebase: nothing to do.
  I normal - To enable debug logging run: adb shell setprop log.tag.FA VERBOSE | Faster debug mode \
  event logging enabled. To disable, run: | Ignoring lower-priority consent settings, proposed \
  settings: ◊ | Preview Mode was enabled. Using the sgtmPreviewKey: ◊ | adb shell setprop \
  log.tag.FA◊
  D normal - Debug-level message logging enabled | Setting app measurement enabled (FE): ◊ | \
  Application going to the background | Resetting analytics data (FE)
  V normal - Activity resumed, time: ◊ | Activity paused, time: ◊ | Recording user engagement, ms: \
  ◊ | Detected application was in foreground | Session started, time: ◊ | Connected to remote \
  service | Processing queued up service tasks: ◊ | Inactivity, disconnecting from the service | \
  Using local app measurement service | Saving bundle, size: ◊ | Upload has been suspended. Will \
  update scheduling later in approximately ms: ◊ | Nothing to upload or uploading impossible | Not \
  stopping services. fetch, network, upload: ◊, ◊, ◊ | Stopping uploading service(s) | Starting \
  upload from DelayedRunnable | Fetching remote configuration: ◊ | Successfully fetched config. \
  Got network response. code, size: ◊, ◊ | Analytics storage consent denied. Returning null app \
  instance id | EES edited event: ◊ | EES logging created event: ◊
  : The next line names the app, by which its debug mode is switched on.
  I note debug-app setprop debug.firebase.analytics.app ◊
  I normal - To enable faster debug mode event logging run:
  : The release of the library.
  I normal measurement-initialized App measurement initialized, version: ◊
  I note measurement-started App measurement is starting up, version: ◊
  : The app is built without Tag Manager, so no container decides. If it has one, add its library.
  I listed no-tag-manager Tag Manager is not found and thus will not be used
  : Tag Manager does not start, so no container decides: use releases that fit, and check ProGuard.
  W fault - Failed to invoke Tag Manager's initialize() method: ◊
  : Uploads may wait for long: add the part of the library that the app's manifest lacks.
  E fault - AppMeasurementReceiver not registered/enabled | AppMeasurementService not \
  registered/enabled
  : Nothing is sent: complete google-services.json and the permissions, and switch collection on.
  E fault - Uploading is not possible. App measurement disabled | Missing google_app_id. Firebase \
  Analytics disabled. See https://goo.gl/NAOOOI | Invalid google_app_id. Firebase Analytics \
  disabled. See https://goo.gl/NAOOOI. provided id: ◊ | App is missing INTERNET permission
  : An event is logged.
  V event-logged event-of-app Logging event (FE): ◊, ◊
  : The event goes to the container first.
  V event-processed event-passed-on Passing event to registered event handler (FE): ◊, ◊
  : The line repeats an event.
  V event-stored event-handed-over Logging event: origin=◊,name=◊,params=◊
  V event-stored event-recorded Event recorded: Event{◊, name='◊', params=◊}
  : Firebase refuses the name: use 40 (24) letters, digits and _, a letter first, none reserved.
  E fault - Invalid public event name. Event will not be logged (FE): ◊ | Name must consist of \
  letters, digits or _ (underscores). Type, name: ◊, ◊ | Name must start with a letter or _ \
  (underscore). Type, name: ◊, ◊ | Name is too long. Type, maximum supported length, name: ◊, ◊, ◊ \
  | Name starts with reserved prefix. Type, name: ◊, ◊ | Name is reserved. Type, name: ◊, ◊ | Name \
  is required and can't be empty. Type: ◊
  : The value is too long and is left out: a parameter has 100 characters, a user property 36.
  W fault - Value is too long; discarded. Value kind, name, value length: ◊, ◊, ◊
  : The parameter does not arrive: pass at most 25, of text and numbers, and maps only as items.
  W fault - Not putting event parameter. Invalid value type. name, type: ◊, ◊ | Nested Bundle \
  parameters are not allowed; discarded. event name, param name, child param name: ◊
  E fault - Event can't contain more than ◊ params: ◊, ◊ | Item can't contain more than ◊ \
  item-scoped custom params: ◊
  : The event is filtered out, so GA4 has none: ask for it in the property.
  I dropped - Event has been filtered : ◊
  : A user property is set, or removed.
  V property property-of-app Setting user property (FE): ◊, ◊
  D property - Removing user property: ◊
  : The user ID or the user property is refused: pass text that is not empty, and have at most 25.
  E fault - Too many unique user properties are set. Ignoring user property: ◊
  W fault - User ID must be non-empty or null
  : The app has switched collection off, so nothing is logged: switch it on, if consent is given.
  V dropped - User property not set since app measurement is disabled
  : A screen is shown.
  V screen - Logging screen view with name, class: ◊, ◊
  : No engagement counts for a screen left within a second: log it once if such lines are many.
  V listed - Screen exposed for less than 1000 ms. Event not sent. time: ◊
  : The screen view is lost: log each screen once, with a name of up to 100 characters, in front.
  W dropped - Ignoring call to log screen view event with duplicate parameters. | Cannot log \
  screen view event when the app is in the background.
  W fault - setCurrentScreen cannot be called while no activity active | Invalid screen name \
  length for screen view. Length: ◊
  : It has no effect: nothing is lost.
  W note - setCurrentScreen cannot be called with the same class and name
  : Events are lost: Google Play services are missing or stopped. Update them.
  E fault - Discarding data. Failed to set user property | Discarding data. Max runnable queue \
  size reached | Failed to send event to the service: ◊
  : An upload is planned, under way, or done.
  V upload-begun upload-data Uploading data. app, uncompressed size, data: ◊, ◊, ◊ | Uploading \
  data from upload queue. appId, uncompressed size, data: ◊
  V upload-ok upload-taken Successful upload. Got network response. code, size: ◊, ◊ | \
  Successfully uploaded batch from upload queue. appId, status: ◊, ◊
  V upload-planned - Scheduling upload, millis: ◊
  : The upload has failed and is tried again: check the network.
  ? upload-failed upload-failed Network upload failed. Will retry later. code, error: ◊, ◊
  : The phone has no network: events wait on it.
  V fault - Network not connected, ignoring upload request | No network
  : The upload failed too often, and events wait: check the network and blockers.
  W fault - The number of upload retries exceeds the limit. Will remain unchanged.
  : The configuration of the property was not renewed: the one before it stays. Check the network.
  V fault - Fetching config failed. code, error: ◊, ◊
  : The property has no configuration on this phone yet: nothing to do at a first start.
  W note - Config not found. Using empty config. appId: ◊
  : Events are lost: look for a full disk, and install the app again.
  D dropped - No app data available; dropping event: ◊
  E dropped - App version does not match; dropping event. appId: ◊
  E fault - Data loss. Failed to bundle and serialize. appId: ◊ | Failed to insert raw event (got \
  -1). appId: ◊
  : Consent is set.
  V consent - Setting storage consent(FE): ◊ | Setting DMA consent(FE): ◊
  : The consent setting is ignored: it takes granted or denied.
  W fault - Valid consent values are 'granted', 'denied'
  : Tag Manager has failed at this event, so no tag fires on it: update the library.
  W fault - Event interceptor threw exception: ◊ | Event listener threw exception: ◊
  : The phone was slow.
  W note - Tasks have been queued for a long time
  """
