/// One thing to send to a card, in the card's own language.
///
/// A reader carries it in whatever way it has: PC/SC pseudo APDUs, PN532 frames, or a simulated card that takes the
/// value as it is.
public enum CardCommand: Equatable, Sendable {
  /// Wake the card and select it again. A card that refused a command has fallen back to idle and hears nothing before
  /// this.
  case reselect
  /// NFC Forum Type 1 (Topaz, Jewel).
  case type1(Type1Command)
  /// NFC Forum Type 2 (Ultralight, NTAG).
  case type2(Type2Command)
  /// NFC Forum Type 3 (FeliCa).
  case type3(Type3Command)
  /// NFC Forum Type 5 (ISO 15693).
  case type5(Type5Command)
  /// MIFARE Classic, behind its encryption; the reader does the cipher.
  case classic(ClassicCommand)
  /// ISO 7816 (Type 4, DESFire, NTAG 413/424 DNA).
  case apdu(CommandAPDU)
}

/// What came back for one ``CardCommand``.
public enum CardAnswer: Equatable, Sendable {
  /// The octets of the answer without checksum; for an APDU the last two are the status word.
  case data([UInt8])
  /// The four-bit acknowledge of a Type 2 or Classic write, or the success of ``CardCommand/reselect``.
  case acknowledged
  /// The card said no (a NAK, an error flag). It must be selected again before the next command.
  case refused
  /// Nothing came in time.
  case silent
  /// The card has left the field.
  case gone
  /// This reader has no way of carrying this command; the card has not seen it.
  case notCarried
}
