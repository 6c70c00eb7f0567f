/// The lines of Tag Manager on Firebase (v5).
let managerLines = """
  = firebase ios GoogleTagManager
  : It is found anyway. In the folder container, it is found faster.
  > the container ◊ is at the root of the bundle but belongs in the folder container
  < W ◊ found at root of application bundle. Containers can be loaded more efficiently using the \
  container subdirectory
  W note default-at-root Container(s) ◊ found at root of application bundle. Containers can be \
  loaded more efficiently using the container subdirectory.
  : Only one default container is used: remove the other.
  > the bundle has another container, ◊, which is ignored
  W note extra-default Extra container found, will not be loaded: ◊
  : No tag fires until the network answers: put a default container into the app and its target.
  > the folder container in the app's bundle has no container: an empty one is used
  < E No default container found. Container needs to be added to a container folder and added to \
  the target.
  W fault no-folder-container No default container found. Container needs to be added to a \
  container folder and added to the target.
  : A function of the container had no result: check its input.
  E fault unknown-function no function ◊ is defined: calls to it have no effect and no value
  E fault function-failed ◊ (◊) failed: ◊
  : The event has no such parameter. Give the variable a default value if it may be missing.
  > ◊: the event has no parameter ◊ and there is no default value, so it is undefined
  W note no-event-parameter ◌Event does not have parameter "◊" and no default value was defined. \
  Returning "undefined".
  : Complete the variable or the tag in the web interface.
  > ◊: it names no event parameter, so it is undefined
  E fault no-parameter-name ◌No parameter key specified in the data.
  > ◊: it names a second event parameter in ◊, which is ignored
  E note second-parameter-name ◌Ignoring unexpected additional parameter key in the data (key = "◊"
  > ◊: a hit has no field ◊: it is left out
  W note unknown-hit-field ◌Dropping the invalid UA tag field name ◊
  : No event is logged under this name: use letters, digits and _, with no _ first.
  > ◊: '◊' is not an event name, so no event is logged: use letters, digits and '_', with no '_' \
  first
  W fault bad-event-name ◌Invalid Event name: ◊ (Must not start with an underscore and must \
  consist of letters, digits and/or underscores)
  : No event is logged with this name: use letters, digits and _, with no _ first.
  > ◊: '◊' is not a parameter name, so no event is logged: use letters, digits and '_', with no \
  '_' first
  W fault bad-parameter-name ◌Invalid parameter name: ◊ (Must not start with an underscore and \
  must consist of letters, digits and/or underscores)
  : Take the parameter out of one of the two lists of the tag.
  > ◊: the parameter ◊ is both set and dropped: it is dropped
  W note set-and-dropped ◌Dropped param ◊ is also specified in param override table
  : The app's developer must write or fix the class.
  E fault no-class ◊: the app has no class '◊' that it can run: nothing runs
  E fault class-failed ◊: the app's class ◊ failed: ◊
  W fault class-answer ◊: the app's class ◊ returned a ◊, but only text and numbers are allowed: \
  it is undefined
  : Events wait for the container, so none is missed.
  V event-held event-held "◊" waits until the container is loaded
  : A phone logs this for every step when its log level is verbose.
  < V Loading container: ◊
  I normal container-loading Loading container: ◊ ~ container ◊ is loaded
  > the container processes the event ◊ ◊
  < V Processing logged event: ◊ with parameters: ◊
  I event-processed event-processing Processing logged event: ◊ with parameters: ◊
  > the container sends a hit of Universal Analytics: ◊
  < V Sending universal analytics hit: ◊
  I hit-made analytics-sending Sending universal analytics hit: ◊
  : This is a step on the way to a container: nothing to do.
  I normal - Attempting to load saved version of container ◊ | processing URL: ◊://preview/p?◊›
  ? note - Attempting to load container ◊ from network | Attempting to load preview container for \
  ◊ | Attempted to load an already loaded container: ◊ ignored | application launch wait timed out \
  | Tag sender found no hits to send. | TAGDispatchScheduler ignored beginCycle. App is not in \
  foreground.
  : The default container is no file for v5: download the container again, and bundle it unchanged.
  ? fault - Expected resource to be a JSON dictionary. Check the format of the default container. \
  Container ignored. | No container resources found | Loading container resource failed: ◊
  : No container came: check the network, the ID, and whether a version was ever published.
  ? fault - Network not reachable while loading container ◊ | Can not retrieve container from \
  network. Response: ◊ | Fetching container from network failed: ◊
  : No tag fires and events pass by: check the default container, its ID and its publication.
  ? fault - Loading container failed: ◊
  : The container is used, but not kept for the next launch, because the disk failed.
  ? note - Saving downloaded container to file system failed.Downloaded container will still be \
  used
  : No tag can run without the library's resources: add GoogleTagManager's bundle to the target.
  ? fault - Error loading TAGRuntime script: ◊
  : A tag has failed and done nothing, often for a parameter that the event lacks: correct the tag.
  E fault - Error executing tag ◊: ◊
  : A condition or a variable has failed and counts as false or empty: correct it in the container.
  E fault - Error resolving predicate '◊' | Error executing Arbitrary Pixie macro.
  ? fault - Timeout fetching Firebase Analytics user property.
  : No tag fires on the event: publish the container again, and update the library.
  ? fault - JavaScript Runtime exception: ◊ | Failed to evaluate event with exception: ◊
  : A function call names no class: complete the tag or the variable in the web interface.
  ? fault - No class name supplied for custom variable or tag.
  : The class gets a parameter that it cannot use, and does without: pass text or numbers.
  ? note - Unsupported parameter type: ◊
  : A request of a tag is stored, or sent.
  ? hit-stored - Saved tag for URL ◊
  ? hit-sent - Sent hit ◊
  : A request of a tag was not sent. It is kept and tried again: check its address and the network.
  ? fault - Tag send operation failed with error: ◊
  : The tag has no address to send to: complete it in the web interface.
  ? fault - queueRequest instruction requires a url.
  : Universal Analytics has ended, and this release sends no hits to it: use a GA4 tag.
  > no hit: this release of Tag Manager has no library of Universal Analytics
  E fault no-analytics-library UniversalAnalytics tag is no longer supported.
  : The tag sends no hit, or one without products: complete the tag, and log what the line names.
  ? fault - UniversalAnalytics tag type malformed. Tag should be an event, view, or ecommerce \
  type. | UniversalAnalytics tag requires a dictionary of fields. | UniversalAnalytics cannot find \
  transactionId in current event data. | UniversalAnalytics requires transaction items to have \
  names. | UniversalAnalytics error parsing products from ecommerce data.
  : What tags send is lost with the process, because the disk failed: look for a full disk.
  ? fault - Could not open tag storage database file: ◊ | Failed while saving tag to tag storage: ◊
  : The tag or the variable is set up wrongly: correct it in the web interface.
  W fault - Unexpected eventType param value: ◊
  = firebase android GoogleTagManager
  : This is a step on the way to a container: nothing to do.
  I normal loading-container Loading container ◊
  V normal - Initializing Tag Manager. | Looking up container asset. | Asset found for container ◊ \
  | Starting to load container ◊. | Container ◊ is scheduled for loading. | Attempting to fetch \
  container ◊ from a saved resource | Attempting to fetch container ◊ from network | Attempting to \
  fetch container ◊ from the default resource | The container was successfully parsed from the \
  resource | The runtime configuration was successfully parsed from the resource | Refresh \
  container ◊ in ◊ms. | Refreshing container ◊... | Preview requested to uri ◊ | Deferring \
  container loading for preview uri: ◊(Tag Manager has not been initialized). | Still \
  initializing. Defer preview container loading. | Sending hits immediately under preview.
  I normal - Installing Tag Manager event handler. | Tag Manager event handler installed. | Tag \
  Manager initilization took ◊ms | Starting to load preview container: ◊ | Tag Manager \
  initialization took ◊ms
  V loaded - Container resource successfully loaded from ◊ | Runtime initialized successfully for \
  container ◊ | Container ◊ loaded during runtime initialization. | Refreshed container ◊. \
  Reinitializing runtime...
  : Tag Manager found no container, so no tag fires: put GTM-….json into assets/containers.
  W fault - Tag Manager's event handler WILL NOT be installed (no container loaded)
  : Events do not reach Tag Manager, so no tag fires: use releases of both libraries that fit.
  E fault - Error communicating with measurement proxy: ◊
  W fault - Error connecting to TagManagerService
  : The container belongs in the folder assets/containers. It was looked for at the top, too.
  W note - No container asset found in /assets/containers. Checking top level /assets directory \
  for container assets. | Loading container assets from top level /assets directory. Please move \
  the container asset to /assets/containers
  : Only one default container is used: remove the other.
  W note - Extra container asset found, will not be loaded: ◊
  : The file is no container for Tag Manager: name it GTM-….json, as the web interface does.
  W fault - Ignoring container asset ◊ (does not match ◊)
  E fault - Failed to enumerate assets in folder containers
  : This place has no container, and the next is tried: check the network, and the container's ID.
  V fault - Cannot fetch a valid resource from ◊. Response status: ◊
  : No tag fires and events pass by: check the default container, its ID and its publication.
  V fault - Failed to fetch the container resource for the container "◊": ◊
  E fault - Error loading container:◊
  W fault - Container ◊ loading failed.
  V event-passed-by - Container failed to load: skipping event listener by ignoring the event: \
  name = ◊, origin = ◊, params = ◊. | Container failed to load: skipping  event interceptor by \
  logging event back to Firebase directly: name = ◊, origin = ◊, params = ◊.
  : The saved container cannot be read. The next place is tried.
  W note - Failed to read the resource from disk
  : The container came too late for the first events. A default container avoids that.
  W note - Container load callback completed after timeout
  : The event waits until the container is loaded.
  V event-held - Container not loaded yet: deferring event interceptor by enqueuing the event: \
  name = ◊, origin = ◊, params = ◊. | Added event ◊ to pending queue.
  : The container judges the event.
  V event-processed - Evaluating tags for event ◊ | Evaluating tags for pending event ◊
  : It is a step of the judgement: nothing to do.
  V normal - Evaluating trigger ◊ | Trigger is firing: ◊ | Trigger is not being evaluated since it \
  has no associated tags: ◊ | Adding tags to firing candidates: ◊ | Blocking tags: ◊ | Blocking \
  disabled tags: ◊ | Tag configured to dispatch on fire: ◊ | Beginning to evaluate variable ◊ | \
  Executing: ◊ | Hit has already been sent: ◊ | App's UI deactivated. Dispatching hits. | Dispatch \
  called for dispatchOnFire tags. | PowerSaveMode initiated.
  : A tag has failed and done nothing, often for a parameter that the event lacks: correct the tag.
  E fault - Error firing tag ◊: ◊ | Internal error - Function call: ◊ | Incorrect keys for \
  function ◊. ◊
  : A trigger of the container has failed, so it does not fire: correct it in the web interface.
  W fault - Error encounted while evaluating trigger ◊
  : This release of the library lacks the function, which does nothing: update the library.
  E fault - functionId '◊' is not supported
  : The app's class is missing or has failed: write it, and keep its name in ProGuard's rules.
  E fault - Error calling customEvaluator proxy:◊
  : The event goes on to Firebase.
  V event-logged - Logged passthrough event ◊ to Firebase.
  : A tag has kept the event from Firebase, so GA4 has none: change the tag if that is not meant.
  V dropped - Discarded non-passthrough event ◊ | Non-passthrough event ◊ doesn't get logged to \
  Firebase directly.
  : What a tag sends is lost, because the phone could not store it: look for a full disk.
  W fault - Error storing hit: ◊
  : The request of a tag has a method that cannot be sent, and is lost: use GET or POST.
  W dropped - Unsupport http method ◊. Drop the hit.
  : Requests of more than 30 days ago are dropped: the phone was without network for that long.
  V dropped - Removed ◊ stale hits.
  : There is no preview: make a new link for this container, and check the app's package.
  W fault - Bad preview url: ◊ | Preview failed (no container found) | Preview fails (container \
  doesn't match the container specified by the asset) | Cannot preview the app with the uri: ◊. \
  Launching current version instead.
  : The app is not in preview, or has no container: nothing happens.
  W note - Error in exiting preview mode. The container is not in preview. | TagManagerBackend \
  dispatch called without loaded container.
  : Tag Manager has failed at this event, so no tag fires on it: update the library.
  E fault - Uncaught exception: ◊
  """
