import Testing

@testable import PCSCReader

/// Lists of cards by a PN532 behind a reader; the frames are those of UM0701-02, 7.3.5.
@Suite struct PassiveTargetsTests {
  static let lists: [(String, [String]?)] = [
    ("D54B009000", []),
    ("D54B0101004400070411223344556690 00", ["04112233445566"]),
    ("D54B01010004080401020304 9000", ["01020304"]),
    ("D54B0201004400070411223344556602000408 0401020304 9000", ["04112233445566", "01020304"]),
    // A card that knows ISO 14443-4 brings its ATS.
    ("D54B0201034420070401020304050606757781028002004400070411223344556690 00", ["04010203040506", "04112233445566"]),
    ("D54B010103442007040102030405069000", ["04010203040506"]),
    ("6300", nil), ("", nil), ("D54B", nil), ("D543009000", nil), ("D54B01010044000704119000", nil),
    ("D54B02010044000704112233445566 9000", nil), ("D54B01", nil),
  ]

  @Test(arguments: lists) func reads(_ answer: String, _ uids: [String]?) {
    #expect(PassiveTargets(answer.filter { $0 != " " }.octets)?.uids.map(\.hex) == uids)
  }
}
