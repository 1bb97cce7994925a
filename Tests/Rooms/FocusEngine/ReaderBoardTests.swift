import Testing

@testable import FocusEngine

@Suite struct ReaderBoardTests {
  /// A reader that is gone is shown for a while, so that somebody can look after it, and not for ever.
  @Test func aReaderThatIsGoneIsForgottenAfterTenMinutes() {
    let reader = ReaderName(backend: "test", name: "Test reader")
    var board = ReaderBoard()
    board.note(.ready(reader), at: 0)
    board.note(.lost(reader, why: "unplugged"), at: 1000)
    board.note(.lost(reader, why: "unplugged"), at: 300_000)
    #expect(board.states(at: 600_000).map(\.state) == [.lost])
    #expect(board.states(at: 601_000).isEmpty)
    board.note(.ready(reader), at: 700_000)
    #expect(board.states(at: 9_000_000).map(\.state) == [.ready])
  }
}
