import OrderedCollections
import TagRuntime
import Testing

@Suite struct HitBuilderTests {
  /// The fields as one line, in their order; what overrides with nothing has no value.
  private static func text(_ builder: HitBuilder) -> String {
    builder.fields.elements.map { $0.key + ($0.value.map { "=" + $0 } ?? "") }
      .joined(separator: " ")
  }

  private static let builders: [(HitBuilder, String)] = [
    (HitBuilder(type: nil), ""),
    (.screenView(), "&t=screenview"),
    (.screenView(name: "Home"), "&t=screenview &cd=Home"),
    (.event(category: "ui", action: "press"), "&t=event &ec=ui &ea=press"),
    (
      .event(category: "ui", action: "press", label: "play", value: -1),
      "&t=event &ec=ui &ea=press &el=play &ev=-1"
    ),
    (.event(category: nil, action: nil), "&t=event"),
    (.exception(description: "disk"), "&t=exception &exd=disk"),
    (.exception(description: nil, isFatal: true), "&t=exception &exf=1"),
    (.exception(description: nil, isFatal: false), "&t=exception &exf=0"),
    (
      .timing(category: "load", interval: .seconds(1.5), name: "list", label: "cold"),
      "&t=timing &utc=load &utt=1500 &utv=list &utl=cold"
    ),
    (.timing(category: "load", interval: nil), "&t=timing &utc=load"),
    (
      .social(network: "plus", action: "like", target: "/a"),
      "&t=social &sn=plus &sa=like &st=/a"
    ),
    (
      .transaction(
        id: "T1", affiliation: "shop", revenue: 19.9, tax: 0, shipping: 3, currency: "EUR"),
      "&t=transaction &ti=T1 &ta=shop &tr=19.9 &tt=0 &ts=3 &cu=EUR"
    ),
    (.transaction(id: "T1"), "&t=transaction &ti=T1"),
    (
      .item(
        transaction: "T1", name: "Cup", sku: "S-77", category: "mugs", price: 9.5, quantity: 2,
        currency: "EUR"),
      "&t=item &ti=T1 &in=Cup &ic=S-77 &iv=mugs &ip=9.5 &iq=2 &cu=EUR"
    ),
    (.item(transaction: nil, name: nil), "&t=item"),
  ]

  @Test(arguments: builders)
  func everyTypeHasItsFields(_ builder: HitBuilder, _ fields: String) {
    #expect(Self.text(builder) == fields)
  }

  @Test func nilLeavesAFieldAndClearingOverridesIt() {
    var builder = HitBuilder.screenView(name: "Home")
    builder.set("&cd", nil)
    #expect(Self.text(builder) == "&t=screenview &cd=Home")
    builder.clear("&cd")
    #expect(Self.text(builder) == "&t=screenview &cd")
    builder.set("&cd", "Cart")
    #expect(Self.text(builder) == "&t=screenview &cd=Cart")
  }

  @Test(arguments: [
    (
      "http://a.example/?utm_source=mail&utm_medium=email&utm_campaign=spring%20sale",
      "&cn=spring sale &cm=email &cs=mail"
    ),
    (
      "app://x?utm_id=1&utm_content=c&utm_term=t&gclid=g&dclid=d&aclid=a&anid=n&gmob_t=m",
      "&ci=1 &cc=c &ck=t &dclid=d &gclid=g &gmob_t=m &aclid=a &anid=n"
    ),
    ("http://a.example/?page=2#utm_source=mail", ""),
    ("utm_source=mail", ""), ("", ""),
  ])
  func aCampaignComesFromALink(_ link: String, _ fields: String) {
    var builder = HitBuilder(type: nil)
    builder.setCampaign(fromURL: link)
    #expect(Self.text(builder) == fields)
  }

  // MARK: Enhanced e-commerce

  @Test func productsAndPromotionsAreCounted() {
    var product = Product(
      id: "P1", name: "Cup", brand: "B", category: "mugs", variant: "red", price: 9.5, quantity: 2,
      coupon: "C", position: 4)
    product.setCustomDimension(1, "gift")
    product.setCustomMetric(2, 5)
    var builder = HitBuilder(type: nil)
    builder.add(product)
    builder.add(Product(id: "P2"))
    builder.add(Promotion(id: "A", name: "Spring", creative: "banner", position: "top"))
    builder.add(Promotion(id: "B"))
    #expect(
      Self.text(builder) == "&pr1id=P1 &pr1nm=Cup &pr1br=B &pr1ca=mugs &pr1va=red &pr1pr=9.5 "
        + "&pr1qt=2 &pr1cc=C &pr1ps=4 &pr1cd1=gift &pr1cm2=5 &pr2id=P2 "
        + "&promo1id=A &promo1nm=Spring &promo1cr=banner &promo1ps=top &promo2id=B")
  }

  @Test func impressionsAreCountedInTheirList() {
    var builder = HitBuilder(type: nil)
    builder.addImpression(Product(id: "P1"), list: "Search")
    builder.addImpression(Product(id: "P2"), list: "Related")
    builder.addImpression(Product(id: "P3"), list: "Search")
    #expect(
      Self.text(builder)
        == "&il1nm=Search &il1pi1id=P1 &il2nm=Related &il2pi1id=P2 &il1pi2id=P3")
  }

  @Test func anActionIsSaid() {
    var builder = HitBuilder(type: nil)
    builder.set(
      ProductAction(
        .purchase, transactionID: "T1", affiliation: "shop", revenue: 20, tax: 1.5, shipping: 3,
        coupon: "C", checkoutStep: 2, checkoutOption: "card", list: "Search",
        listSource: "internal"))
    #expect(
      Self.text(builder) == "&pa=purchase &ti=T1 &ta=shop &tr=20 &tt=1.5 &ts=3 &tcc=C &cos=2 "
        + "&col=card &pal=Search &pls=internal")
  }

  @Test func severalFieldsAreSetAtOnce() {
    var builder = HitBuilder(type: "event")
    builder.set("&ec", "ui")
    builder.setAll(["&ec": "shop", "&uid": nil, "&ea": "press"])
    #expect(Self.text(builder) == "&t=event &ec=shop &uid &ea=press")
  }

  /// The constants of GAIFields, without the three whose values are not known.
  private static let constants = """
    &t &tid &cid &ds &aip &sc &sr &vp &de &sd &ul &je &fl &ni &dr &dl &dh &dp &cd &dt &a &an &av
    &aid &aiid &uid &ec &ea &el &ev &sn &sa &st &ti &ta &tr &ts &tt &cu &ip &iq &ic &in &iv &cs &cm
    &cn &ck &cc &ci &utc &utv &utt &utl &exd &exf &sf &idfa &ate
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  @Test(arguments: constants)
  func everyConstantIsAField(_ code: String) {
    #expect(HitField.all.count { $0.code == code } == 1)
    #expect(HitField.name(of: code)?.isEmpty == false)
  }

  @Test func everyFieldOfECommerceHasAName() {
    var builder = HitBuilder(type: nil)
    for kind in ProductAction.Kind.allCases { builder.set(ProductAction(kind, list: "L")) }
    builder.addImpression(Product(id: "P1", position: 1), list: "Search")
    builder.add(Promotion(creative: "banner"))
    #expect(builder.fields.keys.filter { HitField.name(of: $0) == nil } == [])
  }
}
