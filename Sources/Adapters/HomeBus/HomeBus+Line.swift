internal import LinuxRuntime

final class BrokerLine {
  let client: MosquittoClient
  var readable: Watch?
  var writable: Watch?
  var again: Watch?
  var settling: Watch?
  var keepAlive: Watch?
  /// When something was last sent, in milliseconds since boot.
  var lastSent = SinceBoot.milliseconds

  init(_ client: MosquittoClient) { self.client = client }
}

extension HomeBus {
  var line: BrokerLine? {
    switch state {
    case .unopened, .ended, .waiting, .connecting: nil
    case .greeting(let line, _), .online(let line, _): line
    }
  }

  func read() {
    guard let line else { return }
    line.again = nil
    let (code, hasMore) = line.client.read()
    let news = line.client.takeNews()
    for number in news.taken { outbox.confirm(number) }
    for message in news.messages { arrived.yield(message) }
    if let greeting = news.greeting { greeted(line, greeting) }
    guard self.line === line else { return }
    guard code == 0, line.client.socket >= 0 else { return fail(code, news.complaint) }
    if hasMore { line.again = loop.watchTime(.zero) { [unowned me = self] in me.assumeIsolated { $0.read() } } }
    pump()
  }

  /// Sends what can be sent, and waits to send the rest.
  func pump() {
    guard case .online(let line, let isSettled) = state else {
      if let line { watchWriting(line) }
      return
    }
    outbox.send(withEvents: isSettled, at: SinceBoot.milliseconds) { message in
      line.lastSent = SinceBoot.milliseconds
      return line.client.publish(message)
    }
    guard line.client.socket >= 0 else { return fail(MosquittoFault.lost, line.client.takeNews().complaint) }
    watchWriting(line)
    if outbox.isEmpty { endFarewell() }
  }

  func watchWriting(_ line: BrokerLine) {
    guard line.client.wantsToWrite else { return line.writable = nil }
    guard line.writable == nil else { return }
    line.writable = loop.watchWritable(line.client.socket) { [unowned me = self] in me.assumeIsolated { $0.write() } }
  }

  func write() {
    guard let line else { return }
    line.writable = nil
    let code = line.client.write()
    guard code == 0, line.client.socket >= 0 else { return fail(code, line.client.takeNews().complaint) }
    pump()
  }

  /// Wakes once for the next keep-alive, counted like the library from the last packet sent.
  func armKeepAlive(_ line: BrokerLine) {
    let silence = SinceBoot.milliseconds - line.lastSent
    let left = max(1000, Int64(MosquittoClient.keepAlive) * 1000 + 500 - silence)
    line.keepAlive = loop.watchTime(.milliseconds(left)) { [unowned me = self] in me.assumeIsolated { $0.keepAlive() } }
  }

  func keepAlive() {
    guard case .online(let line, _) = state else { return }
    if SinceBoot.milliseconds - line.lastSent >= Int64(MosquittoClient.keepAlive) * 1000 {
      let code = line.client.keepAlive()
      line.lastSent = SinceBoot.milliseconds
      guard code == 0, line.client.socket >= 0 else { return fail(code, line.client.takeNews().complaint) }
      watchWriting(line)
    }
    armKeepAlive(line)
  }
}
