import Octets
import Testing

@Suite struct OctetReaderTests {
  @Test func numbersAndOctetsComeInOrder() {
    var reader = OctetReader([1, 2, 3, 4, 5, 6])
    let number = reader.number(octets: 2)
    let octets = reader.take(1)
    #expect(number == 0x0102)
    #expect(octets == [3])
    #expect(reader.left == 3)
    #expect(reader.rest == [4, 5, 6])
    let skipped = reader.skip(3)
    #expect(skipped && reader.isAtEnd)
    let nothing = reader.number(octets: 0)
    #expect(nothing == 0)
  }

  @Test func whatIsTooShortIsNotTaken() {
    var reader = OctetReader([0, 9, 1])
    let number = reader.number(octets: 4)
    let octets = reader.take(4)
    let skipped = reader.skip(4)
    #expect(number == nil)
    #expect(octets == nil)
    #expect(!skipped)
    // The length announces more than there is.
    let hasBlock = reader.block(lengthOctets: 2) != nil
    let hasSkipped = reader.skipBlock(lengthOctets: 2)
    #expect(!hasBlock && !hasSkipped)
    #expect(reader.offset == 0)
  }

  @Test func aBlockIsAReaderOfItsOwn() {
    var reader = OctetReader([2, 7, 8, 9, 0])
    var block = OctetReader([])
    if let found = reader.block(lengthOctets: 1) { block = found }
    #expect(block.rest == [7, 8])
    let beyond = block.skip(3)
    #expect(!beyond)
    #expect(block.offset == 1)
    #expect(reader.rest == [9, 0])
    let one = reader.skip(1)
    let empty = reader.skipBlock(lengthOctets: 1)
    #expect(one && empty && reader.isAtEnd)
  }

  @Test func itStaysWithinItsPlaces() {
    let reader = OctetReader([1, 2, 3], from: 1, to: 9)
    #expect(reader.rest == [2, 3])
    #expect(OctetReader([1, 2, 3], from: 5).isAtEnd)
    #expect(OctetReader([1, 2, 3], from: 2, to: 1).isAtEnd)
  }

  @Test func onlyCapitalsOfASCIIBecomeSmall() {
    for octet in UInt8.min...UInt8.max {
      let isCapital = octet >= UInt8(ascii: "A") && octet <= UInt8(ascii: "Z")
      #expect(octet.asciiLowercased == (isCapital ? octet + 32 : octet))
      #expect(UInt32(octet).asciiLowercased == UInt32(octet.asciiLowercased))
    }
    #expect(UInt32(0x141).asciiLowercased == 0x141)
  }
}
