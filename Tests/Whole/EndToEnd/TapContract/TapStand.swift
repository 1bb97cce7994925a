import CardModels
import Glibc
import TagFormats
import TestSupport
import VirtualReader

/// A table with readers of one technology, and all that a hand, a cable and a computer can do to them.
protocol TapStand: AnyObject {
  /// N readers, plugged in.
  init(readers: Int) throws

  /// What the service's configuration says beside the readers' names, with a comma behind it.
  var configuration: String { get }
  /// A part of each reader's own name.
  var marks: [String] { get }
  /// What the service finds in its environment.
  var environment: [String: String?] { get }
  /// The processes between the service and the readers.
  var beneath: [Int32] { get }

  func lay(_ cards: [CardModel], on reader: Int)
  func lift()
  func trouble()
  func recover()
  func unplug()
  func plugIn() throws
  func restartBeneath() throws
  /// The card that is laid next leaves while it is read; one that is given is laid down again at once.
  func pullWhileReading(andLayAgain card: CardModel?)
  /// One answer for the card that is laid next is spoilt.
  func spoilAnAnswer()
  /// The hand moves well again.
  func behave()
}

/// Readers on a pcscd of their own.
final class PCSCStand: TapStand {
  private let daemon: PrivatePCSCD
  private let readers: [VirtualReader]

  init(readers count: Int) throws {
    daemon = try PrivatePCSCD()
    readers = [ReaderModel.Kind.acr122U, .acr1252U].prefix(count).map { VirtualReader($0) }
    for reader in readers { try daemon.plug(reader) }
  }

  var configuration: String { "" }
  var marks: [String] { readers.map(\.model.look.name) }
  var environment: [String: String?] { ["PCSCLITE_CSOCK_NAME": daemon.socketPath] }
  var beneath: [Int32] { daemon.process.map { [$0] } ?? [] }

  func lay(_ cards: [CardModel], on reader: Int) {
    readers[reader].place(cards[0], beside: cards.dropFirst().first?.sighting.uid)
  }
  func lift() { readers[0].pull() }
  func trouble() { readers[0].trouble() }
  func recover() { readers[0].recover() }
  func unplug() { daemon.unplug(readers[0]) }
  // Asleep, pcscd sees nothing yet.
  func plugIn() throws { try daemon.plug(readers[0], waits: false) }
  func restartBeneath() throws {
    daemon.end()
    try daemon.start()
  }
  func pullWhileReading(andLayAgain card: CardModel?) {
    let isBack = card != nil
    readers[0].order { accidents in
      if isBack { accidents.flickersAt = 3 } else { accidents.pulledAfter = 3 }
    }
  }
  func spoilAnAnswer() { readers[0].order { $0.answers = [3: [0x63, 0x00]] } }
  func behave() { readers[0].order { _ in } }
}

/// PN532 boards on pseudo-terminals, under the real libnfc.
final class LibNFCStand: TapStand {
  private let folder = TemporaryFolder()
  private let boards: [VirtualPN532]

  init(readers count: Int) throws {
    let folder = folder
    boards = try (0..<count).map { try VirtualPN532(in: folder, named: "ttyNFC\($0)") }
  }

  var configuration: String {
    "pcsc: false, libnfc: [\(boards.map { "\"\($0.connection)\"" }.joined(separator: ", "))],"
  }
  var marks: [String] { boards.map(\.path) }
  var environment: [String: String?] { ["PCSCLITE_CSOCK_NAME": folder("no-pcscd")] }
  var beneath: [Int32] {
    boards.compactMap { ProcessEntry.find("focuskey-libnfc", argument: $0.connection)?.id }
  }

  func lay(_ cards: [CardModel], on reader: Int) { boards[reader].put(cards) }
  func lift() { boards[0].lift() }
  func trouble() { boards[0].misbehave(.mute, times: .max) }
  func recover() { boards[0].behave() }
  func unplug() { boards[0].unplug() }
  func plugIn() throws { try boards[0].plugIn() }
  func restartBeneath() { for process in beneath { kill(process, SIGKILL) } }
  func pullWhileReading(andLayAgain card: CardModel?) { boards[0].pullAtNext(0x42, andLayAgain: card) }
  func spoilAnAnswer() { boards[0].misbehave(.badChecksum, at: 0x42) }
  func behave() { boards[0].behave() }
}
