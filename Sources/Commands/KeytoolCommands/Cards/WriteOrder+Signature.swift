internal import FocusLinks
internal import Octets
internal import ProofOfTap
internal import ServiceContract

extension WriteOrder {
  /// Where in a message a card puts the signature of a tap.
  struct Signature: Sendable {
    /// Where the digits of the enciphered UID and counter begin, and those of the code.
    let cipherText: Int
    let code: Int
    let inLRPMode: Bool

    /// Finds the places in a message that ``LinkSignature`` reserved.
    init?(in message: [UInt8], inLRPMode: Bool) {
      func place(of name: String) -> Int? {
        let field = Array("\(name)=".utf8)
        return message.indices.last { message[$0...].starts(with: field) }.map { $0 + field.count }
      }
      guard let cipherText = place(of: LinkSignature.data.name), let code = place(of: LinkSignature.code.name)
      else { return nil }
      self.cipherText = cipherText
      self.code = code
      self.inLRPMode = inLRPMode
    }

    /// Whether this card signed the message that was read, with its keys.
    func isGenuine(_ message: [UInt8]?, by card: SigningCard) -> Bool {
      inLRPMode ? isGenuine(message, by: card, LRP128.self) : isGenuine(message, by: card, AES128.self)
    }

    private func isGenuine<Cipher: TapCipher>(
      _ message: [UInt8]?, by card: SigningCard, _ cipher: Cipher.Type
    ) -> Bool {
      guard let message, code + LinkSignature.code.digits <= message.count, let metaKey = card.metaKey,
        let meta = Cipher(key: metaKey), let file = Cipher(key: card.fileKey)
      else { return false }
      let digits = inLRPMode ? LinkSignature.digitsInLRPMode : LinkSignature.data.digits
      func octets(_ place: Int, _ count: Int) -> [UInt8] {
        (try? HexText.octets(of: String(decoding: message[place..<place + count], as: UTF8.self))) ?? []
      }
      guard let tap = SignedTap(encrypted: octets(cipherText, digits), metaKey: meta) else {
        return false
      }
      return tap.uid == card.uid && tap.isSigned(by: octets(code, LinkSignature.code.digits), file, over: [])
    }
  }
}
