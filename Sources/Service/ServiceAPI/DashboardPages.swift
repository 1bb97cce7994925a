internal import CDashboardFiles
internal import Catalogues
internal import LandingPages
internal import Languages
internal import LinuxRuntime
internal import LoopbackHTTP

/// The files of the dashboard, as they are built in.
enum DashboardPages {
  /// Changes with every change of a file, so that an old tab can tell that the service is a new one.
  static let version = mark(of: files.map(\.content) + [WebPage.tokens.body])

  /// FNV-1a with 64 bits.
  private static func mark(of contents: [[UInt8]]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for content in contents {
      for octet in content { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 36)
  }

  private static let files: [(path: String, content: [UInt8])] = (0..<focuskey_dashboard_files()).map { index in
    var length = 0
    let name = unsafe String(cString: focuskey_dashboard_name(index))
    let start = unsafe focuskey_dashboard_content(index, &length)
    let content = unsafe UnsafeBufferPointer(start: start, count: length)
    return (name == "index.html" ? "/" : "/dashboard/\(name)", sent(unsafe Array(content), as: name))
  }

  /// A file as it is sent: scripts and sheets without indentation and without lines that only explain, which is an
  /// eighth of them.
  private static func sent(_ content: [UInt8], as name: String) -> [UInt8] {
    guard name.hasSuffix(".js") || name.hasSuffix(".css") else { return content }
    var text: [UInt8] = []
    for line in content.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      let isRemark =
        line.starts(with: "//".utf8) || line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
      if !isRemark { text += line + [UInt8(ascii: "\n")] }
    }
    return text
  }

  /// The answer for a path; `nil` where no file of the dashboard is.
  ///
  /// - Parameter chosen: the language of the configuration; `nil` for what the browser likes best.
  static func answer(for request: HTTPRequest, _ chosen: Language?) -> HTTPAnswer? {
    guard let file = files.first(where: { $0.path == request.path }) else { return nil }
    let speaks = textsPaths.contains(request.path)
    let language = speaks ? chosen ?? Language.accepted(request.header("accept-language")) : .english
    let (content, mark) = texts(of: file, in: language)
    let packed = request.takesGzip ? packing.packed(content, at: file.path + language.rawValue) : nil
    let tag = "\"\(mark)\(speaks ? "-" + language.rawValue : "")\(packed == nil ? "" : "-gz")\""
    // Always asked for, hardly ever sent again.
    var headers = [
      (name: "Cache-Control", value: "no-cache"), (name: "ETag", value: tag),
      (name: "Vary", value: speaks ? "Accept-Encoding, Accept-Language" : "Accept-Encoding"),
    ]
    let type = type(of: file.path)
    if request.header("if-none-match") == tag { return HTTPAnswer(status: 304, type: type, body: [], headers: headers) }
    if packed != nil { headers.append((name: "Content-Encoding", value: "gzip")) }
    return HTTPAnswer(status: 200, type: type, body: packed ?? content, headers: headers)
  }

  private static let packing = Packing()

  /// The files with the words of the page.
  private static let textsPaths: Set<String> = ["/dashboard/strings.js", "/dashboard/answers.js"]
  private static let spoken = Locked<[String: (content: [UInt8], mark: String)]>([:])

  /// A file's words in a language, made when first asked for, with a mark that changes with them.
  private static func texts(
    of file: (path: String, content: [UInt8]), in language: Language
  ) -> (content: [UInt8], mark: String) {
    guard language != .english else { return (file.content, version) }
    return spoken.withLock { spoken in
      if let made = spoken[file.path + language.rawValue] { return made }
      let texts = ScriptTexts(language, Catalogues.entries(of: language), context: Array("page".utf8))
      var content = texts.translated(file.content)
      let code = Array("language = \"en\"".utf8)
      // The padded language writes dates and numbers as English does.
      let name = language == .padded ? "en-x-qps" : language.rawValue
      if let start = content.indices.first(where: { content[$0...].starts(with: code) }) {
        content.replaceSubrange(start..<start + code.count, with: Array("language = \"\(name)\"".utf8))
      }
      let made = (content, mark(of: [content]))
      spoken[file.path + language.rawValue] = made
      return made
    }
  }

  private static func type(of path: String) -> String {
    if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if path.hasSuffix(".svg") { return "image/svg+xml" }
    return "text/html; charset=utf-8"
  }
}
