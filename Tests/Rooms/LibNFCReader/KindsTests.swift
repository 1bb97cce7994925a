import CardModels
import FocusPorts
import LibNFCReader
import RealParts
import TagFormats
import TestSupport
import Testing

/// Every kind of card that a PN532 reads: read at arrival, written by a plan, and read again.
@Suite(.realParts) struct KindsTests {
  static let long: [UInt8] = [0xC1, 0x01, 0, 0, 3, 0xE8, 0x54, 2, 0x65, 0x6E] + [UInt8](repeating: 0x61, count: 997)
  static let cards: [Chip: CardModel?] = [
    .ntag424DNA: .type4(Type4Card(ntag424: uid(1), holding: link)),
    .classic1K: ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: link).map { .classic($0) },
    .classic4K: ClassicCard(.classic4K, uid: [1, 2, 3, 5], holding: link).map { .classic($0) },
    .ntag215: Type2Card(.ntag215, uid: uid(2), holding: link).map { .type2($0) },
    .ntagI2C2K: Type2Card(.ntagI2C2K, uid: uid(3), holding: long).map { .type2($0) },
    .felicaLiteS: .type3(Type3Card(liteS: [1, 2, 3, 4, 5, 6, 7, 8], holding: link)),
  ]

  let folder = TemporaryFolder()

  @Test(arguments: cards.keys)
  func everyKindIsReadAndWritten(chip: Chip) async throws {
    let model = try #require(Self.cards[chip] ?? nil)
    let board = try VirtualPN532(in: folder)
    var settings = LibNFCReader.Settings()
    settings.looksForFeliCa = model.sighting.type == .type3
    let device = try LibNFCDevice(board.connection)
    let watched = WatchedReader(device, settings: settings)
    #expect(await watched.tells("ready"))
    board.put(model)
    #expect(await watched.tells("ready", "arrived"), "\(watched.words)")
    var table = CardOnTheTable(model)
    #expect(watched.arrived.first?.message == (try table.read().message.octets))
    #expect(watched.arrived.first?.uid == model.sighting.uid)

    let message: [UInt8] = [0xD1, 0x01, 5, 0x55, 0x04] + Array("a.de".utf8)
    let written = try await watched.reader.withCard(at: device.reader) { session in
      Self.write(message, in: &session)
    }
    #expect(throws: Never.self) { try written.get() }
    let card = try #require(board.lift().first)
    #expect(await watched.tells("ready", "arrived", "left"), "\(watched.words)")
    table = CardOnTheTable(card)
    #expect(try table.read().message == .octets(message))
    board.put(card)
    #expect(await watched.tells("ready", "arrived", "left", "arrived"), "\(watched.words)")
    #expect(watched.arrived.last?.message == message)
    await watched.reader.stop()
  }

  static func write(_ message: [UInt8], in session: inout LibNFCSession) -> Result<Void, TagError> {
    do throws(TagError) {
      let contents = try session.read(.everything)
      let plan: WritePlan
      do throws(PlanRefusal) {
        plan = try WritePlan.writing(message, to: contents, limits: session.limits)
      } catch {
        Issue.record("\(error)")
        return .failure(.unknownKind)
      }
      // The reading of a large chip may end in its second memory sector.
      _ = session.exchange(.reselect)
      var dialogue = PlanDialogue(plan)
      var step = dialogue.next(after: nil)
      while true {
        switch step {
        case .send(let command): step = dialogue.next(after: session.exchange(command))
        case .done: return .success(())
        case .failed(let error): return .failure(error)
        }
      }
    } catch {
      return .failure(error)
    }
  }
}
