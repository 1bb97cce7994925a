import ExtensionPacking
import Glibc
import JSONText
import LinuxRuntime
import RealParts
import TestSupport
import Testing

@testable import SystemShield

/// What is put into browsers for everybody, in a folder that stands for the whole system.
@Suite(.realParts) struct MachineExtensionTests {
  private let root = TemporaryFolder()
  private var machine: MachineExtension { MachineExtension(root: root.path) }
  private static let policies = "etc/chromium/policies/managed"

  private func install(withUnsigned: Bool = false) throws -> MachineExtension.Outcome {
    try machine.install(program: "/opt/it's here/focuskey", withUnsigned: withUnsigned)
  }

  private func text(_ path: String) throws -> String { String(decoding: try Files.read(root(path)), as: UTF8.self) }

  private func policy(_ path: String = "\(policies)/focuskey.json") throws -> JSONNode {
    try JSONDocument(try Files.read(root(path))).root
  }

  /// Everything that is there, folders too.
  private func everything(below folder: String = "") -> [String] {
    Folder.names(in: root(folder)).flatMap { name -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      return [path] + (Files.isFolder(root(path)) ? everything(below: path) : [])
    }
  }

  @Test func everyBrowserIsToldWhereThePackageLies() throws {
    let outcome = try install()
    #expect(outcome.notes.isEmpty)
    for folder in ["chromium", "chromium-browser", "opt/chrome", "opt/edge", "brave"] {
      let policy = try policy("etc/\(folder)/policies/managed/focuskey.json")
      let own = policy["ExtensionSettings"]?[outcome.id]
      #expect(own?["installation_mode"]?.string == "force_installed", "\(folder)")
      #expect(own?["update_url"]?.string == "file:///usr/local/share/focuskey/update.xml")
      #expect(policy["EncryptedClientHelloEnabled"]?.bool == false)
      // Names that are asked over HTTPS stay the person's own business: the queue sees them on the wire.
      #expect(policy["DnsOverHttpsMode"] == nil)
    }
    #expect(try text("usr/local/share/focuskey/update.xml").contains("appid=\"\(outcome.id)\""))
    let host = try text("etc/chromium/native-messaging-hosts/app.focuskey.shield.machine.json")
    #expect(
      host.contains("chrome-extension://\(outcome.id)/") && host.contains("/usr/local/libexec/focuskey/browser-host"))
    #expect(
      try text("usr/local/libexec/focuskey/browser-host")
        == #"#!/bin/sh"# + "\n" + #"FOCUSKEY_BROWSER_HOST="$0" exec "#
        + #"'/opt/it'\''s here/focuskey' 'shield' 'browser-host' "$@""# + "\n")
    // Nobody gets into Firefox's check of signatures who did not ask for it.
    let firefox = try #require(try policy("etc/firefox/policies/policies.json")["policies"])
    #expect(firefox["DisableEncryptedClientHello"]?.bool == true && firefox["DNSOverHTTPS"]?["Locked"]?.bool == true)
    #expect(firefox["ExtensionSettings"] == nil && firefox["Preferences"] == nil)
  }

  @Test func theKeyIsMadeOnceAndNobodyElseReadsIt() throws {
    let first = try install()
    let key = try Files.read(root("etc/focuskey/extension-key"))
    var status = stat()
    #expect(unsafe stat(root("etc/focuskey/extension-key"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try install(withUnsigned: true).id == first.id)
    #expect(try Files.read(root("etc/focuskey/extension-key")) == key)
    #expect(machine.remove().isEmpty)
    #expect(try install().id != first.id)
  }

  @Test func whatOthersSaidStaysAndIsNotHidden() throws {
    try Files.makeFolder(root(Self.policies))
    let others = #"{"ExtensionSettings": {"*": {"installation_mode": "blocked"}}, "EncryptedClientHelloEnabled": true}"#
    try Files.replace(root("\(Self.policies)/school.json"), with: Array(others.utf8))
    let outcome = try install()
    #expect(outcome.notes.isEmpty)
    let policy = try policy()
    #expect(policy["ExtensionSettings"] == nil && policy["EncryptedClientHelloEnabled"] == nil)
    #expect(
      policy["ExtensionInstallForcelist"]?.array?.first?.string
        == "\(outcome.id);file:///usr/local/share/focuskey/update.xml")

    let more = others.dropLast() + #", "ExtensionInstallForcelist": []}"#
    try Files.replace(root("\(Self.policies)/school.json"), with: Array(more.utf8))
    try Files.makeFolder(root("etc/firefox/policies"))
    // Firefox's file is another's from here on.
    try Files.replace(root("etc/firefox/policies/policies.json"), with: Array(#"{"policies": {}}"#.utf8))
    let notes = try install(withUnsigned: true).notes
    #expect(
      notes.count == 2 && notes[0].hasPrefix("Chromium has other policies") && notes[1].hasPrefix("Firefox has"))
    #expect(machine.remove().isEmpty)
    #expect(try text("\(Self.policies)/school.json") == more)
    #expect(try text("etc/firefox/policies/policies.json") == #"{"policies": {}}"#)
  }

  @Test func itsRemovalLeavesWhatWasThereBefore() throws {
    for folder in ["etc/chromium/policies", "usr/local/libexec/focuskey", "etc/opt"] {
      try Files.makeFolder(root(folder))
    }
    let before = everything()
    _ = try install(withUnsigned: true)
    _ = try install()
    #expect(machine.isInstalled && everything().count > before.count + 20)
    #expect(machine.remove().isEmpty)
    #expect(everything() == before)
    #expect(!machine.isInstalled)
    // A folder that somebody else has put something into stays.
    _ = try install()
    try Files.replace(root("etc/brave/policies/managed/own.json"), with: Array("{}".utf8))
    #expect(machine.remove().isEmpty)
    #expect(
      everything()
        == (before + ["etc/brave", "etc/brave/policies", "etc/brave/policies/managed"]
        + ["etc/brave/policies/managed/own.json"]).sorted())
    #expect(machine.remove().isEmpty)
  }

  @Test func theBrowsersVersionRisesAndItsManifestHasNoKey() throws {
    let files = ExtensionFiles.packed(host: "some.host", version: "0.1.2.3")
    let manifest = try #require(files.first { $0.name == "manifest.json" })
    let root = try JSONDocument(manifest.content).root
    #expect(root["version"]?.string == "0.1.2.3" && root["key"] == nil && root["manifest_version"]?.integer == 3)
    let host = try #require(files.first { $0.name == "host.js" })
    #expect(String(decoding: host.content, as: UTF8.self).contains("\"some.host\""))
    #expect(ExtensionFiles.all.map(\.name).sorted() == files.map(\.name).sorted())
  }

  @Test(arguments: [
    ("words-de.js", "Du bist im Fokus"), ("words-fr.js", "reste ${minutes} min"), ("words-es.js", "Agotado por hoy"),
    ("words-pt-BR.js", "Pedir uma pausa"), ("words-ja.js", "${host}はブロックされています"), ("words-zh-Hans.js", "你正在专注"),
    ("words.js", "You are focusing"),
  ])
  func theWordsComeInEveryLanguage(name: String, words: String) throws {
    let file = try #require(ExtensionFiles.all.first { $0.name == name })
    #expect(String(decoding: file.content, as: UTF8.self).contains(words))
  }
}
