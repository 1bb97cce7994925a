import Octets
import TagFormats
import Testing

@testable import ProofOfTap

private func hex(_ text: String) throws -> [UInt8] { try HexText.octets(of: text) }
private func lrp(_ key: String) throws -> LRP128 { try #require(LRP128(key: hex(key))) }

/// The leakage resilient primitive against the vectors of NXP's AN12304, and taps of cards in LRP mode.
@Suite struct LRPTests {
  @Test(arguments: [
    ("567826B8DA8E768432A9548DBE4AA3A0", "1359", true, 2, "1BA2C0C578996BC497DD181C6885A9DD"),
    ("B65557CE0E9B4C5886F232200113562B", "BB4FCF27C94076F756AB030D", false, 1, "6FDFA8D2A6AA8476BF94E71F25637F96"),
    ("88B95581002057A93E421EFE4076338B", "77299D", true, 2, "E9C04556A214AC3297B83E4BDF46F142"),
    ("9AFF3EF56FFEC3153B1CADB48B445409", "4B073B247CD48F7E0A", false, 3, "909415E5C8BE77563050F2227E17C0E4"),
    ("CAF3750AFF93F9A0C8861BCCCCDF1A9D", "9273B7", false, 3, "468C2BFCF993E7F112E150C17298A968"),
  ]) func theWalk(key: String, halves: String, isFinal: Bool, number: Int, result: String) throws {
    #expect(try lrp(key).evaluated(number, LRP128.halves(hex(halves)), isFinal: isFinal) == hex(result))
  }

  /// An odd number of half octets.
  @Test func theWalkOfAnOddLength() throws {
    let halves = try LRP128.halves(hex("1F0B7C0DB12889CA436CABB78BE42F90")).dropLast()
    #expect(
      try lrp("C48A8E8B16571645A1557825AA66AC91").evaluated(3, Array(halves))
        == hex("51296B5E6D3B8DB8A1A7399760A19189"))
  }

  @Test(arguments: [
    ("63A0169B4D9FE42C72B2784C806EAC21", "", "0E07C601970814A4176FDA633C6FC3DE"),
    ("8195088CE6C393708EBBE6C7914ECB0B", "BBD5B85772C7", "AD8595E0B49C5C0DB18E77355F5AAFF6"),
    ("7860B864632C6C8BC9A4C06D49D7E2AE", "DC7F", "59D3D3A4307A3BBD8E8E5F4B8E75510D"),
    ("E2F84A0B0AF40EFEB3EEA215A436605C", "8BF1DDA9FE445560A4F4EB9CE0", "D04382DF71BC293FEC4BB10BDB13805F"),
    ("5AA9F6C6DE5138113DF5D6B6C77D5D52", "A4434D740C2CB665FE5396959189383F", "8B43ADF767E46B692E8F24E837CB5EFC"),
  ]) func theCode(key: String, message: String, code: String) throws {
    #expect(try lrp(key).cmac(hex(message)) == hex(code))
  }

  /// The counting mode over two blocks, the second of which is padding.
  @Test func theCountingMode() throws {
    let cipher = try lrp("E0C4935FF0C254CD2CEF8FDDC32460CF")
    let plain = try hex("012D7F1653CAF6503C6AB0C1010E8CB0") + hex("80000000000000000000000000000000")
    let hidden = try hex("FCBBACAA4F29182464F99DE41085266F480E863E487BAAF687B43ED1ECE0D623")
    let counter = try hex("C3315DBF")
    #expect(cipher.counted(plain, 0, counter: counter, .enciphering) == hidden)
    #expect(cipher.counted(hidden, 0, counter: counter, .deciphering) == plain)
    #expect(cipher.counted([1], 0, counter: counter, .deciphering) == nil)
  }

  /// Taps that public tools for the NTAG 424 DNA are tested with: key, encrypted octets, what is signed, code, UID,
  /// counter, file data.
  @Test func tapsInLRPMode() throws {
    let keys = try lrp("00000000000000000000000000000000")
    let first = "AAE1508939ECF6FF26BCE407959AB1A5EC022819A35CD293"
    let tap = try #require(SignedTap(encrypted: hex(first), metaKey: keys))
    #expect(try tap.uid == hex("042e1d222a6380"))
    #expect(tap.counter == 0x6A)
    #expect(try tap.isSigned(by: hex("5E3DB82C19E3865F"), keys, over: Array((first + "x").utf8)))

    let second = "65628ED36888CF9C84797E43ECACF114C6ED9A5E101EB592"
    let data = "4ADE304B5AB9474CB40AFFCAB0607A85"
    let other = try #require(SignedTap(encrypted: hex(second), metaKey: keys))
    #expect(other.counter == 0x7B)
    let signed = Array("any.domain/?m=\(second)x\(data)x".utf8)
    #expect(try other.isSigned(by: hex("87E287E8135BFC06"), keys, over: signed))
    #expect(try !other.isSigned(by: hex("87E287E8135BFC07"), keys, over: signed))
    #expect(try other.decrypted(hex(data), keys) == Array("0102030400000000".utf8))

    let third = try #require(
      SignedTap(encrypted: hex("1FCBE61B3E4CAD980CBFDD333E7A4AC4A579569BAFD22C5F"), metaKey: keys))
    #expect(try third.uid == hex("04940e2a2f7080"))
    #expect(third.counter == 3)
    #expect(try third.code(keys, over: []) == hex("4231608BA7B02BA9"))
  }

  /// How long the octets are tells the mode: neither is taken for the other.
  @Test func theModesAreToldApart() throws {
    let zero = "00000000000000000000000000000000"
    let aes = try #require(AES128(key: hex(zero)))
    #expect(try SignedTap(encrypted: hex("EF963FF7828658A599F3041510671E88"), metaKey: lrp(zero)) == nil)
    #expect(
      try SignedTap(encrypted: hex("1FCBE61B3E4CAD980CBFDD333E7A4AC4A579569BAFD22C5F"), metaKey: aes) == nil)
    #expect(LRP128(key: [1]) == nil)
  }
}
