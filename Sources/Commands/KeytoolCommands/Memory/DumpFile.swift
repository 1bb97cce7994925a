internal import CardDumps
internal import CommandShell
internal import Octets
internal import TagFormats

/// A dump by what is in it; `nil` if it is none.
func recognized(_ content: [UInt8], named name: String) throws(CommandError) -> CardDump? {
  do throws(DumpError) {
    return try CardDump(recognizing: content)
  } catch {
    throw .faulty(error, in: name)
  }
}

extension CardDump {
  /// The octets of the message in the dump.
  func message(named name: String) throws(CommandError) -> [UInt8] {
    let contents: CardContents
    do throws(LayoutError) {
      contents = try self.contents()
    } catch {
      throw .faulty(error)
    }
    switch contents.message {
    case .octets(let octets): return octets
    case .damaged(let fault): throw .faulty(fault)
    case .unformatted: throw .unformatted(contents)
    case .missing, .empty, .interrupted, .hidden:
      throw CommandError(
        .badData, kind: "no-message", what: "the dump holds no message: \(contents.message.words)", at: .text(name),
        advice: "keytool memory decode says more about the card")
    }
  }
}
