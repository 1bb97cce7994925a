import CardModels
import TagFormats
import TestSupport

private let uid: [UInt8] = [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80]

/// Cards of every kind that hold a message.
enum Cards {
  static let makers: [(name: String, make: @Sendable ([UInt8]) -> CardModel?)] = [
    ("Ultralight", { Type2Card(.ultralight, uid: uid, holding: $0).map { .type2($0) } }),
    ("Ultralight C", { Type2Card(.ultralightC, uid: uid, holding: $0).map { .type2($0) } }),
    ("NTAG203", { Type2Card(.ntag203, uid: uid, holding: $0).map { .type2($0) } }),
    ("NTAG213", { Type2Card(.ntag213, uid: uid, holding: $0).map { .type2($0) } }),
    ("NTAG216", { Type2Card(.ntag216, uid: uid, holding: $0).map { .type2($0) } }),
    ("NTAG I2C 2K", { Type2Card(.ntagI2C2K, uid: uid, holding: $0).map { .type2($0) } }),
    ("Topaz 96", { Type1Card(uid: uid, isDynamic: false, holding: $0).map { .type1($0) } }),
    ("Topaz 512", { Type1Card(uid: uid, isDynamic: true, holding: $0).map { .type1($0) } }),
    ("FeliCa Lite-S", { $0.count <= 208 ? .type3(Type3Card(liteS: uid + [1], holding: $0)) : nil }),
    ("NTAG 413", { $0.count <= 126 ? .type4(Type4Card(ntag413: uid, holding: $0)) : nil }),
    ("NTAG 424", { $0.count <= 254 ? .type4(Type4Card(ntag424: uid, holding: $0)) : nil }),
    ("SLIX", { Type5Card(slix: [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4], holding: $0).map { .type5($0) } }),
    ("Classic 1K", { ClassicCard(.classic1K, uid: [1, 2, 3, 4], holding: $0).map { .classic($0) } }),
    ("Classic 4K", { ClassicCard(.classic4K, uid: [1, 2, 3, 4], holding: $0).map { .classic($0) } }),
  ]
}

/// Splitmix64: the same numbers in every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
