import Learning
import Testing

@Suite("Pictures and sounds of cards")
struct CardMediaTests {
  private let file = "0123456789abcdef0123456789abcdef"

  @Test("a form is told by the first bytes, not by a name")
  func forms() {
    func form(_ text: String) -> MediaForm? { MediaForm(Array(text.utf8)) }
    #expect(MediaForm([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]) == .png)
    #expect(MediaForm([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg && MediaForm([0xFF, 0xFB, 0x90, 0x64]) == .mp3)
    #expect(form("GIF89a...") == .gif && form("RIFF1234WEBPVP8 ") == .webp && form("RIFF1234WAVEfmt ") == .wav)
    #expect(form("OggS") == .ogg && form("ID3") == .mp3 && form("0000ftypM4A ") == .m4a)
    #expect(form("<svg xmlns=") == nil && form("0000ftypavif") == nil && form("RIFF1234AVI ") == nil)
    #expect(MediaForm([0xFF, 0xFF, 0xFF, 0xFF]) == nil && form("") == nil && form("<html>") == nil)
  }

  @Test("exactly one form of a tag stays; every other is text")
  func tags() {
    let (picture, sound) = (#"<img src="\#(file).png" alt="a cat.png">"#, #"<sound src="\#(file).mp3" alt="m.mp3">"#)
    let masked = #"<img src="\#(file).png" alt="a" mask="?r1,2,3,4 -p1,1,2,2,3,3">"#
    for tag in [picture, sound, masked] { #expect(CardMarkup.clean("a \(tag) b") == "a \(tag) b") }
    let others = [
      #"<img src="\#(file).png" alt="a" onerror="x">"#, #"<img src="../\#(file).png" alt="a">"#,
      #"<img src="\#(file).svg" alt="a">"#, #"<img src="\#(file).mp3" alt="a">"#, #"<img src='\#(file).png' alt='a'>"#,
      #"<img src="http://x/\#(file).png" alt="a">"#, #"<img src="\#(file).png" alt="a" mask="?r1,2,3">"#,
      #"<img src="\#(file).png" alt="a" mask="?r1,2,3,url(x)">"#,
      #"<sound src="\#(file).mp3" alt="a" mask="?r1,2,3,4">"#,
      #"<img src="\#(file).png" alt="a&b">"#, "<img src=\"\(file).png\" alt=\"a", "<sound>",
    ]
    for tag in others {
      let clean = CardMarkup.clean(tag)
      #expect(!clean.contains("<"), "\(clean)")
      #expect(CardMedia.files(in: clean) == [])
    }
    #expect(
      CardMarkup.text("\(picture)\(sound)\(masked)") == "[picture: a cat.png][sound: m.mp3][picture: a, partly hidden]")
    #expect(CardMedia.files(in: "x\(picture)\(sound)") == ["\(file).png", "\(file).mp3"])
  }

  @Test("a name is plain text whatever it was")
  func names() throws {
    let name = "a\"><b>&\u{202E}\n" + String(repeating: "\u{E9}", count: 200)
    let media = try #require(CardMedia(file: "\(file).gif", name: name))
    #expect(media.name.hasPrefix("a___b__ ") && media.name.utf8.count <= 200)
    #expect(CardMarkup.clean(media.markup) == media.markup)
    #expect(CardMedia(file: "x.gif", name: "a") == nil)
  }

  @Test("a deck is learned by its own terms, and its past is read again when they change")
  func terms() throws {
    let card = CardID(deck: "d", card: "1")
    let start: Int64 = 1_700_000_000_000
    func progress(_ terms: DeckTerms) -> LearningProgress {
      var progress = LearningProgress(terms: ["d": terms])
      for (days, grade) in [(0, Grade.easy), (8, .good), (40, .good)] {
        let at = StudyMoment(milliseconds: start + Int64(days) * 86_400_000)
        progress.apply(.imported(card, grade, at: at, took: 0), at: at)
      }
      return progress
    }
    func due(_ terms: DeckTerms) -> Int64 { progress(terms).memories[card]?.due.milliseconds ?? 0 }
    let usual = due(DeckTerms(isExact: true))
    #expect(
      due(DeckTerms(retention: 0.8, isExact: true)) > usual && due(DeckTerms(retention: 0.95, isExact: true)) < usual)
    #expect(DeckTerms(retention: 0.2).isUsual && DeckTerms(weights: [1, 2]).isUsual)
    #expect(DeckTerms(weights: [Double](repeating: 100, count: 21)).isUsual, "no weights that nobody has")
    var changed = progress(DeckTerms(isExact: true))
    #expect(
      !changed.use(["d": DeckTerms(isExact: true)]) && changed.use(["d": DeckTerms(retention: 0.8, isExact: true)]))
    #expect(changed.memories[card]?.due.milliseconds == due(DeckTerms(retention: 0.8, isExact: true)))
    #expect(changed.use([:]) && changed.memories[card] == progress(DeckTerms()).memories[card])
  }
}
