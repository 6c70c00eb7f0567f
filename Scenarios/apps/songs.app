app "Song Box"
  package com.example.songs
  version "2.0" build=20
  container GTM-SB20
  class "BrazeGTMTagManager" braze swift         # the class path is case-sensitive
  class "BrazeObjCTagManager" braze objective-c  # a second one, to compare the two

  screen "Player"
    text "now playing"
    button "Play, as in the guide" key=g log-event "played song" genre=${genre="pop"} "number of times listened"=${times=42}
    button "Play" key=p log-event played_song genre=${genre="pop"} times_listened=${times=42}
    button "Skip" key=s log-event skipped_song genre=${genre="pop"}
    button "Like" key=l log-event liked_song genre=${genre="pop"}
    button "Sign in" key=i log-event signed_in member=${member="u-7"}
    button "Tell Braze (Swift)" key=t log-event customAttribute customAttributeKey=${name="vip"} customAttributeValue=${value=true}
    button "Tell Braze (Objective-C)" key=o log-event customAttributeObjC customAttributeKey=${name="vip"} customAttributeValue=${value=true}
    button "Tier" user-property tier=${tier="gold"}
  end
end
