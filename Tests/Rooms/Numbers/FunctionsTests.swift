import Numbers
import Testing

@Suite struct FunctionsTests {
  @Test func agreeWithEachOther() {
    for step in -40...40 {
      let x = Double(step) / 5
      let point = circle(x)
      #expect(abs(point.cosine * point.cosine + point.sine * point.sine - 1) < 1e-12)
      #expect(abs(logarithm(exponential(x)) - x) < 1e-11)
      if x.magnitude < 3.1 { #expect(abs(angle(point.sine, point.cosine) - x) < 1e-9) }
    }
    #expect(abs(angle(0, -1).magnitude - .pi) < 1e-6 && abs(half(toThe: 3) - 0.125) < 1e-12)
  }
}
