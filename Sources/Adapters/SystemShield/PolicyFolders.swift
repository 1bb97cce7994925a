/// Where a browser of Chromium's kind looks for what this computer's owner decides.
struct PolicyFolders: Sendable {
  let name: String
  let policies: String
  /// The folder where programs declare that extensions may talk to them.
  let hosts: String

  static let file = "focuskey.json"
  static let firefox = "/etc/firefox/policies/policies.json"
  static let firefoxHosts = "/usr/lib/mozilla/native-messaging-hosts"

  static let flatpaks = "/var/lib/flatpak"
  #if arch(arm64)
  private static let machine = "aarch64"
  #else
  private static let machine = "x86_64"
  #endif

  /// Firefox from Flatpak sees none of this computer's folders; its policies come as an extension that nobody has to
  /// install (Mozilla's administrators' reference, "Linux (Flatpak)", July 2026).
  static let flatpakFirefox =
    "\(flatpaks)/extension/org.mozilla.firefox.systemconfig/\(machine)/stable/policies/policies.json"
  static let flatpakChromiumID = "org.chromium.Chromium"
  /// Chromium from Flatpak likewise (Flathub's org.chromium.Chromium, "Using extension points").
  static let flatpakChromium =
    "\(flatpaks)/extension/org.chromium.Chromium.Extension.focuskey/\(machine)/1/policies/managed/focuskey.json"

  private init(_ name: String, _ folder: String, hosts: String? = nil) {
    self.name = name
    policies = "\(folder)/policies/managed"
    self.hosts = "\(hosts ?? folder)/native-messaging-hosts"
  }

  /// All that are known; one that is installed later finds its policy there.
  static let all = [
    PolicyFolders("Chromium", "/etc/chromium"),
    PolicyFolders("Chromium from a Snap", "/etc/chromium-browser"),
    PolicyFolders("Chrome", "/etc/opt/chrome"),
    PolicyFolders("Edge", "/etc/opt/edge"),
    // Brave asks Chrome's folder for programs.
    PolicyFolders("Brave", "/etc/brave", hosts: "/etc/opt/chrome"),
  ]
}
