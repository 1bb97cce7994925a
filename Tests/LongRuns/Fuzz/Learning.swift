// rooms: Numbers Spelling JSONText Learning
import JSONText
import Learning

/// Decks of any octets: a fault is within the text; what is read has only allowed tags, stays as it is when it is
/// cleaned again, and is written and read back as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  check(octets) { octets throws(DeckError) in try DeckJSON.read(octets, name: "d") }
  check(octets) { octets throws(DeckError) in try DeckTable.read(octets, name: "d", isFixed: true) }
  let text = String(decoding: octets, as: UTF8.self)
  checkMarkup(CardMarkup.clean(text))
  checkMarkup(CardMarkup.showing(text))
  let cloze = Cloze(text)
  for number in cloze.numbers.prefix(3) { checkMarkup(CardMarkup.clean(cloze.question(number))) }
  let template = CardTemplate(text)
  for isAnswer in [false, true] {
    checkMarkup(CardMarkup.clean(template.filled(["Front": "<b>x", "": text], gap: 1, isAnswer: isAnswer)))
  }
  return 0
}

private func check(_ octets: [UInt8], _ read: ([UInt8]) throws(DeckError) -> Deck) {
  do throws(DeckError) {
    let deck = try read(octets)
    precondition(Set(deck.cards.map { $0.id }).count == deck.cards.count)
    for card in deck.cards {
      precondition(!card.title.isEmpty && !card.id.isEmpty)
      checkMarkup(card.title)
      checkMarkup(card.content)
    }
    let again = try DeckJSON.read(DeckJSON.write(deck), name: "d")
    precondition(again == deck)
    for separator in [0x09, 0x2C] as [UInt8] {
      let table = try DeckTable.read(DeckTable.write(deck, separator: separator), name: "d", isFixed: true)
      precondition(table.cards.map { $0.title } == deck.cards.map { $0.title })
      precondition(table.cards.map { $0.content } == deck.cards.map { $0.content })
      precondition(table.cards.map { $0.id } == deck.cards.map { $0.id })
    }
  } catch {
    precondition(error.place.offset >= 0 && error.place.offset <= octets.count)
    precondition(error.place.line >= 1 && error.place.column >= 1 && !error.message.isEmpty)
  }
}

/// Every `<` begins an allowed tag without attributes; every `&` begins one of the three entities.
private func checkMarkup(_ markup: String) {
  precondition(CardMarkup.clean(markup) == markup)
  let octets = Array(markup.utf8)
  for index in octets.indices {
    switch octets[index] {
    case UInt8(ascii: "<"):
      guard let end = octets[index...].firstIndex(of: UInt8(ascii: ">")) else { preconditionFailure("an open tag") }
      let name = String(decoding: octets[(index + 1)..<end].drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
      let allowed = ["b", "i", "br", "ul", "ol", "li", "code", "sub", "sup", "ruby", "rt", "rp"]
      precondition(allowed.contains(name))
    case UInt8(ascii: "&"):
      let rest = octets[index...]
      precondition(["&lt;", "&gt;", "&amp;"].contains { rest.starts(with: Array($0.utf8)) })
    case 0..<0x09, 0x0B..<0x20, 0x7F: preconditionFailure("a control character")
    default: break
    }
  }
}
