import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The examples for status bars in the help of `status`, as somebody pastes them.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct BarExampleTests {
  let folder = TemporaryFolder()

  /// The service that a bar finds without being told a home, and what a bar's commands run in.
  private var environment: [String] {
    let program = BuiltProgram.focuskey.path
    let programs = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
    return ["HOME=\(folder.path)", "XDG_RUNTIME_DIR=\(folder.path)", "PATH=\(programs):/usr/bin:/bin", "LANG=C.UTF-8"]
  }

  private func service() throws -> RunningService {
    try Files.makeFolder(folder("focuskey"))
    return try RunningService(home: folder("focuskey"))
  }

  /// The piece of a file behind the line that names it.
  private static func example(behind words: String) throws -> [String] {
    let help = try BuiltProgram.focuskey("help", "status").output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains(words) })
    return lines[(start + 2)...].prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
  }

  /// The first line that a bar would get from the command of an example.
  private func firstLine(of command: String) throws -> String {
    try BuiltProgram(at: "/bin/sh").run(["-c", "\(command) | head -n 1"], environment: environment).output
  }

  @Test func waybar() throws {
    let service = try service()
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    let example = try Self.example(behind: "waybar's config").joined(separator: "\n")
    let module = try JSONDocument("{\(example)}").root["custom/focuskey"]
    #expect(module?["return-type"]?.string == "json")
    let line = try firstLine(of: try #require(module?["exec"]?.string))
    #expect(try JSONDocument(line).root["text"]?.string == "work 50m")
    for click in ["on-click", "on-click-right"] {
      let words = try #require(module?[click]?.string).split(separator: " ").map(String.init)
      #expect(try BuiltProgram.focuskey("help", words[1]).exitCode == 0)
    }
  }

  @Test func polybar() throws {
    let service = try service()
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    let example = try Self.example(behind: "polybar's config.ini")
    #expect(example.first == "[module/focuskey]")
    let exec = try #require(example.first { $0.hasPrefix("exec = ") }).dropFirst("exec = ".count)
    #expect(try firstLine(of: String(exec)) == "work 50m\n")
    // polybar(5), custom/script: with tail the command goes on, and each line is shown.
    #expect(example.contains("tail = true"))
  }

  /// What a program wrote to a file so far.
  private func text(_ name: String) -> String {
    (try? Files.read(folder(name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func polybarItself() async throws {
    try ProgramShapeTests.require("polybar")
    let service = try service()
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    let example = try Self.example(behind: "polybar's config.ini").joined(separator: "\n")
    let bar = "[bar/main]\nwidth = 100%\nheight = 20\nmodules-left = focuskey\n"
    try Files.replace(folder("config.ini"), with: Array("\(bar)\(example)\n".utf8))
    let screen = try HiddenScreen()
    let output = try Descriptor.open(folder("bar"), O_RDWR | O_CREAT)
    let errors = try Descriptor.open(folder("errors"), O_RDWR | O_CREAT)
    let polybar = try ChildProcess.start(
      "/usr/bin/polybar", ["--stdout", "-c", folder("config.ini"), "main"],
      environment: environment + ["DISPLAY=\(screen.name)"], output: .descriptor(output.number),
      errors: .descriptor(errors.number))
    // What it would draw, with the places where a click is one: the left one asks for a break, the right one for the
    // end.
    func shows(_ words: String) async -> Bool {
      await eventually {
        text("bar").split(separator: "\n").last?.contains("%{A1:focuskey break:}%{A3:focuskey stop:}\(words)%{A}%{A}")
          == true
      }
    }
    #expect(await shows("work 50m"), "\(text("bar")) \(text("errors"))")
    #expect(try service("stop").exitCode == 0)
    #expect(await shows("work 50m ?"), "\(text("bar"))")
    #expect(text("errors").split(separator: "\n").allSatisfy { !$0.contains("error") }, "\(text("errors"))")
    polybar.signal(SIGTERM)
    polybar.wait()
  }

  /// The real bar in a real compositor on a screen that nobody sees, clicked with a pointer.
  @Test func waybarItself() async throws {
    for name in ["waybar", "sway", "swaymsg"] { try ProgramShapeTests.require(name) }
    let desk = folder("desk")
    for name in ["bin", "focuskey"] { try Files.makeFolder("\(desk)/\(name)") }
    let program = try Files.read(BuiltProgram.focuskey.path, limit: 1 << 30)
    try Files.replace("\(desk)/bin/focuskey", with: program, mode: 0o755)
    try Files.replace("\(desk)/focuskey/config.json5", with: Array("{ port: 0 }".utf8))
    let example = try Self.example(behind: "waybar's config").joined(separator: "\n")
    try Files.replace("\(desk)/config", with: Array("{ \"modules-left\": [\"custom/focuskey\"],\n\(example) }".utf8))
    try Files.replace("\(desk)/style.css", with: Array("* { font-size: 20px; }".utf8))
    try Files.replace(
      "\(desk)/sway", with: Array("exec waybar -c \(desk)/config -s \(desk)/style.css\n".utf8))
    // A compositor refuses to be root's. All of it is then nobody's, from a copy, because our own folders are closed to
    // them.
    let somebody = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    try Files.replace(
      "\(desk)/serve", with: Array("#!/bin/sh\nexec \(somebody) \(desk)/bin/focuskey \"$@\"\n".utf8), mode: 0o755)
    if getuid() == 0 {
      #expect(unsafe chmod(folder.path, 0o755) == 0)
      #expect(try BuiltProgram(at: "/bin/chown")("-R", "65534:65534", desk).exitCode == 0)
    }
    let service = try RunningService(home: "\(desk)/focuskey", program: BuiltProgram(at: "\(desk)/serve"))
    let profiles = "{ profiles: [{ id: 'work', name: 'Work' }] }"
    try Files.replace("\(desk)/bin/profiles.json5", with: Array(profiles.utf8), mode: 0o644)
    #expect(unsafe chmod("\(desk)/bin/profiles.json5", 0o644) == 0)
    #expect(try service("profile", "import", "\(desk)/bin/profiles.json5").exitCode == 0)
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)

    let screen = try HiddenScreen()
    let log = try Descriptor.open(folder("sway.log"), O_RDWR | O_CREAT)
    let compositor = try ChildProcess.start(
      "/bin/sh", ["-c", "cd \(desk); exec \(somebody) sway -c \(desk)/sway"],
      environment: [
        "HOME=\(desk)", "XDG_RUNTIME_DIR=\(desk)", "PATH=\(desk)/bin:/usr/bin:/bin", "LANG=C.UTF-8",
        "SWAYSOCK=\(desk)/sway.sock",
        // On X, because a compositor without any screen has no pointer to click with.
        "WLR_BACKENDS=x11", "WLR_RENDERER=pixman", "DISPLAY=\(screen.name)",
      ], output: .descriptor(log.number), errors: .descriptor(log.number))
    defer {
      compositor.signal(SIGTERM)
      compositor.wait()
    }
    func click(_ button: Int) throws {
      for words in ["cursor set 20 12", "cursor press button\(button)", "cursor release button\(button)"] {
        _ = try BuiltProgram(at: "/usr/bin/swaymsg")("-s", "\(desk)/sway.sock", "seat - \(words)")
      }
    }
    func says(_ path: String, _ words: String, after button: Int) async throws -> Bool {
      try await eventually(within: .seconds(20)) {
        try click(button)
        try await Task.sleep(for: .milliseconds(200))
        let status = try JSONDocument(service("status", "--json").output).root
        return (path == "state" ? status["state"]?.string : status["question"]?["kind"]?.string) == words
      }
    }
    // A module without words takes no room and could not be hit.
    #expect(try await says("state", "break", after: 1), "\(text("sway.log"))")
    #expect(try await says("question", "end", after: 3), "\(text("sway.log"))")
  }

  @Test func i3blocksItself() async throws {
    try ProgramShapeTests.require("i3blocks")
    let service = try service()
    #expect(try service("start", "work", "--minutes", "50").exitCode == 0)
    let example = try Self.example(behind: "i3blocks' config").joined(separator: "\n")
    try Files.replace(folder("blocks"), with: Array("\(example)\n".utf8))
    let output = try Descriptor.open(folder("bar"), O_RDWR | O_CREAT)
    let bar = try ChildProcess.start(
      "/usr/bin/i3blocks", ["-c", folder("blocks")], environment: environment, output: .descriptor(output.number))
    func shows(_ words: String) async -> Bool {
      await eventually {
        let text = (try? Files.read(folder("bar"))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").last?.contains(#""full_text":"\#(words)""#) == true
      }
    }
    #expect(await shows("work 50m"))
    #expect(try service("stop").exitCode == 0)
    #expect(await shows("work 50m ?"))
    bar.signal(SIGTERM)
    bar.wait()
  }
}
