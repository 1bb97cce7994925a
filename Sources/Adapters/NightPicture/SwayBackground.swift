import Glibc
internal import LinuxRuntime

/// What sway shows behind the windows of one output, in swaybg's arguments.
struct SwayBackground: Equatable {
  /// The output's name; `*` for all without an entry of their own.
  var output: String
  var picture: String?
  var mode: String?
  var color: String?

  /// The whole eye on black, on all outputs.
  static func eye(_ picture: String) -> SwayBackground {
    SwayBackground(output: "*", picture: picture, mode: "fit", color: "#000000")
  }

  /// Plain black on all outputs.
  static let plain = SwayBackground(output: "*", color: "#000000")

  /// The arguments that swaybg gets for it.
  var words: [String] {
    ["-o", output] + (picture.map { ["-i", $0] } ?? []) + (mode.map { ["-m", $0] } ?? [])
      + (color.map { ["-c", $0] } ?? [])
  }

  /// Reads swaybg's arguments.
  static func all(in words: [String]) -> [SwayBackground] {
    var found: [SwayBackground] = []
    var rest = words[...]
    while let option = rest.popFirst(), let value = rest.popFirst() {
      if option == "-o" {
        found.append(SwayBackground(output: value))
        continue
      }
      guard let last = found.indices.last else { return [] }
      switch option {
      case "-i": found[last].picture = value
      case "-m": found[last].mode = value
      case "-c": found[last].color = value
      default: return []
      }
    }
    return found
  }

  /// sway's command to show it (sway-output(5)); `nil` if sway would misread a word.
  var command: String? {
    let parts = [output, picture, mode, color].compactMap { $0 }
    // sway takes words apart as a shell does, and expands a picture's path.
    let risky: Set<UInt8> = Set(#""'\$`;,*?[]{}<>|&!#()"#.utf8)
    for part in parts where part != "*" && part != color {
      guard part.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && !risky.contains($0) }) else { return nil }
    }
    guard let picture else { return color.map { "output \"\(output)\" bg \($0) solid_color" } }
    return "output \"\(output)\" bg \"\(picture)\" \(mode ?? "fill")" + (color.map { " \($0)" } ?? "")
  }
}

/// The swaybg process that sway started; its arguments tell what the outputs show.
struct SwayBackgroundProcess {
  let id: Int32
  let backgrounds: [SwayBackground]

  /// The one of the sway at that socket; `nil` if it shows no wallpaper.
  static func find(of socket: String) -> SwayBackgroundProcess? {
    var newest: (start: UInt64, process: SwayBackgroundProcess)?
    for name in Folder.names(in: "/proc") {
      guard let id = Int32(name) else { continue }
      let words = strings("/proc/\(id)/cmdline")
      guard words.first?.split(separator: "/").last == "swaybg" else { continue }
      let variables = strings("/proc/\(id)/environ")
      // One that the person started has no socket handed to it by sway.
      guard variables.contains("SWAYSOCK=\(socket)"), variables.contains(where: { $0.hasPrefix("WAYLAND_SOCKET=") })
      else { continue }
      let start = startTime(of: id)
      if let known = newest, known.start > start { continue }
      newest = (start, SwayBackgroundProcess(id: id, backgrounds: SwayBackground.all(in: Array(words.dropFirst()))))
    }
    return newest?.process
  }

  /// Ends it, so that sway shows its screen without a wallpaper.
  func end() { _ = kill(id, SIGTERM) }

  private static func strings(_ path: String) -> [String] {
    guard let octets = try? Files.read(path, limit: 1 << 20) else { return [] }
    return octets.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Start time (proc(5), field 22 of `stat`), counted after the name, which may contain spaces.
  private static func startTime(of id: Int32) -> UInt64 {
    guard let octets = try? Files.read("/proc/\(id)/stat", limit: 4096),
      let end = octets.lastIndex(of: UInt8(ascii: ")"))
    else { return 0 }
    let fields = String(decoding: octets[octets.index(after: end)...], as: UTF8.self).split(separator: " ")
    return fields.count > 19 ? UInt64(fields[19]) ?? 0 : 0
  }
}
