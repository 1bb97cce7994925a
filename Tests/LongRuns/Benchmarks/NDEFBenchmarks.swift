import BareNDEF
import FocusLinks
import NDEF
import Octets
import TestSupport

/// Messages read and written, beside a bound in C in the same run, and beside ndeflib where it is installed.
///
/// The bound does what cannot be left out: it checks lengths, writes the URI out into memory that is there, and knows
/// no chunks, no errors and no records.
func ndefBenchmarks(_ run: BenchmarkRun) throws {
  let corpus = try NDEFCorpus()
  let reading = try benchmarkReading(run, corpus)
  let writing = try benchmarkWriting(run, corpus)
  try benchmarkContent(run, corpus)
  try compareWithNdeflib(run, corpus, decode: reading, encode: writing)
}

/// The time of one call in nanoseconds: the quickest of many rounds, each of them far shorter than the time that the
/// system gives a program at once. That is what the code costs when nothing else disturbs it, and what the figures to
/// be held were measured as. The results are summed up, so that no call can be left out.
private func each(_ run: BenchmarkRun, _ work: () throws -> Int) rethrows -> Double {
  let clock = ContinuousClock()
  let calls = run.isSmoke ? 10 : 500
  var quickest = Duration.seconds(1)
  for _ in 0..<(run.isSmoke ? 1 : 400) {
    var sum = 0
    let time = try clock.measure {
      for _ in 0..<calls { sum &+= try work() }
    }
    keep(sum)
    quickest = min(quickest, time)
  }
  return Double(quickest.components.attoseconds) / 1e9 / Double(calls)
}

/// - Returns: what the link of a card takes, with its text.
private func benchmarkReading(_ run: BenchmarkRun, _ corpus: NDEFCorpus) throws -> Double {
  let uri40 = corpus.uri40
  var room = [UInt8](repeating: 0, count: 256)
  let bound = each(run) {
    unsafe uri40.withUnsafeBufferPointer { octets in
      unsafe room.withUnsafeMutableBufferPointer { into in
        unsafe bare_ndef_first_uri(octets.baseAddress, octets.count, into.baseAddress, into.count)
      }
    }
  }
  run.report("ndef uri40, C bound", bound, "ns")
  let table = RouteTable()
  let link = each(run) { found(FocusLink.first(inMessage: uri40, routes: table)) }
  run.promise("a tap: ndef uri40 to its FocusLink", link, atMost: 100, "ns")
  run.promise("a tap: ndef uri40 to its FocusLink / C bound", link / bound, atMost: 5, "times")
  let text = each(run) { FocusLink.first(inMessage: uri40, routes: table)?.uri.utf8.count ?? -1 }
  run.report("a tap: ndef uri40 to its FocusLink and its text", text, "ns")
  // The same link with what a card fills in itself goes by way of the records.
  let mirrored = NDEFMessage([try URIRecord(corpus.uri + "&tap=04A1B2C3D4E5F6x000001").record]).encoded()
  run.report(
    "a tap: a mirrored link to its FocusLink", each(run) { found(FocusLink.first(inMessage: mirrored, routes: table)) },
    "ns")
  let place = each(run) { NDEFMessage.firstPlainURI(in: uri40.span)?.rest.count ?? -1 }
  run.promise("ndef uri40, its URI in place", place, atMost: 25, "ns")
  run.promise(
    "ndef uri40, its URI in place, allocations",
    run.allocations { keep(NDEFMessage.firstPlainURI(in: uri40.span)) }, atMost: 0, "per call")
  for (name, octets, views, owned) in [
    ("poster", corpus.poster, 25.0, 200.0), ("mixed20", corpus.mixed20, 300, 1600), ("blob8k", corpus.blob8k, 20, 500),
  ] {
    let scan = each(run) {
      unsafe octets.withUnsafeBufferPointer { unsafe bare_ndef_scan($0.baseAddress, $0.count) }
    }
    run.report("ndef \(name) scanned, C bound", scan, "ns")
    run.promise("ndef \(name) as views", try each(run) { try walk(octets) }, atMost: views, "ns")
    run.promise(
      "ndef \(name) as views, allocations", try run.allocations { keep(try walk(octets)) }, atMost: 0, "per call")
    run.promise(
      "ndef \(name) owned", try each(run) { try NDEFMessage(decoding: octets).records.count }, atMost: owned, "ns")
  }
  return text
}

/// What a link says, so that finding it is not left out.
private func found(_ found: consuming FoundLink?) -> Int {
  guard case .start(let profile, _, _) = found?.link else { return -1 }
  return profile?.utf8.count ?? -1
}

/// Looks at every record of a message.
private func walk(_ octets: [UInt8]) throws(NDEFError) -> Int {
  var cursor = NDEFCursor()
  var sum = 0
  while let view = try cursor.next(in: octets.span) { sum &+= view.payloadLength }
  return sum
}

/// - Returns: what writing the message of a card takes.
private func benchmarkWriting(_ run: BenchmarkRun, _ corpus: NDEFCorpus) throws -> Double {
  let letters = Array(corpus.uri.utf8)
  var room = [UInt8](repeating: 0, count: 256)
  let bound = each(run) {
    unsafe letters.withUnsafeBufferPointer { octets in
      unsafe room.withUnsafeMutableBufferPointer { into in
        Int(unsafe bare_ndef_encode_uri(octets.baseAddress, octets.count, into.baseAddress))
      }
    }
  }
  run.report("ndef uri40 encoded, C bound", bound, "ns")
  let message = NDEFMessage([try URIRecord(corpus.uri).record])
  // Memory that is there already, as the bound has it too; freed at the end of the function.
  let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
  defer { unsafe memory.deallocate() }
  func into(_ write: (inout OutputSpan<UInt8>) -> Void) -> Int {
    var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    write(&output)
    return unsafe output.finalize(for: memory)
  }
  run.promise(
    "ndef uri40 encoded from its record", each(run) { into { output in message.encode(into: &output) } },
    atMost: 20, "ns")
  let written = each(run) { message.encoded().count }
  run.promise("a card written: ndef uri40 encoded", written, atMost: 100, "ns")
  let made = try each(run) { NDEFMessage([try URIRecord(corpus.uri).record]).encoded().count }
  run.report("a card written: ndef uri40 from its String", made, "ns")
  let mixed = try NDEFMessage(decoding: corpus.mixed20)
  run.report("ndef mixed20 encoded", each(run) { into { output in mixed.encode(into: &output) } }, "ns")
  return written
}

/// Everything that the records say, as values with texts of their own.
private func benchmarkContent(_ run: BenchmarkRun, _ corpus: NDEFCorpus) throws {
  for (name, octets) in [("uri40", corpus.uri40), ("poster", corpus.poster), ("mixed20", corpus.mixed20)] {
    let time = try each(run) {
      var malformed = 0
      for record in try NDEFMessage(decoding: octets).records {
        if case .malformed = record.content { malformed += 1 }
      }
      return malformed
    }
    run.report("ndef \(name) with its contents", time, "ns")
  }
}

private func compareWithNdeflib(_ run: BenchmarkRun, _ corpus: NDEFCorpus, decode: Double, encode: Double) throws {
  guard !run.isSmoke, let peer = PythonPeer("Tests/Kit/Peers/ndeflib_speed.py", needing: "ndef") else {
    return run.skip(
      "ndef against ndeflib", because: run.isSmoke ? "a smoke run" : "ndeflib is not installed in .build/peers")
  }
  let result = try peer(input: Array("uri40 \(HexText.text(of: corpus.uri40))\n".utf8))
  let figures = String(decoding: result.output, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
    Double($0)
  }
  guard result.exitCode == 0, figures.count == 2 else { return run.fail("ndeflib did not answer") }
  run.report("ndeflib uri40 decoded", figures[0], "ns")
  run.report("ndeflib uri40 encoded", figures[1], "ns")
  run.promise("a tap: ndef uri40 to its FocusLink, against ndeflib", figures[0] / decode, atLeast: 80, "times as fast")
  run.promise("a card written: ndef uri40 encoded, against ndeflib", figures[1] / encode, atLeast: 80, "times as fast")
}
