import Testing

/// Which arrivals count, situation by situation.
@Suite struct ArrivalScripts {
  static let all = arrivals + losses + blinks + slips + troubles + echoes

  @Test(arguments: all) func tells(_ row: ArrivalRow) throws {
    #expect(try row.played() == row.script)
  }

  static let arrivals = [
    ArrivalRow("arrival and departure", "ready:ready empty: read1:tap1 +9000: empty:left1"),
    ArrivalRow("there at the first look", "ready:ready read1:there1 empty:left1 read1:tap1"),
    ArrivalRow("swapped without a pause", "ready:ready empty: read1:tap1 empty:left1 read2:tap2"),
    ArrivalRow("another card without a departure", "ready:ready empty: read1:tap1 read2:left1+tap2"),
    ArrivalRow("two cards are none, told once", "ready:ready empty: several:several several: empty:left? read1:tap1"),
    ArrivalRow("a second card beside the first", "ready:ready empty: read1:tap1 several:left1+several empty:left?"),
    ArrivalRow("two cards at the first look", "ready:ready several:several empty:left?"),
    ArrivalRow("ready is told once", "ready:ready ready: empty: ready:"),
  ]

  static let losses = [
    ArrivalRow("lost is told once", "ready:ready empty: lost:trouble lost: unplugged: ready:ready empty:"),
    ArrivalRow(
      "what a person can mend is told all the same", "ready:ready empty: lost:trouble denied:denied denied: lost:"),
    ArrivalRow("a reader that is absent from the start", "unplugged:unplugged ready:ready read1:there1"),
    ArrivalRow(
      "trouble while a card is there",
      "ready:ready empty: read1:tap1 lost:trouble +60000: ready:ready read1:there1 empty:left1"),
    ArrivalRow("trouble, and the card is gone", "ready:ready empty: read1:tap1 lost:trouble ready:ready empty:left1"),
    ArrivalRow("trouble, and another card", "ready:ready empty: read1:tap1 lost:trouble ready:ready read2:left1+tap2"),
    ArrivalRow(
      "plugged in again with the card on",
      "ready:ready empty: read1:tap1 unplugged:unplugged +500: ready:ready read1:there1"),
    ArrivalRow(
      "plugged in again without the card",
      "ready:ready empty: read1:tap1 unplugged:unplugged ready:ready empty:left1 read1:tap1"),
    ArrivalRow(
      "plugged in again with another card",
      "ready:ready empty: read1:tap1 unplugged:unplugged ready:ready read2:left1+tap2"),
    ArrivalRow(
      "lost again before the first look",
      "ready:ready read1:there1 lost:trouble +100: ready:ready lost:trouble +100: ready:ready read1:there1"),
    ArrivalRow(
      "two cards through a loss are not told again",
      "ready:ready empty: several:several lost:trouble ready:ready several: empty:left?"),
    ArrivalRow(
      "of two cards one stays through a loss",
      "ready:ready empty: several:several lost:trouble ready:ready read1:left?+there1 empty:left1"),
  ]

  static let blinks = [
    ArrivalRow("a card during a short loss", "ready:ready empty: lost:trouble +4998: ready:ready read1:tap1"),
    ArrivalRow("a card during a long loss", "ready:ready empty: lost:trouble +4999: ready:ready read1:there1"),
    ArrivalRow(
      "plugged in again with a new card", "ready:ready empty: unplugged:unplugged +100: ready:ready read1:there1"),
    ArrivalRow(
      "found unplugged when the service came back",
      "ready:ready empty: lost:trouble unplugged: +100: ready:ready read1:there1"),
    ArrivalRow(
      "two short losses are one long one",
      "ready:ready empty: lost:trouble +3000: ready:ready lost:trouble +3000: ready:ready read1:there1"),
    ArrivalRow(
      "what counts is when the reader was back, not how long the reading took",
      "ready:ready empty: lost:trouble +4000: ready:ready +3000: read1:tap1"),
    ArrivalRow("a reader that was never in sight has no blink", "lost:trouble +10: ready:ready read1:there1"),
  ]

  static let slips = [
    ArrivalRow("a shaky hand is forgiven", "ready:ready empty: slip1: empty: +500: read1:tap1 +9000:"),
    ArrivalRow("back before it was seen to leave", "ready:ready empty: slip1: +500: read1:tap1 +9000:"),
    ArrivalRow("moved too fast", "ready:ready empty: slip1: empty: +599: +1:short1+left1 read1:tap1"),
    ArrivalRow("the time runs from the departure", "ready:ready empty: slip1: +500: empty: +599: +1:short1+left1"),
    ArrivalRow("the second slip is told", "ready:ready empty: slip1: empty: slip1:slip1 empty:left1 +9000:"),
    ArrivalRow("a slip whose number was known before", "ready:ready empty: slip1: empty: slip?:slip1 empty:left1"),
    ArrivalRow("a slip of an unknown card", "ready:ready empty: slip?: empty: +600:short?+left?"),
    ArrivalRow("out of reach and still there", "ready:ready empty: slip?: +600:slip? +9000: empty:left?"),
    ArrivalRow("another card after a slip", "ready:ready empty: slip1: empty: read2:tap2 +9000: empty:left2"),
    ArrivalRow("several cards after a slip", "ready:ready empty: slip1: empty: several:several +9000: empty:left?"),
    ArrivalRow("nobody waits while the reader is lost", "ready:ready empty: slip1: empty: lost:trouble +9000:"),
    ArrivalRow(
      "a slip, and the reader was lost for a moment",
      "ready:ready empty: slip1: empty: lost:trouble ready:ready read1:tap1"),
    ArrivalRow(
      "a slip, and the reader was lost for long",
      "ready:ready empty: slip1: empty: lost:trouble +9000: ready:ready read1:there1"),
    ArrivalRow(
      "a slip, a loss, and nothing came back",
      "ready:ready empty: slip1: empty: lost:trouble +9000: ready:ready empty: +1:short1+left1"),
    ArrivalRow(
      "a known card slips at the first look",
      "ready:ready empty: read1:tap1 lost:trouble ready:ready slip?: empty:left1"),
    ArrivalRow(
      "another card slips at the first look",
      "ready:ready empty: read1:tap1 lost:trouble ready:ready slip2:left1 empty: +600:short2+left2"),
  ]

  static let troubles = [
    ArrivalRow("a card that cannot be read", "ready:ready empty: bad1:bad1 +9000: empty:left1 read1:tap1"),
    ArrivalRow("an unknown card that cannot be read", "ready:ready empty: bad?:bad? empty:left?"),
    ArrivalRow(
      "an unreadable card is told through a loss",
      "ready:ready empty: bad1:bad1 lost:trouble ready:ready bad1:bad1 empty:left1"),
    ArrivalRow(
      "told as unreadable, it is no tap after a loss",
      "ready:ready empty: bad?:bad? lost:trouble ready:ready read1:there1 empty:left1"),
    ArrivalRow(
      "an unreadable card and another after a loss",
      "ready:ready empty: bad1:bad1 lost:trouble ready:ready read2:left1+tap2"),
    ArrivalRow(
      "a known card is unreadable after a loss",
      "ready:ready empty: read1:tap1 lost:trouble ready:ready bad?:bad? empty:left1"),
    ArrivalRow(
      "another card is unreadable after a loss",
      "ready:ready empty: read1:tap1 lost:trouble ready:ready bad2:left1+bad2 empty:left2"),
    ArrivalRow(
      "a card that was cut off counts", "ready:ready empty: cut1: lost:trouble +60000: ready:ready read1:tap1"),
    ArrivalRow(
      "cut off without a number", "ready:ready empty: cut?: lost:trouble +60000: ready:ready read1:tap1 empty:left1"),
    ArrivalRow(
      "cut off, and another card after long",
      "ready:ready empty: cut1: lost:trouble +60000: ready:ready read2:there2"),
    ArrivalRow(
      "cut off, and gone when the reader is back",
      "ready:ready empty: cut1: lost:trouble ready:ready empty: +600:short1+left1"),
    ArrivalRow(
      "cut off twice while it was there is no tap",
      "ready:ready empty: read1:tap1 lost:trouble ready:ready cut1: lost:trouble ready:ready read1:there1"),
  ]

  static let echoes = [
    ArrivalRow("a late departure is no departure", "ready:ready empty: doubt1:tap1 +900: empty: +500: read1: +9000:"),
    ArrivalRow("a departure behind the echo", "ready:ready empty: doubt1:tap1 +1000: empty:left1 read1:tap1"),
    ArrivalRow("a doubtful departure that was one", "ready:ready empty: doubt1:tap1 empty: +600:left1 read1:tap1"),
    ArrivalRow("after a steady reading nothing is held back", "ready:ready empty: read1:tap1 empty:left1"),
    ArrivalRow("a doubtful departure, and another card", "ready:ready empty: doubt1:tap1 empty: read2:left1+tap2"),
    ArrivalRow("a doubtful departure, and several", "ready:ready empty: doubt1:tap1 empty: several:left1+several"),
    ArrivalRow(
      "a doubtful departure and a loss", "ready:ready empty: doubt1:tap1 empty: lost:trouble ready:ready read1:there1"),
    ArrivalRow(
      "a doubtful departure, and gone after a loss",
      "ready:ready empty: doubt1:tap1 empty: lost:trouble +9000: ready:ready empty:left1"),
    ArrivalRow(
      "it slips while its departure is held back",
      "ready:ready empty: doubt1:tap1 empty: +500: slip?: +500: empty: +100:left1"),
    ArrivalRow(
      "it cannot be read while its departure is held back",
      "ready:ready empty: doubt1:tap1 empty: bad?:bad? +9000: empty:left1"),
  ]
}
