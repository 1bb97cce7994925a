import Glibc
internal import LinuxRuntime
internal import Octets

/// A unit that systemd makes for one program and forgets once that has ended (org.freedesktop.systemd1(5)).
struct TransientUnit {
  static let manager = "org.freedesktop.systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  private static let managerPath = "/org/freedesktop/systemd1"
  /// Variables that systemd set for this process and that say nothing about another one.
  private static let own = [
    "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "MANAGERPID", "NOTIFY_SOCKET",
    "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC",
  ]

  let program: PersonalSystemd.Program
  let name: String

  /// Whether the unit is kept while the connection is there; a socket without a bus cannot do that.
  private let isHeld: Bool

  init(for program: PersonalSystemd.Program, isHeld: Bool) {
    self.program = program
    self.isHeld = isHeld
    name = "focuskey-\(HexText.text(of: SystemRandom.octets(8))).service"
  }

  /// Makes the manager send its signals while the connection exists.
  static var subscribe: BusCall { call("Subscribe", []) }

  var start: BusCall {
    let nothing = BusValue.array(of: "(sa(sv))", [])
    return Self.call("StartTransientUnit", [.string(name), .string("fail"), .properties(properties), nothing])
  }

  var kill: BusCall { Self.call("KillUnit", [.string(name), .string("all"), .int32(SIGKILL)]) }

  /// The match rule for the manager's signals about it.
  var rule: String {
    // All but letters and digits stand as `_2d` in an object's path; no other octet is in our names.
    let label = name.map { $0 == "-" ? "_2d" : $0 == "." ? "_2e" : String($0) }.joined()
    return
      "sender='\(Self.manager)',path='\(Self.managerPath)/unit/\(label)',interface='org.freedesktop.DBus.Properties',"
      + "member='PropertiesChanged',arg0='org.freedesktop.systemd1.Service'"
  }

  /// The exit code, or 128 plus the signal's number; `nil` while the program runs.
  static func exitCode(in values: [BusValue]) -> Int32? {
    guard values.count > 1, let how = values[1]["ExecMainCode"]?.whole, how != 0,
      let status = values[1]["ExecMainStatus"]?.whole
    else { return nil }
    // waitid(2): all but CLD_EXITED, 1, name a signal.
    return Int32(truncatingIfNeeded: how == 1 ? status : 128 + status)
  }

  private var properties: [(String, BusValue)] {
    var properties: [(String, BusValue)] = [
      ("Description", .string("\(program.what) of FocusKey")), ("Type", .string("exec")),
      ("CollectMode", .string("inactive-or-failed")),
      ("ExecStartEx", .array(of: "(sasas)", [command])), ("Environment", .strings(environment)),
      ("WorkingDirectory", .string("-" + program.folder)),
      // What it started outlives it, as it outlives any program that a person starts.
      ("KillMode", .string("process")), ("IgnoreSIGPIPE", .bool(false)),
    ]
    if isHeld { properties.append(("AddRef", .bool(true))) }
    if let input = program.input { properties.append(("StandardInputFileDescriptor", .descriptor(input))) }
    if let output = program.output {
      properties.append(("StandardOutputFileDescriptor", .descriptor(output)))
      properties.append(("StandardErrorFileDescriptor", .descriptor(output)))
    } else {
      properties.append(("StandardOutput", .string("null")))
      properties.append(("StandardError", .string("null")))
    }
    return properties
  }

  /// The words as they are: systemd expands no variables in them.
  private var command: BusValue {
    .structure([
      .string(program.path), .strings([program.path] + program.arguments), .strings(["no-env-expand"]),
    ])
  }

  /// Leaves out invalid names and blanks control letters: systemd refuses all lines for one.
  private var environment: [String] {
    program.environment.compactMap { line in
      guard let end = line.firstIndex(of: "=") else { return nil }
      let name = line[..<end]
      let isName = name.utf8.allSatisfy { octet in
        switch octet {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F: true
        default: false
        }
      }
      guard isName, let first = name.utf8.first, !(0x30...0x39).contains(first), !Self.own.contains(String(name))
      else { return nil }
      let octets = line.utf8.map { octet in (octet < 0x20 && octet != 9 && octet != 10) || octet == 0x7F ? 0x20 : octet
      }
      return String(decoding: octets, as: UTF8.self)
    }
  }

  private static func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
    BusCall(destination: manager, path: managerPath, interface: interface, member: member, arguments: arguments)
  }
}
