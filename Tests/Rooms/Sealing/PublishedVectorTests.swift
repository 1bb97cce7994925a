import Octets
import Sealing
import SyncProtocol
import Testing

/// Facts that others published or computed with other programs, so that what is sealed here opens elsewhere.
@Suite("Published vectors")
struct PublishedVectorTests {
  private let functions: SealFunctions
  private let sodium: Sodium

  init() throws {
    sodium = try Sodium()
    functions = sodium.functions
  }

  private func hex(_ text: String) throws -> [UInt8] { try HexText.octets(of: text) }

  @Test("XChaCha20-Poly1305 is that of draft-irtf-cfrg-xchacha-03, A.3.1")
  func xchacha() throws {
    let message = Array(
      """
      Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.
      """.utf8)
    let sealed = try hex(
      """
      bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216
      cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13
      b52ec0875924c1c7987947deafd8780acf49
      """)
    let key = [UInt8](0x80...0x9F)
    let nonce = [UInt8](0x40...0x57)
    let additional = try hex("50515253c0c1c2c3c4c5c6c7")
    #expect(functions.seal(message, additional, nonce, key) == sealed)
    #expect(functions.open(sealed, additional, nonce, key) == message)
  }

  @Test("keyed BLAKE2b is that of the reference implementation")
  func blake() throws {
    let digest = try hex(
      """
      10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df
      7aefcbc13fc51568
      """)
    #expect(functions.hash([], [UInt8](0...63), 64) == digest)
  }

  /// Computed with Python's hashlib: `blake2b(key=bytes(range(32)), digest_size=32, salt=1 as 8 octets,
  /// person=context)`.
  @Test("subkeys are BLAKE2b with the context as its personal part")
  func subkeys() throws {
    let group = [UInt8](0...31)
    #expect(
      functions.subkey(group, Array("fk_facts".utf8))
        == (try hex("0e8c3ea293a6966ebb43559ece26e5969223e0e1dc6f1bced7c52a645a1e0eb6")))
    #expect(
      functions.subkey(group, Array("fk_chain".utf8))
        == (try hex("6d31a7ad6ead9f1848212dd0fc88592093fc91ed9bf8447fe54442524ac115fc")))
    let keys = try #require(sodium.keys(of: .first, group: group))
    #expect(Set([keys.group, keys.facts, keys.chain, keys.snapshots, keys.names]).count == 5)
  }

  @Test("a public key is that of RFC 7748, 6.1")
  func x25519() throws {
    let alice = try hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let keys = try #require(DeviceKeys(secretKey: alice, with: sodium))
    #expect(HexText.text(of: keys.publicKey) == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
  }

  @Test("arguments of other sizes seal nothing and open nothing")
  func sizes() {
    let key = [UInt8](repeating: 1, count: 32)
    #expect(functions.seal([1], [], [2], key).isEmpty)
    #expect(functions.seal([1], [], [UInt8](repeating: 0, count: 24), [3]).isEmpty)
    #expect(functions.open([1], [], [UInt8](repeating: 0, count: 24), key) == nil)
    #expect(functions.hash([], [1], 32).isEmpty && functions.hash([], key, 65).isEmpty)
    #expect(functions.subkey(key, [1]).isEmpty && functions.subkey([1], Array("fk_facts".utf8)).isEmpty)
  }
}
