import Sealing
import SyncProtocol
import Testing

@Suite("Joining")
struct JoiningTests {
  private let home: Household

  init() throws { home = try Household() }

  private func invitation(_ url: String = "postgresql://fk_desk@nas.local:5432/focuskey") throws -> Invitation {
    try #require(
      Invitation(
        keys: [.init(epoch: .first, group: home.ring.newest.group)], owner: home.owner,
        password: home.sodium.chance(24), expires: 1_800_000_000, url: url))
  }

  @Test("a link carries all of an invitation in its fragment")
  func link() throws {
    let told = try invitation()
    let read = try Invitation(link: " \n" + told.link + "\n")
    #expect(read == told)
    #expect(home.sodium.ring(of: read) == home.ring)
    #expect(read.passwordText.utf8.count == 32)
    #expect(!read.isOver(at: 1_799_999_999) && read.isOver(at: 1_800_000_000))
  }

  @Test("a link with any character missing, too much or of another kind is not an invitation")
  func brokenLinks() throws {
    let link = try invitation().link
    for count in 0..<link.utf8.count {
      #expect(throws: InvitationError.self) { try Invitation(link: String(link.prefix(count))) }
    }
    for bad in [link + "A", link + "!", "", "https://focuskey.app/focus/work", link.replacingFirst("v1", by: "v2")] {
      #expect(throws: InvitationError.self) { try Invitation(link: bad) }
    }
  }

  @Test("a card goes between two devices, and reading it in between gives nothing")
  func keyCard() throws {
    let joining = home.sodium.deviceKeys()
    let request = try KeyCard(octets: KeyCard.request(publicKey: joining.publicKey).octets)
    guard case .request(let shown) = request else { throw JoiningFault() }
    let digits = try home.sodium.checkDigits(of: shown)
    #expect(try digits == home.sodium.checkDigits(of: joining.publicKey) && digits.utf8.count == 6)
    let told = try invitation()
    let answer = KeyCard.answer(sealed: try home.sodium.seal(told.octets, to: shown)).octets
    #expect(answer.count <= 492 - 40, "it fits an NTAG215 with the record around it")
    guard case .answer(let box) = try KeyCard(octets: answer) else { throw JoiningFault() }
    #expect(try Invitation(octets: #require(home.sodium.open(box, with: joining))) == told)
    #expect(home.sodium.open(box, with: home.sodium.deviceKeys()) == nil)
    for place in box.indices {
      var bad = box
      bad[place] ^= 1
      #expect(home.sodium.open(bad, with: joining) == nil)
    }
  }

  @Test("the short form fits the smallest card")
  func shortCard() throws {
    let joining = home.sodium.deviceKeys()
    let short = try #require(ShortInvitation(group: home.ring.newest.group, owner: home.owner))
    let answer = KeyCard.shortAnswer(sealed: try home.sodium.seal(short.octets, to: joining.publicKey)).octets
    #expect(answer.count == 101)
    guard case .shortAnswer(let box) = try KeyCard(octets: answer) else { throw JoiningFault() }
    #expect(try ShortInvitation(octets: #require(home.sodium.open(box, with: joining))) == short)
  }

  @Test("a printed sheet opens with its six words and with no others")
  func printed() throws {
    let words = home.sodium.recoveryWords()
    let told = try invitation()
    let sheet = try home.sodium.print(told, under: words)
    let typed = try #require(RecoveryWords(text: words.text.uppercased() + " "))
    for cut in 1...12 {
      #expect(throws: InvitationError.damaged) { try RecoverySheet(link: String(sheet.link.dropLast(cut))) }
    }
    let scanned = try RecoverySheet(link: sheet.link)
    #expect(try home.sodium.read(scanned, under: typed) == told)
    #expect(try home.sodium.read(scanned, under: home.sodium.recoveryWords()) == nil)
  }

  @Test("every wrong letter of the words is found before anything is tried")
  func wordsWithSlips() {
    let words = RecoveryWords(chance: [UInt8](1...11))
    #expect(words.text.split(separator: " ").count == 6)
    #expect(RecoveryWords(text: words.text) == words)
    let letters = Array(words.text)
    for place in letters.indices where letters[place] != " " {
      for letter in "abdfghijklmnoprstuvz" where letter != letters[place] {
        var bad = letters
        bad[place] = letter
        #expect(RecoveryWords(text: String(bad)) == nil)
      }
    }
    #expect(RecoveryWords(text: "") == nil && RecoveryWords(text: words.text + "b") == nil)
  }
}

private struct JoiningFault: Error {}

extension String {
  fileprivate func replacingFirst(_ old: String, by new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
