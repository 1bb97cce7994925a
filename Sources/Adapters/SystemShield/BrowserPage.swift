import FocusPorts
import LinuxRuntime

/// The shield's page in browsers, as their extensions say that they show it.
struct BrowserPage: Sendable {
  static let name = "browser-page"

  private let folder: String
  let isInstalled: Bool
  private let hasFirefox: Bool

  init(folder: String, dataFolder: String) {
    self.folder = folder
    let own = BrowserExtension(home: "", dataFolder: dataFolder, configurationRoot: "")
    isInstalled = own.isInstalled || MachineExtension().isInstalled
    hasFirefox = ["firefox", "firefox-esr"].contains { Environment.program(named: $0) != nil }
  }

  func layer(isOrdered: Bool) -> ShieldLayer {
    let browsers = BrowserCall.all(in: folder)
    guard !browsers.isEmpty else {
      return isInstalled
        ? ShieldLayer(layer: Self.name, state: .down, why: "no browser with FocusKey's extension is running")
        : ShieldLayer(
          layer: Self.name, state: .unavailable,
          why:
            "the extension is not installed, so browsers show an error page; install it with \(Environment.command) shield browser, or for everyone with \(Environment.sudoCommand) shield install"
        )
    }
    let words = browsers.map { browser in
      guard let rules = browser.rules else { return "\(browser.browser) has not applied the order yet" }
      return rules > 0 ? "\(browser.browser) shows it" : "\(browser.browser) is running"
    }
    let holds = isOrdered && browsers.contains { ($0.rules ?? 0) > 0 }
    var why = (isOrdered ? [] : ["nothing to block"]) + words
    if holds, let kept = FollowersConnections(note: FollowersConnections.note(in: folder)).words { why.append(kept) }
    if hasFirefox, !browsers.contains(where: { $0.browser.hasPrefix("firefox") }) {
      why.append("Firefox would show its own error page")
    }
    return ShieldLayer(layer: Self.name, state: holds ? .up : .down, why: why.joined(separator: "; "))
  }
}
