import Glibc
import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// The examples for status bars in the help of `status`, as somebody pastes them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BarExampleTests {
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

  @Test func i3blocksItself() async throws {
    guard ProgramShapeTests.isInstalled("i3blocks") else { return }
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
