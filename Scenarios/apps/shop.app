app "Corner Shop"
  package com.example.shop            # the preview scheme is tagmanager.c.com.example.shop
  container GTM-AB12
  open prefer-non-default timeout=2s  # what the app does at launch
  on launch push event="appStart" user.tier="gold"
  refresh-timer 6h                    # the NSTimer of the guide; leave out for none

  read string title_string  # typed reads: the Values pane lists them
  read string subtitle
  read int64 banner_size
  read double promo_rate

  screen "Home Screen"
    text "{title_string}" "{subtitle}"
    banner {banner_size}
    on view push event="openScreen" screenName="Home Screen"
    button "Buy" push event="tapBuy" sku=${sku="S-77"} price=${price=19.90}
    button "Cart" key=c goes "Cart"
  end

  screen "Cart"
    on view push event="openScreen" screenName="Cart"
    button "Check out" goes "Confirmation"
  end

  screen "Confirmation"
    on view push event="openScreen" screenName="Confirmation"
  end

  macro-function discount  # a function-call macro: the first line that applies
    returns 0.15 when language="es"
    returns 0.10
  end

  tag-function logReceipt pushes event="receiptLogged"
end
