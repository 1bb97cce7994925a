internal import LinuxRuntime
internal import SystemShield

/// Starts the service at login: a unit of the person's systemd, or else a desktop entry.
struct ServiceUnit {
  static let name = "focuskey.service"
  /// The unit that the Debian package installs.
  static let packaged = "/usr/lib/systemd/user/\(name)"
  static let autostartName = "focuskey.desktop"

  let program: String
  /// The folder of the service, if it is not the usual one.
  let home: String?
  /// Whether root's systemd starts it, which can keep devices from it.
  var isRoots = false

  /// Whether the package's own unit would start the same service.
  var isPackaged: Bool {
    program == HelperInstallation.packagedProgram && home == nil && !isRoots && Files.exists(Self.packaged)
  }

  /// Allows the devices of the camera and of readers without pcscd.
  private static let devices = [
    "usb_device", "ttyUSB", "ttyACM", "ttyAMA", "ttyS", "i2c", "spi", "video4linux",
  ].map { "DeviceAllow=char-\($0) rw\n" }.joined()

  /// The unit (systemd.service(5)).
  var text: String {
    let place = home.map { " --home \(Self.quoted($0))" } ?? ""
    return """
      [Unit]
      Description=FocusKey service
      Documentation=man:focuskey(1)

      [Service]
      Type=notify
      ExecStart=\(Self.quoted(program)) serve\(place)
      # However the service ended, the apps that it froze resume.
      ExecStopPost=-\(Self.quoted(program)) shield thaw\(place)
      Restart=on-failure
      RestartSec=1s
      # Trying again does not help: wrong usage, an unreadable configuration, another service, missing rights.
      RestartPreventExitStatus=64 65 75 77
      TimeoutStopSec=15s
      # What the service never needs is taken from it and from what it starts itself: keytool, gsettings, the process
      # of a reader. Hooks, and the page's browser, are started by this same systemd beside it, without all this.
      NoNewPrivileges=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      SystemCallErrorNumber=EPERM
      SystemCallFilter=~@clock @cpu-emulation @debug @module @mount @obsolete @privileged @raw-io @reboot @resources @swap
      # Swift's threads tell the kernel how much they matter, and complain aloud if they may not: nothing comes of it.
      SystemCallFilter=~setpriority:0
      # What is not here, and why: PrivateUsers= would hide from the service which program a process runs and whose a
      # connection is (/proc/PID/exe and fd), so that no app could be frozen, and root's files would look like
      # nobody's. ProtectSystem=, ProtectHome=, ProtectProc=, ProtectClock=, ProtectKernelLogs=, ProtectKernelModules=,
      # ProtectKernelTunables=, ProtectHostname=, PrivateMounts= and PrivateTmp= turn it on in a systemd of a person
      # since 254, and do nothing more than the lines above before. CapabilityBoundingSet= and PrivateDevices= fail
      # without it (218), User= always (216). IPAddressDeny= does nothing without rights over the kernel.
      # Devices are kept from the service where its systemd has the rights for it, which is root's: there the unit that
      # `focuskey service install` writes names those of readers and cameras.
      DevicePolicy=closed
      UMask=0077
      \(isRoots ? Self.devices : "")

      [Install]
      WantedBy=default.target

      """
  }

  /// The entry (freedesktop.org, "Desktop Application Autostart Specification", 0.5).
  var autostartText: String {
    var words = [LinkHandlerEntry.quoted(program), "serve"]
    if let home { words += ["--home", LinkHandlerEntry.quoted(home)] }
    return """
      [Desktop Entry]
      Type=Application
      Version=1.0
      Name=FocusKey
      \(MenuComment.lines("Start and end focus sessions with a card").joined(separator: "\n"))
      Exec=\(words.joined(separator: " "))
      Terminal=false
      NoDisplay=true

      """
  }

  /// Quotes a word (systemd.service(5), "Command lines"; systemd.unit(5), "Specifiers").
  private static func quoted(_ word: String) -> String {
    var quoted = "\""
    for letter in word {
      switch letter {
      case "\\", "\"": quoted += "\\\(letter)"
      case "%": quoted += "%%"
      case "$": quoted += "$$"
      default: quoted.append(letter)
      }
    }
    return quoted + "\""
  }
}
