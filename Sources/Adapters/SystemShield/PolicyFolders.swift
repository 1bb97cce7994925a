/// Where a browser of Chromium's kind looks for what this computer's owner decides.
struct PolicyFolders: Sendable {
  /// What people call it.
  let name: String
  /// The folder of its policies.
  let policies: String
  /// The folder in which programs say that extensions may talk to them.
  let hosts: String

  /// The name of our file among the policies.
  static let file = "focuskey.json"
  /// Firefox's one file of policies.
  static let firefox = "/etc/firefox/policies/policies.json"
  /// Firefox's folder of programs that extensions may talk to.
  static let firefoxHosts = "/usr/lib/mozilla/native-messaging-hosts"

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
