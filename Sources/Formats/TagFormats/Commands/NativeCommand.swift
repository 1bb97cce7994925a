/// Commands of the DESFire and of the NTAG 4xx in their own language, wrapped as ISO 7816 has it: class 90, all that
/// the command carries in the data field. The answer's status word is 91 and the command's own status.
enum NativeCommand {
  /// Selects an application by its number; 0 is the card itself.
  static func selectApplication(_ number: Int) -> CommandAPDU {
    CommandAPDU(cla: 0x90, ins: 0x5A, data: lowFirst(number, count: 3), expected: 256)
  }

  /// How many octets are left for files; three octets, the lowest first.
  static var freeMemory: CommandAPDU { CommandAPDU(cla: 0x90, ins: 0x6E, expected: 256) }

  /// What ``Type4FileSettings`` reads.
  static func fileSettings(_ number: UInt8) -> CommandAPDU {
    CommandAPDU(cla: 0x90, ins: 0xF5, data: [number], expected: 256)
  }

  /// Changes what ``Type4FileSettings`` tells: option, access conditions, overlay.
  static func changeFileSettings(_ number: UInt8, _ settings: [UInt8]) -> CommandAPDU {
    CommandAPDU(cla: 0x90, ins: 0x5F, data: [number] + settings, expected: 256)
  }

  /// What may be changed in the application that is selected, then how many keys it has, with bits for their kind: none
  /// is DES, 80 AES.
  static var keySettings: CommandAPDU { CommandAPDU(cla: 0x90, ins: 0x45, expected: 256) }

  /// Switches an NTAG 424 DNA to LRP mode, for good (SetConfiguration, option 05, PDCap2.1); all but the option goes
  /// sealed.
  static var lrpMode: CommandAPDU {
    CommandAPDU(cla: 0x90, ins: 0x5C, data: [0x05, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0], expected: 256)
  }

  /// Changes a key of the application that is selected; all but its number goes sealed.
  static func changeKey(_ number: UInt8, _ data: [UInt8]) -> CommandAPDU {
    CommandAPDU(cla: 0x90, ins: 0xC4, data: [number] + data, expected: 256)
  }

  /// Makes an application with an ISO file identifier and name.
  ///
  /// - Parameters:
  ///   - settings: who may change what: 0F leaves everything changeable with key 0, and files can be listed and made
  ///     freely.
  ///   - keys: how many keys, bit 20 for files with ISO identifiers, bits 80 and 40 for other ciphers than DES.
  static func createApplication(
    _ number: Int, settings: UInt8, keys: UInt8, identifier: UInt16, name: [UInt8]
  ) -> CommandAPDU {
    CommandAPDU(
      cla: 0x90, ins: 0xCA,
      data: lowFirst(number, count: 3) + [settings, keys] + lowFirst(Int(identifier), count: 2) + name, expected: 256)
  }

  /// Makes a file of zeroes.
  ///
  /// - Parameters:
  ///   - option: 40 on a DESFire EV3 lets something be laid over the file later; without it that never can be.
  ///   - access: the conditions in the order of ``Type4FileSettings``: read and write together, change; read, write.
  static func createFile(
    _ number: UInt8, identifier: UInt16, option: UInt8 = 0, access: [UInt8], size: Int
  ) -> CommandAPDU {
    CommandAPDU(
      cla: 0x90, ins: 0xCD,
      data: [number] + lowFirst(Int(identifier), count: 2) + [option] + access + lowFirst(size, count: 3),
      expected: 256)
  }

  /// Writes into a file past ISO's selection, so that a proven key counts. The NTAG 4xx know the code 8D only, the
  /// DESFire EV1 only 3D.
  static func write(_ octets: [UInt8], to number: UInt8, at offset: Int, _ chip: Chip) -> CommandAPDU {
    CommandAPDU(
      cla: 0x90, ins: chip.isDESFire ? 0x3D : 0x8D,
      data: [number] + lowFirst(offset, count: 3) + lowFirst(octets.count, count: 3) + octets, expected: 256)
  }

  private static func lowFirst(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension Chip {
  /// Whether it is a DESFire on which files can be made.
  var isDESFire: Bool { self == .desfireEV1 || self == .desfireEV2 || self == .desfireEV3 }
}
