import RealParts
import Testing

@testable import NightEye

@Suite struct NightEyeTests {
  private let day: Int64 = 20_779

  private func text(_ minutes: Int, _ day: Int64? = nil) -> String {
    String(decoding: NightEye.svg(minutes: minutes, day: day ?? self.day), as: UTF8.self)
  }

  /// The drawn length of all vessels, read off the picture. By octets: it is asked of thousands of pictures.
  private func grownLength(_ svg: String) -> Double {
    let octets = Array(svg.utf8)
    let opening = Array("<path d=\"M".utf8)
    var sum = 0.0
    for start in octets.indices where octets[start] == opening[0] {
      guard octets[start...].starts(with: opening) else { continue }
      sum += length(ofPath: octets, from: start + opening.count) ?? 0
    }
    return sum
  }

  /// The length of straight lines from point to point; `nil` for a path that has other parts.
  private func length(ofPath octets: [UInt8], from start: Int) -> Double? {
    var numbers: [Double] = []
    var (digits, divisor, isNegative, isPastPoint) = (0.0, 1.0, false, false)
    var at = start
    while true {
      let octet = octets[at]
      at += 1
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Double(octet - UInt8(ascii: "0"))
        if isPastPoint { divisor *= 10 }
      case UInt8(ascii: "."): isPastPoint = true
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: " "), UInt8(ascii: "L"), UInt8(ascii: "\""):
        numbers.append((isNegative ? -digits : digits) / divisor)
        (digits, divisor, isNegative, isPastPoint) = (0, 1, false, false)
        if octet == UInt8(ascii: "\"") { return length(ofLine: numbers) }
      default: return nil
      }
    }
  }

  /// The length of a line through points, given as x, y, x, y and so on.
  private func length(ofLine numbers: [Double]) -> Double {
    var sum = 0.0
    var at = 2
    while at + 1 < numbers.count {
      let (x, y) = (numbers[at] - numbers[at - 2], numbers[at + 1] - numbers[at - 1])
      sum += (x * x + y * y).squareRoot()
      at += 2
    }
    return sum
  }

  @Test func vesselsAreAsManyAsTheMinutesSay() {
    let counts = [0, 5, 15, 30, 60, 120, 240].map { NightEye.vesselCount(minutes: $0, day: day) }
    #expect(counts == [0, 6, 16, 52, 155, 210, 210])
    for minutes in [0, 5, 15, 30, 60] {
      // Beside them only the two lids are drawn as paths.
      let paths = text(minutes).split(separator: "<path d=\"M").count - 1
      #expect(paths == NightEye.vesselCount(minutes: minutes, day: day) + 2)
    }
    #expect(text(60).split(separator: "#960a10").count == 1)
    #expect([61, 100, 130].map { text($0).split(separator: "#960a10").count - 1 } == [1, 2, 3])
  }

  @Test(.longWork, arguments: [Int64(0), 20_779, -400, 31_415]) func noMinuteTakesAnythingAway(_ day: Int64) {
    var before = -1.0
    for minutes in 0...600 {
      let svg = text(minutes, day)
      let length = grownLength(svg)
      #expect(length >= before, "\(minutes)")
      #expect(svg.utf8.count <= 24_000, "\(minutes)")
      before = length
    }
    #expect(before > 1_000)
  }

  @Test func nightsDifferAndANightIsTheSame() {
    #expect(text(60, 1) != text(60, 2))
    #expect(NightEye.svg(minutes: 60, day: 1) == NightEye.svg(minutes: 60, day: 1))
    #expect(text(5_000) == text(NightEye.longest))
    #expect(text(-5).replacing("Awake for 0", with: "") == text(0).replacing("Awake for 0", with: ""))
  }

  /// Debug and release builds, and every machine, give these.
  @Test func theOctetsAreFixed() {
    func digest(_ octets: [UInt8]) -> UInt64 {
      octets.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let digests = [0, 1, 47, 240].map { digest(NightEye.svg(minutes: $0, day: day)) }
    #expect(digests == [8054028414965093750, 17225340072859807653, 12827795897219388474, 18202869949502920556])
  }

  @Test func minutesAreSaidInWords() {
    #expect(text(1).contains("<title>Awake for 1 minute</title>"))
    #expect(text(47).contains("<title>Awake for 47 minutes</title>"))
  }
}
