import CommandSpec
import RealParts
import Testing

/// What a shell should offer at the end of a command line.
struct Completion: CustomTestStringConvertible, Sendable {
  let line: [String]
  let offers: Set<String>

  init(_ line: String..., offers: Set<String>) {
    self.line = line
    self.offers = offers
  }

  var testDescription: String { line.joined(separator: " ") }

  static let all: [Completion] = [
    Completion("", offers: ["ndef", "start", "move"]),
    Completion("nd", offers: ["ndef"]),
    Completion("ndef", "", offers: ["encode", "decode"]),
    Completion("--home", "/tmp", "ndef", "e", offers: ["encode"]),
    Completion("ndef", "encode", "--te", offers: ["--text"]),
    Completion("ndef", "encode", "--sec", offers: []),
    Completion("ndef", "encode", "--ho", offers: ["--home"]),
    Completion("ndef", "encode", "scr", offers: ["script"]),
    Completion("ndef", "encode", "one", "scr", offers: ["script"]),
    Completion("ndef", "encode", "--out", "scr", offers: ["script"]),
    Completion("start", "--format", "", offers: ["table", "json", "csv"]),
    Completion("start", "--format", "c", offers: ["csv"]),
    Completion("start", "--wait", "", offers: []),
    Completion("start", "w", offers: ["work"]),
    Completion("start", "--minutes", "5", "", offers: ["work", "sleep"]),
    Completion("--ver", offers: ["--version"]),
  ]
}

/// Stands for the program when a script asks it for words.
private let stub = """
  mkdir bin
  cat > bin/tool <<'END'
  #!/bin/sh
  [ "$1 $2" = "words profiles" ] && printf 'work\\nsleep\\n'
  END
  chmod +x bin/tool
  PATH=$PWD/bin:$PATH

  """

private func quoted(_ words: [String]) -> String {
  words.map { word in "'\(word)'" }.joined(separator: " ")
}

@Suite(.realParts, .enabled(if: Shell.isInstalled("bash")))
struct BashCompletionTests {
  static let script = CompletionScript.bash(for: Sample.program)

  @Test func theScriptIsBash() throws {
    let outcome = try Shell.run("bash -n $SCRIPT", script: Self.script)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test(arguments: Completion.all)
  func bashOffers(_ completion: Completion) throws {
    let ask = """
      \(stub)
      cat > ask <<'END'
      source "$SCRIPT"
      COMP_WORDS=(tool \(quoted(completion.line)))
      COMP_CWORD=\(completion.line.count)
      _tool
      printf '%s\\n' "${COMPREPLY[@]}"
      END
      bash ask
      """
    #expect(try Set(Shell.lines(ask, script: Self.script)) == completion.offers)
  }

  @Test func bashSplitsAtEqualsSigns() throws {
    for words in [
      ["start", "--format", "="], ["start", "--format", "=", "c"], ["start", "--format", "=", "csv", "wo"],
    ] {
      let ask = """
        \(stub)
        cat > ask <<'END'
        source "$SCRIPT"
        COMP_WORDS=(tool \(quoted(words)))
        COMP_CWORD=\(words.count)
        _tool
        printf '%s\\n' "${COMPREPLY[@]}"
        END
        bash ask
        """
      let offers: [String: Set<String>] = ["=": ["table", "json", "csv"], "c": ["csv"], "wo": ["work"]]
      #expect(try Set(Shell.lines(ask, script: Self.script)) == offers[words.last ?? ""])
    }
  }
}

@Suite(.realParts, .enabled(if: Shell.isInstalled("fish")))
struct FishCompletionTests {
  static let script = CompletionScript.fish(for: Sample.program)

  @Test func theScriptIsFish() throws {
    let outcome = try Shell.run("fish -n $SCRIPT", script: Self.script)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test(arguments: Completion.all)
  func fishOffers(_ completion: Completion) throws {
    let ask = """
      \(stub)
      cat > ask <<'END'
      source $SCRIPT
      complete -C "tool \(completion.line.joined(separator: " "))"
      END
      fish --no-config ask
      """
    let lines = try Shell.lines(ask, script: Self.script)
    let words = lines.compactMap { line in line.split(separator: "\t", omittingEmptySubsequences: false).first }
    // fish offers words with similar letters too when none begins like it, and folders where a file is wanted.
    let typed = completion.line.last ?? ""
    #expect(Set(words.filter { word in word.hasPrefix(typed) }.map(String.init)) == completion.offers)
  }
}

@Suite(.realParts, .enabled(if: Shell.isInstalled("zsh")))
struct ZshCompletionTests {
  static let script = CompletionScript.zsh(for: Sample.program)

  @Test func theScriptIsZsh() throws {
    let outcome = try Shell.run("zsh -n $SCRIPT", script: Self.script)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  /// Asks a zsh on a terminal of its own, as a person does: types the line, presses TAB, and lets the shell itself
  /// print what it collected.
  @Test(arguments: Completion.all)
  func zshOffers(_ completion: Completion) throws {
    let ask = """
      \(stub)
      mkdir functions
      cp $SCRIPT functions/_tool
      cat > ask <<'END'
      zmodload zsh/zpty
      zpty shell zsh -f -i
      expect() {
        local seen='' part
        while zpty -r shell part; do
          seen+=$part
          [[ $seen == *$1* ]] && break
        done
        print -r -- $seen
      }
      zpty -w shell "PS1=; fpath=($PWD/functions \\$fpath); autoload -Uz compinit; compinit -u -D"
      zpty -w shell "compadd() { [[ \\${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd \\"\\$@\\"; return; }
        local -a __hits; builtin compadd -O __hits \\"\\$@\\"; print -l -- '<'\\${^__hits}'>' >> $PWD/offers; builtin compadd \\"\\$@\\" }"
      zpty -w shell "finish() { print rea''dy }; zle -N finish; bindkey '^I' complete-word; bindkey '^X' kill-whole-line; print go''od"
      expect good > /dev/null
      zpty -w -n shell "tool $1"$'\\t'$'\\C-x'"print do''ne"$'\\n'
      expect done > /dev/null
      zpty -d shell
      END
      zsh -f ask "\(completion.line.joined(separator: " "))"
      cat offers 2>/dev/null
      """
    let words = try Shell.lines(ask, script: Self.script).compactMap { line in
      line.hasPrefix("<") && line.hasSuffix(">") && line != "<>" ? String(line.dropFirst().dropLast()) : nil
    }
    let typed = completion.line.last ?? ""
    #expect(Set(words.filter { word in word.hasPrefix(typed) }) == completion.offers)
  }
}
