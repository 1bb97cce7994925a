import FocusLinks

/// Reading links: two million a second on one core, without memory being asked for, however many routes there are.
func linkBenchmarks(_ run: BenchmarkRun) throws {
  let table = RouteTable()
  let plain = [
    "https://focuskey.app/stop", "https://focuskey.app/start", "https://focuskey.app/start?minutes=50",
    "https://focuskey.app/break?minutes=5", "focuskey://resume", "https://focuskey.app/status",
  ].map { text in Array(text.utf8) }
  try measure(run, "router-plain", table, plain)
  run.promise("router-plain-allocations", try allocations(run, table, plain), atMost: 0, "per link")

  let named = [
    "https://focuskey.app/start?profile=work&minutes=50", "https://focuskey.app/focus/work", "focuskey:///focus/study",
  ].map { text in Array(text.utf8) }
  try measure(run, "router-named", table, named)
  run.report("router-named-allocations", try allocations(run, table, named), "per link")

  let escaped = ["https://focuskey.app/start?profile=B%C3%BCro&task=write%20the%20thesis"].map { text in
    Array(text.utf8)
  }
  let time = try run.nanoseconds { try parseAll(table, escaped) }
  run.report("router-escaped", 1e9 / time, "links/s")

  let few = try RouteTable(own: ownRoutes(4))
  let many = try RouteTable(own: ownRoutes(4000))
  let links = (0..<4).map { number in Array("https://focuskey.app/group\(number)/route\(number)/x".utf8) }
  let timeFew = try run.nanoseconds { try parseAll(few, links) }
  let timeMany = try run.nanoseconds { try parseAll(many, links) }
  run.promise("router-4000-routes-to-4", timeMany / timeFew, atMost: 1.5, "ratio")

  let printed = FocusLink.start(profile: "work", minutes: 50, task: nil)
  let printing = try run.nanoseconds { keep(try table.print(printed)) }
  run.report("router-print", printing, "ns")
}

private func measure(_ run: BenchmarkRun, _ name: String, _ table: RouteTable, _ links: [[UInt8]]) throws {
  let time = try run.nanoseconds { try parseAll(table, links) }
  run.promise(name, 1e9 / (time / Double(links.count)), atLeast: 2_000_000, "links/s")
}

private func allocations(_ run: BenchmarkRun, _ table: RouteTable, _ links: [[UInt8]]) throws -> Double {
  try run.allocations { try parseAll(table, links) } / Double(links.count)
}

@inline(never)
private func parseAll(_ table: RouteTable, _ links: [[UInt8]]) throws {
  for link in links { keep(try table.parse(link.span)) }
}

private func ownRoutes(_ count: Int) throws -> [Route] {
  try (0..<count).map { number in
    try Route(own: "route\(number)", path: "/group\(number % 40)/route\(number)/:text")
  }
}
