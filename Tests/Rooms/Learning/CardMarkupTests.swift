import Learning
import Testing

@Suite("Markup of cards")
struct CardMarkupTests {
  @Test(
    "a few tags stay without attributes, all else is shown as it is written",
    arguments: [
      ("a <b>bold</b> word", "a <b>bold</b> word"),
      ("<B CLASS='x' onclick=\"alert('>')\">x</B>", "<b>x</b>"),
      ("<br/>a<BR />b", "<br>a<br>b"),
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"),
      ("<b", "&lt;b"), ("1 < 2 & 3 > 2", "1 &lt; 2 &amp; 3 &gt; 2"),
      ("&lt;script&gt; &amp; &#60;i&#x3e; &nosuch;", "&lt;script&gt; &amp; &lt;i&gt; &amp;nosuch;"),
      ("<ul><li>one<li>two</ul>", "<ul><li>one<li>two</li></li></ul>"),
      ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"), ("x</b>", "x"),
      ("<bogus>", "&lt;bogus&gt;"), ("<b><b <i>", "<b>&lt;b <i></i></b>"),
      ("\u{1B}]0;title\u{7}\u{202E}abc\u{0}", "]0;titleabc"),
      ("<ruby>\u{6F22}<rt>kan</rt></ruby>", "<ruby>\u{6F22}<rt>kan</rt></ruby>"),
    ])
  func cleaning(html: String, clean: String) {
    #expect(CardMarkup.clean(html) == clean)
    // What is clean stays as it is.
    #expect(CardMarkup.clean(clean) == clean)
  }

  @Test("a terminal shows the text, with breaks as lines")
  func text() {
    #expect(CardMarkup.text("a<br><b>b</b> &lt;c&gt;<ul><li>d</li></ul>") == "a\nb <c>\n- d")
    #expect(CardMarkup.text(CardMarkup.showing("x < y\nz")) == "x < y\nz")
  }

  @Test("of a text with gaps one number is asked at a time")
  func cloze() {
    let cloze = Cloze("{{c1::Paris::city}} is in {{c2::France}}, {{c1::really}}")
    #expect(cloze.numbers == [1, 2])
    #expect(cloze.question(1) == "[city] is in France, [...]")
    #expect(cloze.question(2) == "Paris is in [...], really")
    #expect(cloze.filled == "Paris is in France, really")
    #expect(Cloze("{{c1::a {{c2::b}} c}}").question(2) == "a [...] c")
    #expect(Cloze("{{c0::x}} {{c1:x}} {{c1::x").numbers.isEmpty)
  }
}
