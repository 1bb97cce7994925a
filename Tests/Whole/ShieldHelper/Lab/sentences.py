"""The commands in the sentences of the sources: what a person reads, and may paste."""

import os
import re

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../Sources")

# What stands for a command when the sentence is made.
MADE = {
    r"\(Environment.sudoCommand)": "sudo focuskey",
    r"\(Environment.command)": "focuskey",
    r"\(helper.program)": "/usr/local/libexec/focuskey/focuskey-shield",
}

# Words that go on with a sentence in which a program is only named.
PROSE = {"is", "runs", "among", "says", "does", "puts", "was", "saves", "works", "service", "app", "can", "to",
         "builds", "cannot", "reach"}

ONE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
MANY = re.compile(r'"""\n(.*?)"""', re.S)


def literals():
    """Each text in the sources with the file that has it; comments are nobody's to paste."""
    for folder, _, names in os.walk(SOURCES):
        for name in sorted(names):
            if not name.endswith(".swift"):
                continue
            path = os.path.join(folder, name)
            with open(path) as file:
                source = re.sub(r"^\s*//.*$", "", file.read(), flags=re.M)
            for pattern in [MANY, ONE]:
                for text in pattern.findall(source):
                    for made, means in MADE.items():
                        text = text.replace(made, means)
                    yield os.path.relpath(path, SOURCES), text
                source = pattern.sub("", source)


def commands():
    """File, program and words of each command of ours."""
    for path, text in literals():
        for match in re.finditer(r"(?<![\w./-])(focuskey|keytool) ([a-z][a-z-]*(?:(?: --?| )[\w-]+)*)", text):
            words = match[2].split()
            if words[0] not in PROSE:
                yield path, match[1], words


def shells():
    """File and line of each other command: what stands behind `sudo`, and what the doctor's fixes are made
    of."""
    for path, text in literals():
        for match in re.finditer(r"sudo (?:-b )?(?!focuskey|-b)([a-z][\w-]*) ?([^,;:.`]*)", text):
            yield path, match[0].strip()
    folder = os.path.join(SOURCES, "Commands/FocusKeyCommands/Doctor")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            for match in re.finditer(r'\[\[?"([a-z-]+)", "([^\]]*)\]', file.read()):
                yield f"Doctor/{name}", match[0]
