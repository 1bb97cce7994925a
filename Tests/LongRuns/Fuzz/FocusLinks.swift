// rooms: Spelling Octets NDEF FocusLinks
import FocusLinks

private let table = RouteTable(hosts: ["focuskey.app", "focus.example"])

/// Links of any octets: errors lie within the link, and what is taken is printed and read back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(LinkError) {
    let link = try table.parse(octets.span)
    // What was read can be printed, unless its canonical form is longer than a link may be.
    if let printed = try? table.print(link) { precondition((try? table.parse(printed)) == link) }
  } catch {
    precondition(error.range.lowerBound >= 0 && error.range.upperBound <= octets.count)
    _ = error.advice(in: table)
  }
  _ = LinkForecaster(table: table).forecast(uri: String(decoding: octets, as: UTF8.self))
  return 0
}
