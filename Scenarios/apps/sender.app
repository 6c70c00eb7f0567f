app "Corner Shop"
  package com.example.shop
  container GTM-AB12
  open prefer-non-default timeout=2s
  on background send-hits               # the guide's sendHitsInBackground
  on foreground dispatch-interval 120s  # the guide sets it again, and apps forget to

  screen "Home Screen"
    on view push event="openScreen" screenName="Home Screen"
    button "Cart" key=c goes "Cart"
  end

  screen "Cart"
    on view push event="openScreen" screenName="Cart"
    button "Check out" goes "Confirmation"
  end

  screen "Confirmation"
    on view push event="openScreen" screenName="Confirmation"
  end

  macro-function discount
    returns 0.10
  end

  tag-function logReceipt pushes event="receiptLogged"
  tag-function addBonus notes  # called by the tag Bonus
end
