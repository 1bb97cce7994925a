import Learning
import TestSupport
import Testing

@Suite("The reference implementation agrees")
struct PeerTests {
  private static let peer = PythonPeer("Tests/Kit/Peers/fsrs_replay.py", needing: "fsrs")

  @Test(
    "on random logs, to a millionth",
    .enabled(if: peer != nil, "left out: python3 -m venv .build/peers && .build/peers/bin/pip install fsrs"))
  func randomLogs() throws {
    var chance = SystemRandomNumberGenerator()
    var memories: [String: Memory] = [:]
    var input = ""
    for number in 0..<3000 {
      var moment = Int64.random(in: 1_500_000_000_000...1_800_000_000_000, using: &chance)
      for _ in 0..<Int.random(in: 1...14, using: &chance) {
        let grade = Int.random(in: 1...4, using: &chance)
        let card = "c\(number)"
        input += "\(card) \(moment) \(grade)\n"
        memories[card] = StudySchedule().review(
          memories[card], try #require(Grade(rawValue: grade)), at: StudyMoment(milliseconds: moment))
        let waits: [Int64] = [0, 60_000, 600_000, 86_399_999, 86_400_000, .random(in: 0...20_000_000_000)]
        moment += try #require(waits.randomElement(using: &chance))
      }
    }
    let answer = try #require(try Self.peer?(input: Array(input.utf8)))
    let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == memories.count)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let memory = try #require(memories[words[0]])
      let stability = try #require(Double(words[1]))
      #expect(abs(memory.stability - stability) <= 1e-6 * max(1, stability), "\(line)")
      #expect(abs(memory.difficulty - (try #require(Double(words[2])))) <= 1e-6, "\(line)")
      #expect("\(memory.due.milliseconds)" == words[3], "\(line)")
    }
  }
}
