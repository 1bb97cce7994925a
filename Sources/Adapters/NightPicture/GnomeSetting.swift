import Glibc
internal import LinuxRuntime

/// A setting of GNOME, read and set by the program that GNOME has for that.
struct GnomeSetting: Equatable {
  let schema: String
  let key: String

  static let tool = "/usr/bin/gsettings"

  /// What GNOME shows behind its windows; since version 3.36 its lock screen shows the same, blurred.
  static func all(of place: PicturePlace) -> [GnomeSetting] {
    switch place {
    case .wallpaper:
      ["picture-uri", "picture-uri-dark", "picture-options"].map { key in
        GnomeSetting(schema: "org.gnome.desktop.background", key: key)
      }
    case .lockScreen:
      ["picture-uri", "picture-options"].map { key in
        GnomeSetting(schema: "org.gnome.desktop.screensaver", key: key)
      }
    }
  }

  /// What it has to be for the eye to be seen whole.
  func value(showing picture: String) -> String {
    key == "picture-options" ? "'scaled'" : "'\(Self.address(of: picture))'"
  }

  /// What it is, as GVariant writes it; `nil` where that cannot be asked.
  func get(_ environment: [String]) -> String? { run("get", [schema, key], environment) }

  /// What it is for those who never set it.
  func usual(_ environment: [String]) -> String? {
    let lines = environment.filter { !$0.hasPrefix("GSETTINGS_BACKEND=") }
    return run("get", [schema, key], lines + ["GSETTINGS_BACKEND=memory"])
  }

  /// Sets it, or takes what the person set away.
  ///
  /// - Returns: whether it is so now.
  func set(_ value: String?, _ environment: [String]) -> Bool {
    guard let value else { return run("reset", [schema, key], environment) != nil }
    return run("set", [schema, key, value], environment) != nil && get(environment) == value
  }

  private func run(_ verb: String, _ words: [String], _ environment: [String]) -> String? {
    guard let pipe = try? makePipe() else { return nil }
    defer { close(pipe.reading) }
    let started = try? ChildProcess.start(
      Self.tool, [verb] + words, environment: environment, output: .descriptor(pipe.writing), errors: .nothing)
    close(pipe.writing)
    guard let child = started else { return nil }
    var text: [UInt8] = []
    var octets = [UInt8](repeating: 0, count: 4096)
    var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    // A desktop's bus that hangs must not hold the night up for ever.
    while unsafe poll(&waiting, 1, 10_000) > 0 {
      let count = unsafe read(pipe.reading, &octets, octets.count)
      guard count > 0 else {
        guard child.wait() == 0 else { return nil }
        let line = String(decoding: text, as: UTF8.self)
        return line.hasSuffix("\n") ? String(line.dropLast()) : line
      }
      text += octets[..<count]
    }
    child.signal(SIGKILL)
    child.wait()
    return nil
  }

  /// The address of a file (RFC 8089), all but its plain characters escaped.
  private static func address(of path: String) -> String {
    var text = "file://"
    for octet in path.utf8 {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(octet))
      default: text += "%" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
