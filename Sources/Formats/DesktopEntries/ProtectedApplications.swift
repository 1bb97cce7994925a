/// What may never be kept from starting: how a person reaches help, their settings, their software and their way out.
package enum ProtectedApplications {
  package static func contains(_ entry: DesktopEntry) -> Bool {
    let essential = [
      "Accessibility", "TerminalEmulator", "PackageManager", "Settings", "Security", "System", "Screensaver",
    ]
    if entry.categories.contains(where: essential.contains) { return true }
    if case .program(let path) = entry.launch { return names.contains(basename(path)) }
    return false
  }

  /// Whether a program's file may never be refused, no matter who asks for it.
  package static func contains(program path: String) -> Bool {
    let name = basename(path)
    return names.contains(name) || families.contains { name.hasPrefix($0) } || names.contains(withoutVersion(name))
  }

  /// `perl5.36` is Perl, `ruby3.1` is Ruby, `node-20` is Node.
  private static func withoutVersion(_ name: String) -> String {
    var name = name[...]
    while let last = name.last, last.isNumber || last == "." || last == "-" { name = name.dropLast() }
    return String(name)
  }

  private static func basename(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  static let names: Set<String> = [
    // Shells, what every script runs on, and the way to other rights.
    "sh", "bash", "dash", "zsh", "fish", "busybox", "env", "su", "sudo", "doas", "pkexec", "run0", "login", "agetty",
    "init", "dbus-daemon", "dbus-broker", "dbus-launch", "xdg-open", "gio", "bwrap", "flatpak", "snap", "snap-confine",
    // Terminals.
    "xterm", "gnome-terminal", "gnome-terminal-server", "kgx", "ptyxis", "konsole", "xfce4-terminal", "alacritty",
    "kitty",
    "foot", "wezterm", "tilix", "terminator", "lxterminal", "qterminal", "ssh",
    // Package managers and software centres.
    "apt", "apt-get", "dpkg", "aptitude", "synaptic", "dnf", "dnf5", "yum", "rpm", "zypper", "pacman", "nix",
    "packagekitd",
    "gnome-software", "plasma-discover",
    // Sessions, compositors, locks, settings.
    "gnome-shell", "mutter", "kwin_x11", "kwin_wayland", "plasmashell", "sway", "Hyprland", "i3", "xfwm4", "openbox",
    "Xorg", "Xwayland", "swaylock", "i3lock", "xscreensaver", "light-locker", "gnome-control-center", "systemsettings",
    "xfce4-settings-manager",
    // Screen readers, on-screen keyboards, magnifiers, input methods.
    "orca", "speech-dispatcher", "brltty", "onboard", "squeekboard", "kmag", "florence", "ibus-daemon", "fcitx5",
    "fcitx",
    // Telephony, where a machine has it.
    "gnome-calls", "plasma-dialer", "ModemManager", "chatty",
    // Interpreters: refusing one refuses every program that runs on it.
    "perl", "node", "java", "ruby", "electron", "wine",
  ]

  static let families: [String] = [
    "focuskey", "keytool", "systemd", "ld-linux", "ld.so", "ld-musl", "polkit", "python", "at-spi",
    "xdg-desktop-portal",
    "gnome-session", "gnome-settings", "plasma_session", "ksmserver",
  ]
}
