internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import SystemShield

/// What keeps sites and apps from being blocked on this computer: the helper, what starts it, the kernel, the browsers.
struct ShieldExamination: Sendable {
  let system: SystemView
  /// The path of this program, which installs the helper.
  let program: String
  /// The helper's layers as it reports them; `nil` if no helper answers.
  let layers: [ShieldLayer]?
  /// Whether a browser would show the promise.
  let hasExtension: Bool
  var installed: [InstalledBrowser] = []

  /// Browsers that can show the promise.
  private static let browsers = [
    "chromium", "google-chrome", "microsoft-edge", "brave-browser", "firefox", "firefox-esr",
  ]
  private static let cronJob = "/etc/cron.d/focuskey-shield"

  /// Returns nothing if the service was told to leave this computer alone.
  static func findings(_ context: CommandContext, _ system: SystemView) -> [Finding] {
    let options = SystemShield.Options(context.home)
    guard options.isReal else { return [] }
    if HelperLayers.isImpostor(at: options.helper) { return [impostor(at: options.helper)] }
    let layers = HelperLayers.isThere(at: options.helper) ? HelperLayers.ask(at: options.helper, patience: 800) : nil
    let examination = ShieldExamination(
      system: system, program: Environment.ownProgram(asRoot: true), layers: layers,
      hasExtension: options.hasBrowserExtension, installed: InstalledBrowser.all(layers ?? [], options))
    return examination.findings()
  }

  /// Everything that was found, the most pressing first.
  func findings() -> [Finding] {
    guard let helper = HelperInstallation.found({ system.exists($0) }) else {
      return layers == nil ? [missing] : kernel()
    }
    // The package brings the helper, and leaves it to the person to turn it on.
    if helper == .packaged, layers == nil, hasSystemd, !system.exists(HelperInstallation.start) { return [off] }
    return dead(helper) + boot(helper) + kernel() + browsers() + policies()
  }

  private var hasSystemd: Bool { system.exists("/run/systemd/system") }

  private var install: Finding.Fix {
    .commands([[program, "shield", "install"]], undo: [[program, "shield", "remove"]])
  }

  private var missing: Finding {
    Finding(
      kind: "shield-missing", level: .problem, what: "the shield\u{2019}s helper is not installed",
      meaning: "sites and apps that you block can still be opened", fix: install)
  }

  private var off: Finding {
    Finding(
      kind: "shield-off", level: .problem, what: "the shield\u{2019}s helper is installed but not turned on",
      meaning: "sites and apps that you block can still be opened", fix: install)
  }

  /// A helper named by FOCUSKEY_SHIELD that does not belong to root.
  private static func impostor(at path: String) -> Finding {
    Finding(
      kind: "shield-not-roots", level: .problem,
      what: "FOCUSKEY_SHIELD names a helper that is not root\u{2019}s: \(path)",
      meaning: "it can block nothing, and what it says is not believed",
      fix: .byHand("unset FOCUSKEY_SHIELD, and start the service without it"))
  }

  private func dead(_ helper: HelperInstallation) -> [Finding] {
    guard layers == nil else { return [] }
    let what = "the shield\u{2019}s helper is installed but does not answer"
    let meaning = "sites and apps that you block can still be opened"
    guard hasSystemd, system.exists(helper.unit) else {
      // It goes on when the terminal is closed.
      return [
        Finding(
          kind: "shield-dead", level: .problem, what: what, meaning: meaning,
          fix: .commands(
            [["setsid", "-f", helper.program]], undo: [["pkill", "-x", "focuskey-shield"]]))
      ]
    }
    return [
      Finding(
        kind: "shield-dead", level: .problem, what: what, meaning: meaning,
        fix: .commands(
          [["systemctl", "restart", HelperInstallation.unitName]],
          undo: [["systemctl", "stop", HelperInstallation.unitName]]))
    ]
  }

  /// Nothing starts the helper at boot.
  private func boot(_ helper: HelperInstallation) -> [Finding] {
    guard !system.exists(HelperInstallation.start), !system.exists(Self.cronJob) else { return [] }
    let what = "nothing starts the shield\u{2019}s helper when this computer starts"
    let meaning = "after a restart nothing is blocked"
    if hasSystemd, system.exists(helper.unit) {
      return [
        Finding(
          kind: "shield-not-at-boot", level: .problem, what: what, meaning: meaning,
          fix: .commands(
            [["systemctl", "enable", HelperInstallation.unitName]],
            undo: [["systemctl", "disable", HelperInstallation.unitName]]))
      ]
    }
    guard system.exists("/usr/sbin/cron") else {
      return [
        Finding(
          kind: "shield-not-at-boot", level: .note, what: what, meaning: "\(meaning), until it is started by hand",
          fix: .byHand("sudo setsid -f \(helper.program)"))
      ]
    }
    return [
      Finding(
        kind: "shield-not-at-boot", level: .problem, what: what, meaning: meaning,
        fix: .file(Self.cronJob, content: "@reboot root \(helper.program)\n"))
    ]
  }

  /// What the kernel lacks for a layer, as the helper found it.
  private func kernel() -> [Finding] {
    (layers ?? []).filter { $0.state == .unavailable }.map { layer in
      let need = Self.needs[layer.layer]
      // The kernel has it and refuses it to a container or a sandbox, which no package mends.
      if let why = layer.why, why.includes("fanotify_init: Operation not permitted") {
        return Finding(
          kind: "kernel-forbids-\(layer.layer)", level: .problem, what: "this system may not do what it needs: \(why)",
          meaning: "a container around it, or another restriction, forbids it", fix: nil)
      }
      return Finding(
        kind: "kernel-lacks-\(layer.layer)", level: .problem,
        what: "the kernel does not let the helper work: \(layer.why ?? layer.layer)",
        meaning: need?.meaning ?? "a layer is missing", fix: need?.fix)
    }
  }

  private static let needs: [String: (meaning: String, fix: Finding.Fix)] = [
    "sites": (
      "blocked sites open (it needs nf_tables with a packet queue)",
      .commands([["modprobe", "-a", "nf_tables", "nft_queue", "nfnetlink_queue"]], undo: [])
    ),
    "connections": (
      "connections that are open when a session begins stay open (it needs CONFIG_INET_DIAG_DESTROY)",
      .commands([["modprobe", "-a", "inet_diag", "tcp_diag"]], undo: [])
    ),
    "ech": (
      "a browser may learn how to encrypt the name of a blocked site (it needs nf_tables with a packet queue)",
      .commands([["modprobe", "-a", "nf_tables", "nft_queue", "nfnetlink_queue"]], undo: [])
    ),
    "dns": (
      "a browser may ask in secret for names (it needs nf_tables with a packet queue)",
      .commands([["modprobe", "-a", "nf_tables", "nft_queue", "nfnetlink_queue"]], undo: [])
    ),
    "app-starts": (
      "blocked apps start (it needs CONFIG_FANOTIFY_ACCESS_PERMISSIONS, as the kernels of Debian and Ubuntu have it)",
      .byHand("sudo apt-get install linux-image-$(dpkg --print-architecture)")
    ),
  ]

  /// Browsers in which only the helper keeps site names from being encrypted, a finding for each.
  private func policies() -> [Finding] {
    guard hasExtension else { return [] }
    return installed.filter { $0.policy != .ours }.map { browser in
      Finding(
        kind: "browser-policy", level: .note, what: "\(browser.title): \(browser.sentences[1])",
        meaning: browser.sentences[0] + " " + browser.sentences[2], fix: browser.policy == .missing ? install : nil)
    }
  }

  /// Browsers without the extension show an error page of their own.
  private func browsers() -> [Finding] {
    guard !hasExtension else { return [] }
    let folders = ["/usr/bin", "/usr/local/bin", "/snap/bin"]
    guard let browser = Self.browsers.first(where: { name in folders.contains { system.exists("\($0)/\(name)") } })
    else { return [] }
    return [
      Finding(
        kind: "extension-missing", level: .problem, what: "\(browser) does not have FocusKey\u{2019}s extension",
        meaning: "it shows an error page instead of your promise, and may encrypt the names of sites", fix: install)
    ]
  }
}
