import JSONText
import Learning
import Testing

/// What people bring along from Anki: their reviews, their markup, their notes with several cards.
@Suite struct BroughtAlongTests {
  private let start = StudyMoment(milliseconds: 1_795_338_000_000)
  private let card = CardID(deck: "d", card: "g")

  @Test func importedReviewsCountAsIfTheyWereOurs() {
    let times = [0, 86_400, 5 * 86_400].map { start.after(seconds: Int64($0)) }
    var ours = LearningProgress()
    for time in times { ours.apply(.reviewed(card, .good, took: 3000), at: time) }
    var theirs = LearningProgress()
    // In any order, and recorded much later.
    for time in times.reversed() {
      theirs.apply(.imported(card, .good, at: time, took: 900), at: start.after(seconds: 1 << 30))
    }
    #expect(theirs.memories[card] == ours.memories[card])
    #expect(theirs.knows(card, at: times[1]) && !theirs.knows(card, at: start.after(seconds: 7)))
    #expect(theirs.importedOnly == [card] && theirs.viewed == [card])
  }

  @Test func aGradeIsUndone() {
    var progress = LearningProgress()
    progress.apply(.reviewed(card, .good, took: 3000), at: start)
    let before = progress.memories[card]
    progress.apply(.reviewed(card, .again, took: 3000), at: start.after(seconds: 86_400))
    #expect(progress.last == card)
    progress.apply(.undone(card), at: start.after(seconds: 86_500))
    #expect(progress.memories[card] == before && progress.reviews == 1)
    progress.apply(.undone(card), at: start.after(seconds: 86_600))
    #expect(progress.memories[card] == nil)
  }

  @Test func suspendedAndBuriedCardsAreNotAsked() {
    var progress = LearningProgress()
    let cards = ["a", "b", "c"].map { CardID(deck: "d", card: $0) }
    progress.apply(.suspended(cards[0], true), at: start)
    progress.apply(.buried(cards[1], until: start.after(seconds: 100)), at: start)
    #expect(ReviewQueue.next(9, of: cards, progress, at: start).map { $0.card.card } == ["c"])
    #expect(ReviewQueue.counts(of: cards, progress, at: start).new == 1)
    let index = StudyIndex(cards, progress)
    #expect(index.next(9, at: start).map { $0.card.card } == ["c"] && index.counts(at: start).new == 1)
    #expect(index.next(9, at: start.after(seconds: 200)).map { $0.card.card } == ["b", "c"])
    progress.apply(.suspended(cards[0], false), at: start)
    #expect(ReviewQueue.next(1, of: cards, progress, at: start).map { $0.card.card } == ["a"])
  }

  @Test func cardsOfANoteStayApart() {
    let cards = ["n", "n:1", "n:2", "m"].map { CardID(deck: "d", card: $0) }
    var progress = LearningProgress()
    #expect(ReviewQueue.next(9, of: cards, progress, at: start).map { $0.card.card } == ["n", "m"])
    #expect(StudyIndex(cards, progress).next(9, at: start).map { $0.card.card } == ["n", "m"])
    progress.apply(.reviewed(cards[0], .easy, took: 3000), at: start)
    let soon = start.after(seconds: 600)
    #expect(ReviewQueue.next(9, of: cards, progress, at: soon).map { $0.card.card } == ["m"])
    #expect(StudyIndex(cards, progress).next(9, at: soon).map { $0.card.card } == ["m"])
    let tomorrow = start.after(seconds: 86_400)
    #expect(ReviewQueue.next(1, of: cards, progress, at: tomorrow).map { $0.card.card } == ["n:1"])
  }

  @Test func factsGoThroughTheLog() throws {
    let facts: [LearnFact] = [
      .imported(card, .hard, at: start, took: 5), .undone(card), .suspended(card, true), .buried(card, until: start),
    ]
    for fact in facts {
      let text = fact.json.text
      #expect(try LearnFact(JSONItem(JSONDocument(text).root)).json.text == text)
    }
  }

  @Test(arguments: [
    ("<div>a</div><div>b</div>", "a<br>b"), ("<p>one</p>\n<p>two", "one<br>two"), ("a<br><div>b</div>", "a<br>b"),
    ("<u>x</u> <strong>y</strong> <em>z</em>", "<u>x</u> <b>y</b> <i>z</i>"),
    ("<span style='color:red'>r</span>", "r"), ("<a href=\"javascript:x\">y</a>", "y"),
    ("<script>alert('<b>')</script>q", "q"), ("<style>b{}</style><b>q</b>", "<b>q</b>"), ("x<!-- <b>no</b> -->y", "xy"),
    ("1 < 2 &amp; 3", "1 &lt; 2 &amp; 3"), ("&hellip;&eacute;&nbsp;x", "\u{2026}\u{E9}\u{A0}x"),
    ("<ul><li>a<li>b</ul>", "<ul><li>a<li>b</li></li></ul>"), ("<img src=\"a.png\">", "[picture]"),
    ("hear[sound:a.mp3]", "hear"), ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a | b <br>c"),
  ])
  func markupOfAnkiIsMadeOurs(html: String, expected: String) {
    var lost = ForeignMarkup.Lost()
    #expect(CardMarkup.clean(ForeignMarkup.converted(html, losing: &lost)) == expected)
  }

  @Test func whatIsLostIsCounted() {
    var lost = ForeignMarkup.Lost()
    _ = ForeignMarkup.converted("<img src=a>[sound:b.mp3]\\(x^2\\)[latex]y[/latex]<audio src=x></audio>", losing: &lost)
    #expect(lost.pictures == 1 && lost.sounds == 2 && lost.formulas == 2)
  }

  @Test func templatesLeakNothing() {
    let template = CardTemplate("<script>if (x) { alert(`${y}`); }</script><div>{{Front}}</div>{{hint:Back}}")
    #expect(template.filled(["Front": "q", "Back": "a"], gap: 1, isAnswer: false).hasSuffix("q<div>"))
    let reading = CardTemplate("{{furigana:Front}}")
    #expect(
      reading.filled(["Front": "\u{65E5}\u{672C}[\u{306B}\u{307B}\u{3093}]"], gap: 1, isAnswer: false)
        == "<ruby>\u{65E5}\u{672C}<rt>\u{306B}\u{307B}\u{3093}</rt></ruby>")
    #expect(Cloze("{{c1::Outer {{c2::inner}} text}}").question(2) == "Outer [...] text")
    #expect(Cloze("{{c1::Outer {{c2::inner}} text}}").numbers == [1, 2])
  }

  @Test func aDayHoldsAsMuchAsThePersonSays() {
    var progress = LearningProgress()
    let cards = (0..<50).map { CardID(deck: "d", card: "c\($0)") }
    for card in cards.prefix(30) { progress.apply(.imported(card, .good, at: start, took: 1), at: start) }
    let today = start.after(seconds: 400 * 86_400)
    let limits = ["d": DayLimit(new: 2, reviews: 3)]
    func next(_ deck: String?) -> [ReviewQueue.Entry] {
      StudyIndex(cards, progress).next(20, of: deck, limits: limits, today: today, at: today.after(seconds: 60))
    }
    #expect(next("d").count == 5 && next(nil).count == 5)
    #expect(next("d").filter { $0.why == .new }.count == 2)
    let counts = StudyIndex(cards, progress).counts(of: "d", limits: limits, today: today, at: today)
    #expect(counts.due == 3 && counts.new == 2)
    progress.apply(.reviewed(cards[0], .easy, took: 3000), at: today.after(seconds: 5))
    progress.apply(.reviewed(cards[40], .easy, took: 3000), at: today.after(seconds: 9))
    #expect(next("d").count == 3)
    let without = StudyIndex(cards, progress).next(
      60, of: "d", limits: [:], today: today, at: today.after(seconds: 60))
    #expect(without.count == 48)
  }
}
