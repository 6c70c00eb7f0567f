app "Radio Box"
  package com.example.radio
  version "1.4" build=14
  container GTM-RD10

  screen "Stations"
    text "Radio Uno" "Jazz FM"
    button "Play" log-event play_station station=${station="Radio Uno"} bitrate=192
    button "Subscribe" log-event subscribe plan=${plan="gold"} card="4111-1111"
    button "I am a tester" user-property tester="yes"
    button "Player" goes "Player"
  end
  screen "Player"
    text "now playing"
    button "Stop" log-event stop_station
  end
end
