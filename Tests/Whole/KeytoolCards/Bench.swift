import CardModels
import Glibc
import JSONText
import LinuxRuntime
import TagFormats
import TestSupport
import Testing
import VirtualReader

/// The built keytool beside a pcscd of its own and a reader with no hardware.
final class Bench: Sendable {
  let daemon: PrivatePCSCD
  let reader: VirtualReader

  init(_ kind: ReaderModel.Kind = .acr122U, plugged: Bool = true) throws {
    daemon = try PrivatePCSCD()
    reader = VirtualReader(kind)
    if plugged { try daemon.plug(reader) }
  }

  /// Runs keytool to its end.
  func keytool(_ words: String..., input: String = "") throws -> BuiltProgram.Outcome {
    try BuiltProgram.keytool.run(words, input: Array(input.utf8), environment: environment)
  }

  /// Runs keytool and reads its one JSON answer.
  func answer(_ words: String...) throws -> JSONNode {
    let outcome = try BuiltProgram.keytool.run(words + ["--json"], environment: environment)
    return try JSONDocument(Array(outcome.output.utf8)).root
  }

  var environment: [String] {
    ["PCSCLITE_CSOCK_NAME=\(daemon.socketPath)", "HOME=\(daemon.folder)", "PATH=/usr/bin:/bin"]
  }

  /// The card that is there, read from its memory without a reader.
  func contents() throws -> CardContents {
    guard let card = reader.card else { throw NoCard() }
    var table = CardOnTheTable(card)
    return try table.read(.everything)
  }

  struct NoCard: Error {}
}

let startWork = "https://focuskey.app/start?profile=work"
let startWorkHex = "D1011A5504666F6375736B65792E6170702F73746172743F70726F66696C653D776F726B"

/// A blank card as it leaves the factory.
func blank(_ chip: Chip = .ntag213, _ number: UInt8 = 1) -> CardModel {
  .type2(Type2Card(chip, uid: [4, 0x11, 0x22, 0x33, 0x44, 0x55, number])!)
}
