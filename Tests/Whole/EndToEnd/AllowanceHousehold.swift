import JSONText
import LinuxRuntime
import TestSupport
import Testing

/// A home with a log in which an allowance was used today for some seconds of its one minute.
struct AllowanceHousehold {
  let folder = TemporaryFolder()
  let port: UInt16
  var environment: [String: String?]

  static let profiles = """
    [{"id":"deep","name":"Deep","blocks":{"sites":["forum.example","news.example"]}}]
    """
  static let allowances = """
    [{"id":"social","blocks":{"sites":["forum.example","chat.example"]},"minutesPerDay":1,"warn":"5s",\
    "lift":{"by":["move"],"trust":"measured","pointsPerMinute":5,"most":60}}]
    """

  /// - Parameter pause: how long the allowance counts on after the last input; a minute, if nothing is said.
  init(
    used: Int, apps: [String] = [], signals: String = "front: true", pause: String? = nil,
    environment: [String: String?] = [:]
  ) throws {
    port = try FreePort.take()
    self.environment = environment.merging(
      ["FOCUSKEY_SHIELD": folder("no.sock"), "FOCUSKEY_CAMERA": "/bin/true", "HOME": folder("user")]) { $1 }
    try Files.makeFolder(folder("home"))
    try Files.replace(
      folder("home/config.json5"), with: Array("{port: \(port), signals: {\(signals)}, desktop: {}}".utf8))
    let now = (Int(try BuiltProgram(at: "/bin/date").run(["+%s"]).lines[0]) ?? 0) * 1000
    func fact(_ at: Int, _ rest: String) -> String {
      #"{"at":\#(at),"boot":"b","steady":\#(at),"tick":\#(at),"v":4,\#(rest),"allowance":"social"}"#
    }
    let began = now - 600_000
    let day = try BuiltProgram(at: "/bin/date").run(["-d", "@\(began / 1000)", "+%F"]).lines[0]
    var facts = [
      fact(began, #""fact":"allowance-day","day":"\#(day)","ends":\#(now + 6 * 3_600_000)"#),
      fact(began, #""fact":"allowance-use""#),
      fact(began + used * 1000, #""fact":"allowance-use-ended","ended":\#(began + used * 1000)"#),
    ]
    if used >= 60 { facts.append(fact(began + used * 1000, #""fact":"allowance-reached""#)) }
    let blocks = #"{"apps":\#(JSONValue(apps).text),"#
    let allowances =
      apps.isEmpty ? Self.allowances : Self.allowances.replacing(#""blocks":{"#, with: #""blocks":"# + blocks)
    let minutes = #""minutesPerDay":1,"#
    let counted = pause.map { allowances.replacing(minutes, with: minutes + #""pause":"\#($0)","#) } ?? allowances
    let settings = #"{"profiles":\#(Self.profiles),"allowances":\#(counted)}"#
    let head = [#"{"export":"focuskey","v":1}"#, #"{"at":1700000000000,"settings":\#(settings)}"#]
    let lines = head + facts + [#"{"end":{"facts":\#(facts.count),"settings":1}}"#]
    try Files.replace(folder("log.jsonl"), with: Array((lines.joined(separator: "\n") + "\n").utf8))
    let outcome = try BuiltProgram.focuskey("import", "--replace", folder("log.jsonl"), "--home", folder("home"))
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
  }

  func service(
    _ program: BuiltProgram = .focuskey, more: [String: String?] = [:]
  ) throws -> RunningService {
    try RunningService(home: folder("home"), program: program, environment: environment.merging(more) { $1 })
  }
}
