import JSONText
import SiteAssociation

/// A million mutated association files, of all forms and wrappings: none traps, each is judged within its time, and a
/// link is decided by it.
func associationMutations(_ isShort: Bool) throws -> String {
  let seeds = [
    ##"{"applinks":{"apps":[],"defaults":{"caseSensitive":false},"substitutionVariables":{"v":["a","b*"],"w":[""]},"details":[{"appIDs":["QZ7WK3M9PD.com.example.app"],"components":[{"/":"/$(v)/$(lang)/*","?":{"x":"?*","y":"$(digit)"},"#":"*$(w)?","exclude":true,"comment":"c"},{"/":"/a%20b/?","percentEncoded":false}]}]},"webcredentials":{"apps":["QZ7WK3M9PD.com.example.app"]}}"##,
    #"{"applinks":{"apps":[],"details":{"QZ7WK3M9PD.com.example.app":{"paths":["NOT /a/*","/b/?c*","*"]}}}}"#,
    #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["A5"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/a/*"}]}}}]"#,
  ].map { text in Array(text.utf8) }
  let signed: [UInt8] =
    [
      0x30, 0x80, 0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2, 0xA0, 0x80, 0x30, 0x80, 2, 1, 1, 0x31, 0, 0x30,
      0x80,
    ]
    + [
      0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1, 0xA0, 0x80, 0x24, 0x80, 0x04, 2, 0x7B, 0x7D, 0, 0, 0, 0, 0,
      0,
    ]
  let utf16: [UInt8] = seeds[1].flatMap { octet -> [UInt8] in [octet, 0] }
  let files: [[UInt8]] = seeds + [signed, [0xFF, 0xFE] + utf16]
  let words = [
    "{", "}", "[", "]", ",", ":", "\"", "*", "?", "$(", ")", "$(lang)", "$(region)", "NOT ", "/", "//", "%2F", "#", "&",
    "=", "true",
    "null", "1e9", "\u{E4}", "\u{201C}", "\u{A0}", "components", "paths", "appID", "exclude", "\\u00e4", "0",
  ].map { text in Array(text.utf8) }
  let links = ["https://example.com/a/en/b?x=1&y=2#zz", "https://example.com/b/xc/d", "https://example.com/"]
  let addresses = links.compactMap { link in WebAddress(link) }
  var random = SeededGenerator(seed: 0x4141_5341)
  let rounds = isShort ? 5_000 : 1_000_000
  var readable = 0
  var slowest = Duration.zero
  let clock = ContinuousClock()
  for round in 0..<rounds {
    var file = files[round % files.count]
    for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&file, words, &random) }
    var said = 0
    let time = clock.measure {
      let report = AssociationReport(reading: file)
      said = report.findings.count
      if report.root != nil { readable += 1 }
      for address in addresses { said += report.links.decision(for: address).outcome == .match ? 1 : 0 }
      said += AssetLinksReport(reading: file).findings.count
    }
    slowest = max(slowest, time)
    try hold(said <= 2_100, "a report without bounds: \(said) findings for \(file)")
    // A loaded machine may be slow, but not by orders of magnitude.
    try hold(time < .seconds(5), "\(time) for \(file)")
  }
  return "\(rounds) files, \(readable) of them JSON, the slowest took \(slowest)"
}

private func mutate(_ file: inout [UInt8], _ words: [[UInt8]], _ random: inout SeededGenerator) {
  let place = Int.random(in: 0...file.count, using: &random)
  switch Int.random(in: 0..<8, using: &random) {
  case 0 where place < file.count: file[place] = UInt8.random(in: 0...255, using: &random)
  case 1 where place < file.count: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  case 2 where place < file.count: file.remove(at: place)
  case 3, 4: file.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
  case 5: file.removeSubrange(place...)
  default:
    let from = max(0, place - Int.random(in: 0...60, using: &random))
    file.insert(contentsOf: file[from..<place], at: Int.random(in: 0...file.count, using: &random))
  }
}
