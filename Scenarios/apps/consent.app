app "Radio Box"
  package com.example.radio
  version "1.5" build=15
  container GTM-RD10
  consent-default ad_storage=denied analytics_storage=denied

  screen "Stations"
    text "Radio Uno" "Jazz FM"
    button "Play" log-event play_station station=${station="Radio Uno"} bitrate=192
    button "Dark mode" user-property theme="dark"
    button "No, thanks" consent ad_storage=denied analytics_storage=denied ad_user_data=denied ad_personalization=denied
    button "Yes, all of it" consent ad_storage=granted analytics_storage=granted ad_user_data=granted ad_personalization=granted
  end
end
