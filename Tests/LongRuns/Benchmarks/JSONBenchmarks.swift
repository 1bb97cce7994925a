import FocusWire
import JSONText
import SiteRules

/// Reading and writing JSON, which comes before and behind every request and every line of bulk work.
func jsonBenchmarks(_ run: BenchmarkRun) throws {
  let line = Array(
    #"{"error":null,"ok":true,"records":[{"id_hex":"","kind":"uri","payload_hex":"04666f6375736b65792e617070","tnf":1,"type":"U","type_hex":"55","uri":"https://focuskey.app"}]}"#
      .utf8)
  let read = try run.nanoseconds { keep(try JSONDocument(line)) }
  run.report("json-read-line", read, "ns")
  let value = try JSONDocument(line).root.value
  run.report("json-write-line", run.nanoseconds { keep(value.octets) }, "ns")

  let large = JSONValue.array((0..<500).map { _ in value }).octets
  let time = try run.nanoseconds(samples: 9) { keep(try JSONDocument(large)) }
  run.promise("json-read", Double(large.count) / time * 1e3, atLeast: 30, "MB/s")
  let twice = JSONValue.array((0..<1000).map { _ in value }).octets
  let timeTwice = try run.nanoseconds(samples: 9) { keep(try JSONDocument(twice)) }
  run.promise("json-read-twice-the-text", timeTwice / time, atMost: 2.6, "ratio")
  // Text that is made to be slow: nothing but brackets, escapes, names, digits.
  for (name, piece) in [
    ("brackets", "[[[[[[[[]]]]]]]],"), ("escapes", #""\u00e4\\\"\ud83d\ude00","#),
    ("digits", "1234567890123456789012.5e-7,"),
    ("names", #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9},"#),
  ] {
    let text = Array(("[" + String(repeating: piece, count: 4_000) + "0]").utf8)
    let time = try run.nanoseconds(samples: 5) { keep(try JSONDocument(text)) }
    run.report("json-read-\(name)", Double(text.count) / time * 1e3, "MB/s")
  }
  try longList(run)
}

/// What the page's save waits for where a person has taken another program's list along: it is read, and looked through
/// for names that are probably meant otherwise.
private func longList(_ run: BenchmarkRun) throws {
  let sites = (0..<9_000).map { "a-name-\($0).of-some-length.example" }
  let text = JSONValue.members([
    "profiles": .array([.members(["id": .string("long"), "blocks": .members(["sites": JSONValue(sites)])])])
  ]).octets
  let bare = try run.nanoseconds(samples: 9) { keep(try JSONDocument(text, grammar: .json5)) }
  let whole = try run.nanoseconds(samples: 9) {
    keep(try SettingsFile(text) { _ in .fault("") })
    keep(SiteRemarks.remarks(on: sites))
  }
  run.promise("settings-long-list", whole / bare, atMost: 15, "ratio")
}
