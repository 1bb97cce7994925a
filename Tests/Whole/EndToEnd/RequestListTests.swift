import ControlSocket
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// What a service says of its requests, and what Contract.md says of them.
@Suite(.realParts) struct RequestListTests {
  /// A row of the table in Contract.md: the request, what it takes, and what it does.
  private static func row(_ request: JSONNode) -> String {
    let members = (request["takes"]?.array ?? []).map { member in
      let shape = (member["shape"]?.string ?? "").replacing("|", with: "\\|")
      let name = "`\(member["name"]?.string ?? "")` \(shape)"
      return member["required"]?.bool == true ? name : "[\(name)]"
    }
    let name = (request["question"]?.bool == true ? "GET " : "") + "`\(request["request"]?.string ?? "")`"
    return "| \(name) | \(members.joined(separator: ", ")) | \(request["does"]?.string ?? "") |"
  }

  @Test func theContractListsWhatTheServiceAnswers() throws {
    let folder = TemporaryFolder()
    let service = try RunningService(home: folder.path)
    var client = try ControlClient(path: "\(folder.path)/control.sock")
    let answer = try JSONDocument(try client.ask(Array(#"{"command":"requests"}"#.utf8))).root
    let rows = (answer["requests"]?.array ?? []).map(Self.row)
    #expect(rows.count > 80)
    let contract = String(
      decoding: try Files.read(Repository.path("Sources/Documentation/Contract.md"), limit: 1 << 20), as: UTF8.self)
    let parts = contract.split(separator: "<!-- requests -->\n")
    let shown = parts.count == 3 ? parts[1].split(separator: "\n").dropFirst(2).map { String($0) } : []
    #expect(shown == rows, "the table of Contract.md should be:\n\(rows.joined(separator: "\n"))")
    service.stop()
  }
}
