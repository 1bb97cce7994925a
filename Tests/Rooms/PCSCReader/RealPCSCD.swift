import CardModels
import RealParts
import TagFormats
import Testing
import VirtualReader

/// What is tried on a real pcscd. Its client library knows one pcscd a process, so these run one after the other.
@Suite(
  .realParts, .serialized,
  .enabled(if: PrivatePCSCD.isInstalled, "needs pcscd, libpcsclite-dev and gcc"),
  .timeLimit(.minutes(2)))
struct RealPCSCD {}

/// A card with `https://focuskey.app/focus/work` on it and a UID that ends in `number`.
func card(_ number: UInt8, _ chip: Chip = .ntag213) -> CardModel {
  .type2(Type2Card(chip, uid: [0x04, 1, 2, 3, 4, 5, number], holding: link)!)
}

/// The message of the cards here.
let link: [UInt8] = [0xD1, 0x01, 0x19, 0x55, 0x04] + Array("focuskey.app/focus/work?".utf8)
