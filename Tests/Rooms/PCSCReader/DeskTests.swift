import CardModels
import FocusPorts
import LinuxRuntime
import PCSCReader
import RealParts
import TagFormats
import TestSupport
import Testing
import VirtualReader

extension RealPCSCD {
  /// What else a reader is used for: its lights, other people's work, several at once, few words.
  @Suite(.realParts) struct Desk {
    /// What an ACR122U is to show, by its manual (6.2, `FF 00 40 P 04 T1 T2 n B`): P lights red (50) or green (A0)
    /// first and lets go of it, T1 and T2 are tenths of a second on and off, n how often, B whether the buzzer sounds
    /// while it is on.
    static let lamps: [(ReaderFeedback, [UInt8])] = [
      (.accepted, [0xA0, 1, 0, 1, 1]), (.refused, [0x50, 1, 1, 2, 1]), (.wait, [0xF0, 2, 1, 1, 0]),
      (.failed, [0x50, 3, 0, 1, 1]),
    ]

    @Test(arguments: lamps) func lampsAndBuzzerOfADirectReader(_ feedback: ReaderFeedback, _ pattern: [UInt8])
      async throws
    {
      let table = try await Table()
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      await table.product.signal(feedback, at: table.name)
      #expect(await eventually { table.reader.model.lights == [pattern] }, "\(table.reader.model.lights)")
      // Once the card is gone, the command goes to the reader itself.
      table.reader.pull()
      #expect(await table.hears("ready", "arrived 1", "left 1"))
      await table.product.signal(feedback, at: table.name)
      #expect(
        await eventually { table.reader.model.lights == [pattern, pattern.prefix(1) + [0x04] + pattern.dropFirst()] },
        "\(table.reader.model.lights)")
      await table.clear()
    }

    /// The same lamps without a sound; the reader's own beep for each card is switched off once.
    @Test(arguments: lamps) func silenceIsKept(_ feedback: ReaderFeedback, _ pattern: [UInt8]) async throws {
      var settings = PCSCReader.Settings()
      settings.isSilent = true
      let table = try await Table(settings: settings)
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      await table.product.signal(feedback, at: table.name)
      let shown: [[UInt8]] = [[0x52, 0x00], pattern.dropLast() + [0]]
      #expect(await eventually { table.reader.model.lights == shown }, "\(table.reader.model.lights)")
      await table.clear()
    }

    /// What an ACR1252U is to sound, by its manual (`E0 00 00 28 01 t`, t in hundredths of a second), card or none, and
    /// that it can be silenced.
    @Test(arguments: [
      (ReaderFeedback.accepted, [10] as [UInt8]), (.refused, [5, 5]), (.wait, []), (.failed, [30]),
    ])
    func buzzerByEscape(_ feedback: ReaderFeedback, _ beeps: [UInt8]) async throws {
      for isSilent in [false, true] {
        var settings = PCSCReader.Settings()
        settings.isSilent = isSilent
        let table = try await Table(.acr1252U, settings: settings)
        await table.product.signal(feedback, at: table.name)
        // The card is read after what was to be sounded.
        table.reader.place(card(1))
        #expect(await table.hears("ready", "arrived 1"))
        let sounded = isSilent ? [] : beeps.map { [0xE0, 0, 0, 0x28, 1, $0] }
        #expect(table.reader.model.lights == sounded)
        await table.product.signal(feedback, at: table.name)
        #expect(await eventually { table.reader.model.lights == sounded + sounded })
        await table.clear()
      }
    }

    @Test func aReaderWithoutLightsIsLeftAlone() async throws {
      let table = try await Table(.plain)
      await table.product.signal(.refused, at: table.name)
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      await table.clear()
    }

    @Test func visitorsWorkWithTheCard() async throws {
      let table = try await Table()
      await #expect(throws: PCSCError("SCardConnect", .noCard)) {
        _ = try await table.product.withCard(at: table.name) { $0.exchanges }
      }
      table.reader.place(card(1))
      #expect(await table.hears("ready", "arrived 1"))
      let octets: [UInt8] = [9, 8, 7, 6]
      let answers = try await table.product.withCard(at: table.name) { session in
        [session.exchange(.type2(.write(page: 8, octets: octets))), session.exchange(.type2(.read(page: 8)))]
      }
      #expect(answers.first == .acknowledged)
      guard case .data(let read) = answers.last else { return }
      #expect(Array(read.prefix(4)) == octets)
      await table.clear()
    }

    @Test func aRefusalIsHealedBySelectingAgain() async throws {
      for kind in [ReaderModel.Kind.acr122U, .acr1252U, .plain] {
        let table = try await Table(kind)
        table.reader.place(card(1))
        #expect(await table.hears("ready", "arrived 1"))
        let answers = try await table.product.withCard(at: table.name) { session in
          [
            session.exchange(.type2(.write(page: 0x2D, octets: [0, 0, 0, 0]))),
            session.exchange(.type2(.read(page: 4))),
            session.exchange(.reselect), session.exchange(.type2(.read(page: 4))),
          ]
        }
        #expect(answers[0] == .refused)
        #expect(answers[1] != .acknowledged)
        #expect(answers[2] == .acknowledged)
        guard case .data = answers[3] else {
          Issue.record("\(kind): \(answers)")
          return
        }
        await table.clear()
      }
    }

    /// A link of forty octets on an NTAG whose chip is known: the UID, the first pages, the rest.
    @Test(arguments: [ReaderModel.Kind.acr122U, .acr1252U])
    func aKnownChipIsReadInFewWords(_ kind: ReaderModel.Kind) async throws {
      let table = try await Table(kind)
      table.reader.place(card(1, .ntag215))
      #expect(await table.hears("ready", "arrived 1"))
      table.reader.pull()
      #expect(await table.hears("ready", "arrived 1", "left 1"))
      let before = table.reader.transmitted.count
      table.reader.place(card(1, .ntag215))
      #expect(await table.hears("ready", "arrived 1", "left 1", "arrived 1"))
      #expect(table.reader.transmitted.count - before <= 4)
      await table.clear()
    }

    @Test func severalReadersAtOnceAreToldApart() async throws {
      let daemon = try PrivatePCSCD.ofThisProcess.get()
      let readers = (0..<4).map { _ in VirtualReader(.acr122U) }
      for reader in readers { try daemon.plug(reader) }
      let told = Told<ReaderEvent>()
      var settings = PCSCReader.Settings()
      settings.only = "ACR122U"
      let product = PCSCReader(settings)
      let events = product.events()
      Task(executorPreference: Spare.threads) { for await event in events { told.add(event) } }
      #expect(await eventually { told.all.count == 4 })
      for (number, reader) in readers.enumerated() { reader.place(card(UInt8(number))) }
      #expect(await eventually { told.all.count == 8 })
      var seen: [String: UInt8] = [:]
      for case .arrived(let name, let card, _) in told.all { seen[name.name] = card.uid.last }
      #expect(seen.count == 4)
      #expect(Set(seen.values) == [0, 1, 2, 3])
      await product.stop()
      for reader in readers { daemon.unplug(reader) }
      _ = await eventually { (try? PCSCReader.readers().contains { $0.name.contains("ACR122U") }) != true }
    }

    /// Sixteen readers are all that pcscd had before 2.5, and as many as it watched at once: with them there is no room
    /// for the news that one has come.
    @Test func sixteenReadersAreAllHeard() async throws {
      let daemon = try PrivatePCSCD.ofThisProcess.get()
      let others = try PCSCReader.readers().count
      let readers = (others..<16).map { _ in VirtualReader(.acr122U) }
      for reader in readers { try daemon.plug(reader) }
      let told = Told<ReaderEvent>()
      let product = PCSCReader(PCSCReader.Settings())
      let events = product.events()
      Task(executorPreference: Spare.threads) { for await event in events { told.add(event) } }
      #expect(await eventually { told.all.count == 16 }, "\(told.all)")
      for (number, reader) in readers.enumerated() { reader.place(card(UInt8(number))) }
      #expect(await eventually { told.all.count == 16 + readers.count }, "\(told.all)")
      var seen: [String: UInt8] = [:]
      for case .arrived(let name, let card, _) in told.all { seen[name.name] = card.uid.last }
      #expect(Set(seen.values) == Set(0..<UInt8(readers.count)))
      // One goes and another one comes: both are noticed.
      readers[3].pull()
      #expect(await eventually { told.all.count == 17 + readers.count })
      daemon.unplug(readers[3])
      #expect(await eventually { told.all.count == 18 + readers.count })
      let late = VirtualReader(.acr122U)
      late.place(card(99))
      try daemon.plug(late)
      #expect(await eventually { told.all.count == 20 + readers.count }, "\(told.all.suffix(4))")
      await product.stop()
      for reader in readers + [late] { daemon.unplug(reader) }
      _ = await eventually { (try? PCSCReader.readers().contains { $0.name.contains("ACR122U") }) != true }
    }
  }
}
