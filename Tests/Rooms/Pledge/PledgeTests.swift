import Pledge
import SessionTime
import Testing

@Suite struct PledgeTests {
  private static let terms = PledgeTerms(
    amount: Money(cents: 100, currency: "EUR"), perDay: 250, perMonth: 600, payee: Payee(name: "Red Cross"))

  /// Episodes of ten minutes, one after the other, in civil time.
  private func ledger(_ starts: [(day: CivilDay, minute: Int)], in zone: CivilZone) -> PledgeLedger {
    var ledger = PledgeLedger()
    for (index, start) in starts.enumerated() {
      let wall = zone.moment(day: start.day, minuteOfDay: start.minute)
      let began = Tick(milliseconds: Int64(index) * 3_600_000)
      ledger.charge(began: began, ended: began + .minutes(10), wall: wall, day: zone.day(at: wall), Self.terms)
    }
    return ledger
  }

  @Test func amountsAreExact() {
    #expect(Money("1.00 EUR") == Money(cents: 100, currency: "EUR"))
    #expect(Money("12.5 EUR") == nil && Money("12.50") == nil && Money("-1 EUR") == nil && Money("1,00 EUR") == nil)
    #expect(Money("12", usual: "CHF") == Money(cents: 1200, currency: "CHF"))
    #expect(Money("1 eur") == nil && Money("1 EURO") == nil && Money("") == nil && Money("9999999999 EUR") == nil)
    #expect(Money(cents: 5, currency: "EUR").text == "0.05 EUR")
  }

  @Test("a day costs at most its limit, and so does a month")
  func limits() {
    let zone = CivilZone.utc
    let day = CivilDay(year: 2026, month: 10, day: 25)
    // Three on one day: the third only up to the limit. The next day counts for itself.
    let three = ledger([(day, 10), (day, 150), (day, 1430), (day + 1, 0)], in: zone)
    #expect(three.debts.map { $0.money.cents } == [100, 100, 50, 100])
    #expect(three.owed(in: "EUR") == 350)
    // Eight days of one episode each: six euros a month, then nothing; the next month counts again.
    let month = ledger((0..<8).map { (day + $0, 60) }, in: zone)
    #expect(month.debts.map { $0.money.cents } == [100, 100, 100, 100, 100, 100, 0, 100])
  }

  @Test("what is taken back costs nothing, what is settled is owed no more")
  func accounts() {
    let zone = CivilZone.utc
    let day = CivilDay(year: 2026, month: 3, day: 29)
    var ledger = ledger([(day, 60), (day, 240)], in: zone)
    ledger.apply(.takenBack(began: Tick(milliseconds: 3_600_000)))
    ledger.apply(.takenBack(began: Tick(milliseconds: 12)))
    #expect(ledger.accounts.map { $0.owed.cents } == [100] && ledger.accounts.first?.episodes == 1)
    ledger.apply(.settled(Money(cents: 40, currency: "EUR")))
    #expect(ledger.owed(in: "EUR") == 60 && ledger.owed(in: "USD") == 0)
    ledger.apply(.settled(Money(cents: 60, currency: "EUR")))
    #expect(ledger.owed(in: "EUR") == 0)
  }

  @Test func aMistypedAccountIsNoAccount() {
    #expect(IBAN("de89 3704 0044 0532 0130 00")?.text == "DE89370400440532013000")
    #expect(IBAN("GB82WEST12345698765432") != nil)
    for text in ["DE88370400440532013000", "DE893704004405320130", "", "DE89", "DE8937040044053201300ü"] {
      #expect(IBAN(text) == nil)
    }
  }

  @Test("the code of a transfer is that of EPC069-12, or there is none")
  func transfer() throws {
    let money = Money(cents: 1250, currency: "EUR")
    let code = try BankTransfer(money, to: "Red Cross", iban: "DE89370400440532013000", text: "Pledge").code
    #expect(code == "BCD\n002\n1\nSCT\n\nRed Cross\nDE89370400440532013000\nEUR12.50\n\n\nPledge")
    #expect(throws: BankTransfer.Fault.notEuro("USD")) {
      try BankTransfer(Money(cents: 1, currency: "USD"), to: "A", iban: "DE89370400440532013000", text: "")
    }
    #expect(throws: BankTransfer.Fault.name) { try BankTransfer(money, to: "", iban: "", text: "") }
    #expect(throws: BankTransfer.Fault.name) {
      try BankTransfer(money, to: "A\nEUR999999999.99", iban: "DE89370400440532013000", text: "")
    }
    #expect(throws: BankTransfer.Fault.tooLong) {
      try BankTransfer(
        money, to: String(repeating: "🧘", count: 70), iban: "DE89370400440532013000",
        text: String(repeating: "x", count: 40))
    }
  }
}
