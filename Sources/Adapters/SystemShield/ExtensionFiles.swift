internal import CBrowserExtension
internal import Catalogues
internal import ExtensionPacking
internal import Languages

/// The files of the browser's extension as they are built into this program.
enum ExtensionFiles {
  /// All of them, for the extension that a person loads by hand.
  static var all: [ZipArchive.File] {
    let own = files
    let words = own.first { $0.name == "words.js" }?.content ?? []
    return own
      + languages.map { language in
        let texts = ScriptTexts(language, Catalogues.entries(of: language), context: Array("extension".utf8))
        return ZipArchive.File(name: "words-\(language.rawValue).js", content: texts.translated(words))
      }
  }

  private static let languages = Language.allCases.filter { $0 != .english && $0 != .padded }

  private static var files: [ZipArchive.File] {
    (0..<focuskey_extension_files()).map { index in
      var length = 0
      let content = unsafe focuskey_extension_content(index, &length)
      return ZipArchive.File(
        name: unsafe String(cString: focuskey_extension_name(index)),
        content: unsafe Array(UnsafeBufferPointer(start: content, count: length)))
    }
  }

  /// The same for everybody on this computer: it talks to another program, has no id of its own but its package's, and
  /// a version.
  ///
  /// - Parameters:
  ///   - host: the name by which it asks for its program.
  ///   - version: up to four numbers below 65,536 with dots between.
  static func packed(host: String, version: String) -> [ZipArchive.File] {
    all.map { file in
      switch file.name {
      case "host.js": ZipArchive.File(name: file.name, content: Array("export const HOST = \"\(host)\";\n".utf8))
      case "manifest.json": ZipArchive.File(name: file.name, content: manifest(file.content, version: version))
      default: file
      }
    }
  }

  /// The manifest has a member on each line.
  private static func manifest(_ content: [UInt8], version: String) -> [UInt8] {
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { !$0.hasPrefix("  \"key\":") }.map { line in
      line.hasPrefix("  \"version\":") ? "  \"version\": \"\(version)\"," : String(line)
    }
    return Array(kept.joined(separator: "\n").utf8)
  }
}
