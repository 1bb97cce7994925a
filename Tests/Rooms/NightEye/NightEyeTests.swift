import RealParts
import Testing

@testable import NightEye

@Suite struct NightEyeTests {
  private let day: Int64 = 20_779

  private func text(_ minutes: Int, _ day: Int64? = nil) -> String {
    String(decoding: NightEye.svg(minutes: minutes, day: day ?? self.day), as: UTF8.self)
  }

  /// The drawn length of all vessels, read off the picture.
  private func grownLength(_ svg: String) -> Double {
    var sum = 0.0
    for part in svg.split(separator: "<path d=\"M").dropFirst() {
      guard let data = part.split(separator: "\"").first, !data.contains(where: { "AQcz".contains($0) }) else {
        continue
      }
      let points = data.split(separator: "L").map { $0.split(separator: " ").compactMap { Double(String($0)) } }
      for (from, to) in zip(points, points.dropFirst()) {
        sum += ((to[0] - from[0]) * (to[0] - from[0]) + (to[1] - from[1]) * (to[1] - from[1])).squareRoot()
      }
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
