import LinuxRuntime
import Testing

/// Addresses in the one form in which they are compared.
@Suite struct NetworkAddressTests {
  @Test(arguments: [
    ("192.168.1.20", "192.168.1.20", "192.168.1.20"), ("::1", "[::1]", "::/64"),
    ("[FD00:0:0:0:0:0:0:1]", "[fd00::1]", "fd00::/64"),
    ("2001:DB8:1:2:aaaa:bbbb:cccc:dddd", "[2001:db8:1:2:aaaa:bbbb:cccc:dddd]", "2001:db8:1:2::/64"),
    ("::ffff:10.0.0.7", "10.0.0.7", "10.0.0.7"),
  ])
  func oneFormForEach(text: String, inLinks: String, network: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.inLinks == inLinks && address.network == network)
    #expect(NetworkAddress(address.inLinks) == address)
  }

  @Test(arguments: [
    "", "desk.local", "10.0.0", "[10.0.0.1]", "fe80::1%eth0", "::1]", "1:2:3:4:5:6:7:8:9", "10.0.0.256",
  ])
  func whatIsNone(text: String) {
    #expect(NetworkAddress(text) == nil)
  }
}
