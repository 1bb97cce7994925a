import Coach
import JSONText
import Rewards
import Testing

@Suite("What helped friends")
struct BoardMessagesTests {
  private func messages(_ name: String, _ pairs: [(Int, Int)]) -> BoardMessages {
    BoardMessages(
      name: name, outcomes: pairs.map { MessageChoice.Outcomes(moved: $0.0, stayed: $0.1) },
      key: String(repeating: "a", count: 64), signature: String(repeating: "0", count: 128))
  }

  @Test("a file is read as it was written, and nothing else is one")
  func files() throws {
    let one = messages("ada", [(3, 1), (0, 0), (0, 7)])
    #expect(BoardMessages(try JSONDocument(one.json.text).root) == one)
    for wrong in ["[[1]]", "[[1,2,3]]", "[[-1,2]]", "[[1,100001]]", "[\"1\"]", "3"] {
      let text = one.json.text.split(separator: "[[3,1],[0,0],[0,7]]", omittingEmptySubsequences: false)
      #expect(text.count == 2)
      #expect(BoardMessages(try JSONDocument(text.joined(separator: wrong)).root) == nil, "\(wrong)")
    }
  }

  @Test("every number is signed in its place")
  func signed() {
    let one = messages("ada", [(3, 1), (0, 7)])
    for other in [messages("ada", [(3, 1), (7, 0)]), messages("bob", [(3, 1), (0, 7)]), messages("ada", [(3, 1)])] {
      #expect(other.signedOctets != one.signedOctets)
    }
  }

  @Test("friends are added up, and none drowns the others out")
  func sums() {
    let all = [messages("ada", [(3, 1), (0, 0)]), messages("bob", [(1, 1), (900, 100)]), messages("cem", [(5, 5)])]
    // The last one has other messages than these two.
    #expect(
      BoardMessages.sum(all, messages: 2)
        == [MessageChoice.Outcomes(moved: 4, stayed: 2), MessageChoice.Outcomes(moved: 18, stayed: 2)])
  }
}
