import Glibc
public import JSONText
internal import LinuxRuntime

/// What a person configures by hand in `config.json5`. Profiles, keys, schedules and the promise are not here: they live in the database.
public struct ServiceConfiguration: Sendable, Equatable {
  /// The hosts whose links are ours.
  public var hosts: [String] = ["focuskey.app"]

  /// The configuration as it ships.
  public init() {}

  /// Reads the file; a missing one means that everything is as it ships.
  public init(path: String) throws(ConfigurationFault) {
    let octets: [UInt8]
    do throws(SystemFault) {
      octets = try Files.read(path, limit: 1 << 20)
    } catch {
      guard error.code == ENOENT else { throw .unreadable(path: path, reason: error.reason) }
      return
    }
    let document: JSONDocument
    do throws(JSONFault) {
      document = try JSONDocument(octets, grammar: .json5)
    } catch {
      throw .notJSON5(path: path, error)
    }
    do throws(JSONMismatch) {
      let members = try JSONItem(document.root).members("hosts")
      if let hosts = members["hosts"] {
        self.hosts = try hosts.strings()
        if self.hosts.isEmpty { throw hosts.refusal("at least one host is needed") }
      }
    } catch {
      throw .doesNotFit(path: path, error)
    }
  }

  /// The file that `focuskey up` writes for a newcomer: every key with its meaning, as it ships.
  public static let sample = """
    // FocusKey's configuration. Every key is optional; what stands here is what holds without it.
    // Profiles, keys, schedules and your promise are not here: `focuskey profile`, `key`, `schedule`, `promise`.
    {
      // The hosts whose links on cards are FocusKey's.
      hosts: ["focuskey.app"],
    }

    """
}

/// Why `config.json5` cannot be followed.
public enum ConfigurationFault: Error, Sendable {
  /// It cannot be read.
  case unreadable(path: String, reason: String)
  /// It is not JSON5.
  case notJSON5(path: String, JSONFault)
  /// It says something that nobody understands.
  case doesNotFit(path: String, JSONMismatch)
}
