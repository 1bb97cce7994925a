/// A browser as its maker and those who pack it have it: under which names it is found, and where it looks for what
/// this computer's owner decides.
struct BrowserKind: Sendable {
  enum Origin: String, Sendable, CaseIterable {
    /// A package of the distribution or of its maker.
    case package
    case snap
    case flatpak
  }

  struct Form: Sendable {
    let origin: Origin
    /// Its programs, or its name among Snaps or Flatpaks.
    let names: [String]
    /// The file by which our policy reaches it; `nil` where it reads none.
    let policy: String?
  }

  let name: String
  let forms: [Form]
  /// The names of its running processes, as the kernel shows them.
  let processes: [String]

  /// All that are known, the most common first.
  static let all = [
    BrowserKind(
      name: "Firefox",
      forms: [
        Form(origin: .package, names: ["firefox", "firefox-esr"], policy: PolicyFolders.firefox),
        Form(origin: .snap, names: ["firefox"], policy: PolicyFolders.firefox),
        Form(origin: .flatpak, names: ["org.mozilla.firefox"], policy: PolicyFolders.flatpakFirefox),
      ], processes: ["firefox"]),
    BrowserKind(
      name: "Chromium",
      forms: [
        Form(origin: .package, names: ["chromium"], policy: policy("/etc/chromium")),
        Form(origin: .snap, names: ["chromium"], policy: policy("/etc/chromium-browser")),
        Form(origin: .flatpak, names: [PolicyFolders.flatpakChromiumID], policy: PolicyFolders.flatpakChromium),
      ], processes: ["chromium", "chrome"]),
    // What Flathub packs of these copies the policies of this computer when it starts.
    BrowserKind(
      name: "Chrome",
      forms: [
        Form(origin: .package, names: ["google-chrome", "google-chrome-stable"], policy: policy("/etc/opt/chrome")),
        Form(origin: .flatpak, names: ["com.google.Chrome"], policy: policy("/etc/opt/chrome")),
      ], processes: ["chrome"]),
    BrowserKind(
      name: "Brave",
      forms: [
        Form(origin: .package, names: ["brave-browser", "brave-browser-stable"], policy: policy("/etc/brave")),
        Form(origin: .snap, names: ["brave"], policy: nil),
        Form(origin: .flatpak, names: ["com.brave.Browser"], policy: policy("/etc/brave")),
      ], processes: ["brave"]),
    BrowserKind(
      name: "Edge",
      forms: [
        Form(origin: .package, names: ["microsoft-edge", "microsoft-edge-stable"], policy: policy("/etc/opt/edge")),
        Form(origin: .flatpak, names: ["com.microsoft.Edge"], policy: nil),
      ], processes: ["msedge"]),
    other("Vivaldi", ["vivaldi", "vivaldi-stable"], "com.vivaldi.Vivaldi", snap: "vivaldi"),
    other("Opera", ["opera"], "com.opera.Opera", snap: "opera"),
    other("LibreWolf", ["librewolf"], "io.gitlab.librewolf-community"),
    other("Zen", ["zen-browser"], "app.zen_browser.zen"),
    other("ungoogled-chromium", ["ungoogled-chromium"], "io.github.ungoogled_software.ungoogled_chromium"),
    other("GNOME Web", ["epiphany-browser", "epiphany"], "org.gnome.Epiphany"),
    other("Falkon", ["falkon"], "org.kde.falkon"),
    other("Konqueror", ["konqueror"], nil),
  ]

  /// A browser that gets no policy of ours.
  private static func other(
    _ name: String, _ programs: [String], _ flatpak: String?, snap: String? = nil
  ) -> BrowserKind {
    var forms = [Form(origin: .package, names: programs, policy: nil)]
    if let snap { forms.append(Form(origin: .snap, names: [snap], policy: nil)) }
    if let flatpak { forms.append(Form(origin: .flatpak, names: [flatpak], policy: nil)) }
    return BrowserKind(name: name, forms: forms, processes: [programs[0]])
  }

  private static func policy(_ folder: String) -> String { "\(folder)/policies/managed/\(PolicyFolders.file)" }
}
