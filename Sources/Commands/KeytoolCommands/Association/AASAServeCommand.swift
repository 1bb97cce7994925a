internal import CommandShell
internal import FocusLinks
import Glibc
internal import LoopbackHTTP
internal import ServerTLS
internal import SiteAssociation

private let folder = Operand<String>(
  .folder(), "the folder that contains .well-known (default: aasa)", count: .optional)
private let port = Option(
  "port", value: .number(in: 0...65_535),
  "port, 0 for any (default: 8080 or 8443)")
private let certificate = Option("certificate", value: .file("PEM"), "serve https with this certificate and its chain")
private let key = Option("key", value: .file("PEM"), "the certificate's key (default: in the same file)")
private let config = Option(
  "config", value: .file(), "the site's definition (default: focuskey.json5 if there)")

var aasaServeCommand: ProgramCommand {
  ProgramCommand(
    "serve", "Serve a site's files and pages for trying",
    discussion: """
      Serves the association files of a folder and a page for every route on 127.0.0.1, until it is interrupted. The files are read again \
      at each request. Each request is logged with what devices would do with the answer. Requests for the site's host are answered whatever port they \
      came to first, so that a forward (ssh -R, a router, a tunnel) can lead a phone here.

      Devices fetch over https only. With a certificate for the site's host, curl and keytool reach the server as a device would:

      $ keytool aasa serve aasa
      $ keytool aasa serve aasa --certificate site.pem --key site.key
      $ keytool aasa validate https://focuskey.app:8443 --resolve focuskey.app:8443:127.0.0.1 --authorities site.pem
      """, takes: [folder, port, certificate, key, config]
  ) { context throws(Failure) in
    let site = try trialSite(context)
    let identity = try identity(context)
    let wanted = UInt16(truncatingIfNeeded: context.invocation[port] ?? (identity == nil ? 8080 : 8443))
    let log = TrialLog(output: context.surroundings.output, asJSON: context.wantsJSON)
    let loop = try renaming({ Failure.notServed($0, at: wanted) }, EventLoop())
    let signals = SignalWatch(loop: loop)
    let asked = await signals.watch([SIGTERM, SIGINT])
    let server = DashboardServer(
      loop: loop, port: wanted, names: [site.host], isForwardedTo: true, encryption: identity
    ) { request in
      let (answer, opinion) = site.answer(to: request)
      log.report(request, answer, opinion)
      return answer
    }
    do throws(SystemError) {
      let port = try await server.open()
      log.begin(site, port: port, isEncrypted: identity != nil)
    } catch {
      loop.close()
      throw .notServed(error, at: wanted)
    }
    for await _ in asked { break }
    await server.close()
    await signals.end()
    loop.close()
    return .done
  }
}

private func trialSite(_ context: CommandContext) throws(Failure) -> TrialSite {
  let name = context.invocation[folder] ?? "aasa"
  let path = context.surroundings.path(of: name)
  guard Files.isFolder(path) else {
    throw Failure(
      .noInput, kind: "no-such-folder", what: "no such folder", at: .text(name),
      advice: "name the one with .well-known; keytool site build makes one"
    )
  }
  let places = [name + "/focuskey.json5", DefinitionPlace.usual]
  let definition =
    context.invocation[config] ?? places.first { Files.exists(context.surroundings.path(of: $0)) }
  let routes = try definition.map { file throws(Failure) in try context.siteDefinition(inFile: file).routes }
  let site = TrialSite(folder: path, routes: routes ?? RouteTable())
  guard site.hasFiles else {
    throw Failure(
      .noInput, kind: "no-association-files", what: "there are no association files in its .well-known",
      at: .text(name), advice: "make them with keytool aasa generate --out \(name)")
  }
  return site
}

private func identity(_ context: CommandContext) throws(Failure) -> ServerIdentity? {
  guard let name = context.invocation[certificate] else {
    guard context.invocation[key] == nil else {
      throw Failure(
        .usage, kind: "no-certificate", what: "a key without a certificate", at: .text("--key"),
        advice: "give --certificate too")
    }
    return nil
  }
  let keyName = context.invocation[key] ?? name
  // A file that cannot be read is said as everywhere, before OpenSSL says it its way.
  for file in [name, keyName] { _ = try context.read(file: file, limit: 1 << 20) }
  do throws(ServerIdentity.LoadError) {
    return try ServerIdentity(
      certificate: context.surroundings.path(of: name), key: context.surroundings.path(of: keyName))
  } catch {
    throw Failure(
      .badData, kind: "bad-certificate", what: "no certificate with its key: \(error.reason)", at: .text(name),
      advice: "give both in PEM, the key with --key if it is in a file of its own")
  }
}

extension Failure {
  fileprivate static func notServed(_ fault: SystemError, at port: UInt16) -> Failure {
    guard fault.code != EADDRINUSE else {
      return Failure(
        .timedOut, kind: "port-taken", what: "something else listens there", at: .text("127.0.0.1:\(port)"),
        advice: "give another --port, or 0 for a free one")
    }
    return Failure(
      fault.isRefusal ? .notAllowed : .brokenIO, kind: "not-served", what: "cannot serve",
      at: .text(fault.subject), advice: "\(fault.call): \(fault.reason)")
  }
}

/// Prints each request while the site is served, as a line or a JSON object.
private struct TrialLog: Sendable {
  let output: Int32
  let asJSON: Bool

  func begin(_ site: TrialSite, port: UInt16, isEncrypted: Bool) {
    let url = "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"
    let remark = isEncrypted ? "" : "; devices fetch over https only, which --certificate gives"
    write(
      ["ok": true, "event": "ready", "url": .string(url), "host": .string(site.host)],
      "\(url): the files of \(oneLine(site.host)), until it is interrupted\(remark)")
  }

  func report(_ request: HTTPRequest, _ answer: HTTPAnswer, _ opinion: TrialOpinion) {
    let method = "\(request.method)".uppercased()
    write(
      [
        "event": "request", "method": .string(method), "target": .string(request.target),
        "status": JSONValue(answer.status), "octets": JSONValue(answer.body.count),
        "client": JSONValue(request.header("user-agent")), "message": .string(opinion.words),
        "findings": .array(opinion.findings),
      ],
      "\(method) \(oneLine(request.target)): \(answer.status), \(answer.body.count) bytes: \(oneLine(opinion.words))")
  }

  private func write(_ json: JSONValue, _ text: String) {
    // The person who looked on may have left; the site is served all the same.
    try? Files.write(((asJSON ? json.text : text) + "\n").utf8, to: output)
  }
}
