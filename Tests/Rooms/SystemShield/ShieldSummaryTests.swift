import FocusPorts
import Testing

/// What is blocked, by what the layers are: "blocked" only while one that blocks is up.
@Suite struct ShieldSummaryTests {
  private let all = [
    "sites", "connections", "ech", "dns", "app-starts", "running-apps", "browser-page", "browser-proxy", "app-entries",
  ]

  private func summary(
    up: Set<String> = [], unavailable: Set<String> = [], sites: Bool = true, apps: Bool = true
  ) -> ShieldSummary {
    let layers = all.map { name in
      ShieldLayer(layer: name, state: up.contains(name) ? .up : unavailable.contains(name) ? .unavailable : .down)
    }
    return ShieldSummary(layers, ordered: .init(sites: sites, apps: apps), fix: "FIX")
  }

  private let helper: Set<String> = ["sites", "connections", "ech", "dns", "app-starts"]

  @Test("all that is ordered is blocked")
  func blocking() {
    #expect(summary(up: helper).sentence == "Sites and apps are blocked.")
    #expect(summary(up: ["sites", "connections"], apps: false).sentence == "Sites are blocked.")
    #expect(summary(up: ["app-starts"], sites: false).sentence == "Apps are blocked.")
    #expect(summary(up: helper).fix == nil)
  }

  @Test("without a layer that is up nothing is blocked, and the one command that changes that is named")
  func notBlocking() {
    let none = summary(unavailable: helper)
    #expect(none.sentence == "Nothing is blocked on this computer yet. To turn blocking on: FIX")
    #expect(none.word == "none" && none.fix == "FIX")
    #expect(summary().word == "none" && summary().fix == nil)
  }

  @Test("a part is called a part, and which")
  func partly() {
    #expect(
      summary(up: ["browser-proxy", "app-entries"], unavailable: helper).sentence
        == "Blocked in part: sites only in browsers that follow the desktop\u{2019}s proxy, apps only when started from a "
        + "menu. To block all of it: FIX")
    #expect(
      summary(up: ["sites"], unavailable: ["connections"], apps: false).sentence
        == "Blocked in part: sites, but not what is connected already. To block all of it: FIX")
    for layer in ["ech", "dns"] {
      #expect(
        summary(up: ["sites", "connections"], unavailable: [layer], apps: false).sentence
          == "Blocked in part: sites, but not where a browser hides their names. To block all of it: FIX")
    }
    #expect(
      summary(up: ["app-starts"]).sentence == "Blocked in part: apps, but no sites.")
    #expect(summary(up: ["browser-page"], unavailable: helper, apps: false).word == "partly")
    #expect(summary(up: ["running-apps"], unavailable: helper, sites: false).word == "partly")
  }

  @Test("of a helper without room for a question nothing is said to be blocked or not")
  func crowded() {
    #expect(ShieldSummary.crowded.word == "crowded" && ShieldSummary.crowded.fix == nil)
    #expect(
      ShieldSummary.crowded.sentence
        == "What is blocked is not known now: the privileged helper is crowded, too many programs ask it at once.")
  }

  @Test("where nothing is ordered nothing is blocked, whatever is up")
  func idle() {
    #expect(ShieldSummary([], ordered: nil, fix: "FIX").fix == "FIX")
    #expect(summary(sites: false, apps: false).word == "idle")
    #expect(summary(sites: false, apps: false).sentence == "Nothing is blocked now; blocking is ready.")
    #expect(
      summary(unavailable: ["sites"], sites: false, apps: false).sentence
        == "Nothing is blocked on this computer yet. To turn blocking on: FIX")
  }
}
