import PostgresMailbox
import SyncProtocol
import Testing

@Suite struct AddressTests {
  @Test func theNetworkIsAlwaysVerified() throws {
    let text = try MailboxAddress("postgresql://ada:secret@db.example/focus").text
    for part in [
      "sslmode='verify-full'", "channel_binding='require'", "sslrootcert='/etc/ssl/certs/ca-certificates.crt'",
    ] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("secret"))
    let own = try MailboxAddress("host=db.example sslrootcert=/etc/own.pem channel_binding=prefer").text
    #expect(own.contains("/etc/own.pem") && own.contains("channel_binding='prefer'"))
  }

  @Test func aSocketNeedsNoEncryption() throws {
    for text in ["postgresql:///focus", "postgresql://ada@/focus?host=/run/pg", "host=/run/pg dbname=focus"] {
      let address = try MailboxAddress(text)
      #expect(address.isLocal && !address.text.contains("sslmode"))
    }
  }

  @Test(arguments: [
    "", "x", "http://db.example/focus", "postgresql://db.example/focus?sslmode=require",
    "postgresql://db.example/focus?sslmode=disable", "postgresql://db.example/focus?channel_binding=disable",
    "postgresql://db.example/focus?passfile=/etc/passwd", "postgresql://db.example/focus?service=x",
    "postgresql://db.example/focus?options=-c%20role%3Dpostgres", "hostaddr=127.0.0.1 dbname=focus", "host='",
    "postgresql://db.example:port/focus?nothing=1",
  ])
  func aBadAddressIsRefused(_ text: String) {
    #expect { try MailboxAddress(text) } throws: { error in
      if case MailboxError.badAddress = error { true } else { false }
    }
  }

  @Test func aPoolOfTransactionsIsRefused() {
    #expect(throws: MailboxError.pooled) { try MailboxAddress("postgresql://ada@db.example:6543/focus") }
    #expect(throws: MailboxError.pooled) { try MailboxAddress("host=a,b port=5432,6543") }
  }

  @Test func whatIsWrittenReadsTheSame() throws {
    let address = try MailboxAddress("host=/run/pg dbname='it\\'s \\\\ odd' user=ada password='p w'")
    #expect(try MailboxAddress(address.text).login("ada", password: "p w") == address)
  }
}
