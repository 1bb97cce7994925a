internal import LibNFCReader
internal import PCSCReader
internal import ServiceContract

/// Finds what keeps a reader from being used.
struct ReaderExamination: Sendable {
  let system: SystemView
  let user: String
  /// The readers that pcscd lists.
  let pcsc: Result<[String], PCSCError>
  let configuration: ServiceConfiguration.Readers

  /// A card reader on USB.
  struct Device: Sendable {
    let place: String
    let model: Model
    let release: String
  }

  /// A known model, identified by its USB numbers.
  struct Model: Sendable {
    let vendor: String
    let product: String
    let name: String
    /// Whether it is reached through PC/SC rather than libnfc.
    let isPCSC: Bool
    /// Card types that it does not support.
    let cannot: String?
  }

  static let models: [Model] = [
    Model(vendor: "072f", product: "2200", name: "ACS ACR122U", isPCSC: true, cannot: "ISO 15693 (Type 5) and Topaz"),
    Model(vendor: "072f", product: "90cc", name: "touchatag", isPCSC: true, cannot: "ISO 15693 (Type 5) and Topaz"),
    Model(vendor: "072f", product: "223b", name: "ACS ACR1252U", isPCSC: true, cannot: "ISO 15693 (Type 5)"),
    Model(vendor: "072f", product: "223e", name: "ACS ACR1252U", isPCSC: true, cannot: "ISO 15693 (Type 5)"),
    Model(vendor: "072f", product: "2303", name: "ACS ACR1552U", isPCSC: true, cannot: nil),
    Model(vendor: "04e6", product: "5790", name: "Identiv uTrust 3700 F", isPCSC: true, cannot: nil),
    Model(vendor: "04e6", product: "5791", name: "Identiv uTrust 3701 F", isPCSC: true, cannot: nil),
    Model(vendor: "04e6", product: "5724", name: "Identiv uTrust 4701 F", isPCSC: true, cannot: nil),
    Model(vendor: "04e6", product: "5591", name: "SCM SCL3711", isPCSC: false, cannot: "ISO 15693 (Type 5)"),
  ]

  /// Everything that was found, the most pressing first.
  func findings() -> [Finding] {
    let devices = devices()
    return kernel() + daemon(devices) + drivers(devices) + fights(devices) + serialPorts() + firmware(devices)
      + absence(devices) + limits(devices)
  }

  /// Returns the readers that the kernel sees on USB.
  func devices() -> [Device] {
    let folder = "/sys/bus/usb/devices"
    return system.names(in: folder).compactMap { place in
      guard let vendor = system.line("\(folder)/\(place)/idVendor"),
        let product = system.line("\(folder)/\(place)/idProduct"),
        let model = Self.models.first(where: { $0.vendor == vendor && $0.product == product })
      else { return nil }
      return Device(place: place, model: model, release: system.line("\(folder)/\(place)/bcdDevice") ?? "")
    }
  }
}

extension ReaderExamination {
  /// The kernel's own NFC driver claims an ACR122U or SCL3711 before anything else can.
  private func kernel() -> [Finding] {
    let bound = system.names(in: "/sys/bus/usb/drivers/pn533_usb").filter { $0.contains(":") }
    guard !bound.isEmpty else { return [] }
    return [
      Finding(
        kind: "kernel-holds-reader", level: .problem,
        what: "the kernel driver pn533_usb is using the reader at \(bound.joined(separator: ", "))",
        meaning: "neither pcscd nor libnfc can open it",
        fix: .file(
          "/etc/modprobe.d/focuskey-readers.conf", content: "blacklist pn533_usb\nblacklist pn533\nblacklist nfc\n",
          then: [["modprobe", "-r", "pn533_usb"]], undo: [["modprobe", "pn533_usb"]]))
    ]
  }

  /// pcscd is not installed, not running, or does not let this user in.
  private func daemon(_ devices: [Device]) -> [Finding] {
    guard configuration.usesPCSC else { return [] }
    guard case .failure(let fault) = pcsc else { return [] }
    if !system.exists("/usr/sbin/pcscd") {
      return [
        Finding(
          kind: "pcscd-missing", level: .problem, what: "pcscd is not installed",
          meaning: "USB readers cannot be reached", fix: .byHand("sudo apt-get install pcscd libccid"))
      ]
    }
    if fault.code == .securityViolation {
      return [
        Finding(
          kind: "pcscd-refuses", level: .problem, what: "pcscd refuses the user \(user) (polkit)",
          meaning: "by default only users logged in at the screen can use readers; a service is not",
          fix: .file("/etc/polkit-1/rules.d/50-focuskey-readers.rules", content: Self.rule(for: user)))
      ]
    }
    guard fault.code.meansServiceIsGone else {
      return [
        Finding(
          kind: "pcscd-fails", level: .problem, what: "\(fault.call) answers \(fault.code.hex)",
          meaning: "USB readers cannot be reached", fix: .byHand("sudo systemctl restart pcscd"))
      ]
    }
    // What is enabled already is only started, so that taking it back leaves it enabled.
    let isEnabled = system.exists("/etc/systemd/system/sockets.target.wants/pcscd.socket")
    let (on, off) = isEnabled ? (["start"], ["stop"]) : (["enable", "--now"], ["disable", "--now"])
    return [
      Finding(
        kind: "pcscd-stopped", level: .problem, what: "pcscd is installed but not running",
        meaning: "USB readers cannot be reached",
        fix: .commands(
          [["systemctl"] + on + ["pcscd.socket"]], undo: [["systemctl"] + off + ["pcscd.socket"]]))
    ]
  }

  private static func rule(for user: String) -> String {
    """
    polkit.addRule(function(action, subject) {
      if (action.id.indexOf("org.debian.pcsc-lite.") == 0 && subject.user == "\(user)") return polkit.Result.YES;
    });

    """
  }

  /// A reader is plugged in and pcscd runs, but does not know the reader.
  private func drivers(_ devices: [Device]) -> [Finding] {
    guard case .success(let names) = pcsc, names.isEmpty, let device = devices.first(where: { $0.model.isPCSC }),
      system.names(in: "/sys/bus/usb/drivers/pn533_usb").allSatisfy({ !$0.contains(":") })
    else { return [] }
    let hasDriver = system.exists("/usr/lib/pcsc/drivers/ifd-ccid.bundle")
    return [
      Finding(
        kind: hasDriver ? "reader-not-seen" : "driver-missing", level: .problem,
        what: "\(device.model.name) is plugged in but pcscd does not find it",
        meaning: hasDriver ? "something else is using it, or it hangs" : "the driver for USB readers is not installed",
        fix: .byHand(hasDriver ? "unplug it and plug it back in" : "sudo apt-get install libccid"))
    ]
  }

  /// A reader that the configuration gives to libnfc, but that pcscd has too.
  private func fights(_ devices: [Device]) -> [Finding] {
    guard configuration.usesPCSC, case .success(let names) = pcsc, !names.isEmpty else { return [] }
    let shared = names.filter { $0.includes("SCL3711") || $0.includes("PN53") }
    return configuration.libnfc.filter {
      $0.connection.hasPrefix("pn53x_usb") && !shared.isEmpty
    }.map { device in
      Finding(
        kind: "two-owners", level: .problem,
        what: "the configuration gives libnfc \(device.connection), and pcscd has \(shared.joined(separator: ", "))",
        meaning: "libnfc and pcscd compete for the reader",
        fix: .byHand("remove \(device.connection) from readers.libnfc in the configuration"))
    }
  }

  /// A serial port that this user may not open.
  private func serialPorts() -> [Finding] {
    configuration.libnfc.compactMap { device in
      let parts = device.connection.split(separator: ":")
      guard parts.count >= 2, parts[1].hasPrefix("/dev/") else { return nil }
      let port = String(parts[1])
      guard system.exists(port) else {
        return Finding(
          kind: "port-missing", level: .problem, what: "there is no \(port)",
          meaning: "the board is not plugged in or has a different name",
          fix: .byHand("look for it with: ls /dev/serial/by-id"))
      }
      guard !system.isUsable(port) else { return nil }
      return Finding(
        kind: "no-permission", level: .problem, what: "the user \(user) is not allowed to open \(port)",
        meaning: "serial ports belong to the group dialout",
        fix: system.isMember(user, of: "dialout")
          ? .byHand("log out and in again: \(user) was added to dialout but does not have its rights yet")
          : .commands([["usermod", "-aG", "dialout", user]], undo: [["gpasswd", "-d", user, "dialout"]]))
    }
  }

  /// Firmware with a known fault: libccid keeps a list of those that it does not drive.
  private func firmware(_ devices: [Device]) -> [Finding] {
    devices.filter { $0.model.product == "2200" && $0.release == "0206" }.map { device in
      Finding(
        kind: "faulty-firmware", level: .problem, what: "\(device.model.name) at \(device.place) has firmware 2.06",
        meaning:
          "libccid rejects this firmware and may not drive it; nothing on this computer can change that",
        fix: .byHand("use a reader with newer firmware (2.07 and later are fine)"))
    }
  }

  private func absence(_ devices: [Device]) -> [Finding] {
    guard devices.isEmpty, configuration.libnfc.isEmpty else { return [] }
    if case .success(let names) = pcsc, !names.isEmpty { return [] }
    return [
      Finding(
        kind: "no-reader", level: .note, what: "no known reader is plugged in",
        meaning: "the simulated reader is used instead", fix: nil)
    ]
  }

  private func limits(_ devices: [Device]) -> [Finding] {
    devices.compactMap { device in
      device.model.cannot.map { cannot in
        Finding(
          kind: "cards-it-cannot-do", level: .note, what: "\(device.model.name) does not read \(cannot)",
          meaning: "NTAG213, 215 and 216 are read by every reader and every phone", fix: nil)
      }
    }
  }
}
