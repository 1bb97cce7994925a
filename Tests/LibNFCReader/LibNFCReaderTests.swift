import CardModels
import FocusPorts
import LibNFCReader
import TagFormats
import TestSupport
import Testing

@Suite(.serialized) struct LibNFCReaderTests {
  let folder = TemporaryFolder()

  @Test func aCardComesAndGoes() async throws {
    let board = try VirtualPN532(in: folder)
    let watched = try WatchedReader(board)
    #expect(await watched.tells("ready"))
    board.put(card())
    #expect(await watched.tells("ready", "arrived"))
    #expect(watched.arrived.first?.uid == card().sighting.uid)
    #expect(watched.arrived.first?.chip == "NTAG213")
    #expect(watched.arrived.first?.message?.count == 28)
    board.lift()
    #expect(await watched.tells("ready", "arrived", "left"))
    await watched.reader.stop()
    #expect(watched.words == ["ready", "arrived", "left"])
  }
}
