"""What somebody with root's rights can do to a running helper from outside, so that trials can see it mended."""

import ctypes
import os
import socket
import struct

LIBC = ctypes.CDLL(None, use_errno=True)
PIDFD_OPEN, PIDFD_GETFD = 434, 438
FAN_MARK_FLUSH = 0x80


def borrow(process, wanted):
    """Descriptors of another process that are links to `wanted`, as descriptors of this one."""
    held = LIBC.syscall(PIDFD_OPEN, process, 0)
    found = []
    for name in os.listdir(f"/proc/{process}/fd"):
        try:
            if os.readlink(f"/proc/{process}/fd/{name}").startswith(wanted):
                number = LIBC.syscall(PIDFD_GETFD, held, int(name), 0)
                if number >= 0:
                    found.append(number)
        except OSError:
            pass
    os.close(held)
    return found


def take_marks(process):
    """Takes every mark of the helper's away: what only its own group of the kernel's can."""
    groups = borrow(process, "anon_inode:[fanotify]")
    for group in groups:
        LIBC.fanotify_mark(group, FAN_MARK_FLUSH, ctypes.c_uint64(0), -100, None)
        os.close(group)
    return len(groups)


def take_table(process, name=b"focuskey"):
    """Deletes the helper's table through its own sockets, which nobody else's may."""

    def attribute(kind, content):
        padding = -len(content) % 4
        return struct.pack("=HH", 4 + len(content), kind) + content + b"\0" * padding

    def message(kind, header, content=b""):
        return struct.pack("=LHHLL", 20 + len(content), kind, 1, 77, 0) + header + content

    batch = (
        message(0x10, bytes([0, 0, 0, 10]))
        + message(10 << 8 | 2, bytes([1, 0, 0, 0]), attribute(1, name + b"\0"))
        + message(0x11, bytes([0, 0, 0, 10]))
    )
    for number in borrow(process, "socket:["):
        try:
            with socket.socket(fileno=number) as one:
                if one.family == socket.AF_NETLINK and one.proto == 12:
                    one.send(batch)
        except OSError:
            pass


def crowd(path, body):
    """Holds as many connections to the helper as it lets one person have, silent ones and watchers, while `body`
    runs."""
    held = [socket.socket(socket.AF_UNIX) for _ in range(40)]
    for index, one in enumerate(held):
        one.connect(path)
        if index % 2:
            one.sendall(b"watch\n")
    told = body()
    for one in held:
        one.close()
    return told


def listed(folder):
    """What a folder has; nothing of one that is gone."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def marks(process=None):
    """The files that groups of the kernel's ask about: those of one process, or of all."""
    found = []
    for name in [str(process)] if process else [name for name in os.listdir("/proc") if name.isdigit()]:
        for number in listed(f"/proc/{name}/fdinfo"):
            # A connection may end while others are looked at.
            try:
                with open(f"/proc/{name}/fdinfo/{number}") as file:
                    found += [line.split(" ")[1] for line in file if line.startswith("fanotify ino:")]
            except OSError:
                pass
    return sorted(found)


def stopped():
    """The processes that stand still."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "T":
                    found.append(int(name))
        except OSError:
            pass
    return sorted(found)


# What a kernel without a part says when that part is asked for.
LACKS = {
    # CONFIG_NETFILTER_NETLINK: no socket of the netfilter's protocol.
    "netfilter": ("socket", 12, 93),
    # CONFIG_INET_DIAG: no socket that lists connections.
    "connections": ("socket", 4, 93),
    # CONFIG_FANOTIFY.
    "fanotify": ("fanotify_init", None, 38),
    # CONFIG_FANOTIFY_ACCESS_PERMISSIONS.
    "exec questions": ("fanotify_mark", None, 22),
}
NUMBERS = {
    "x86_64": {"socket": 41, "fanotify_init": 300, "fanotify_mark": 301},
    "aarch64": {"socket": 198, "fanotify_init": 262, "fanotify_mark": 263},
}


def without(part):
    """Lets the kernel answer this process, and what it becomes, as one that was built without a part (seccomp(2))."""
    call, third, error = LACKS[part]
    number = NUMBERS[os.uname().machine][call]
    fail, go = 0x00050000 | error, 0x7FFF0000
    # Classic BPF over struct seccomp_data: the call's number at 0, the low half of its arguments at 16, 24, 32.
    program = [(0x20, 0, 0, 0), (0x15, 0, 5 if third is not None else 1, number)]
    if third is not None:
        program += [(0x20, 0, 0, 16), (0x15, 0, 3, socket.AF_NETLINK), (0x20, 0, 0, 32), (0x15, 0, 1, third)]
    program += [(0x06, 0, 0, fail), (0x06, 0, 0, go)]
    code = b"".join(struct.pack("=HBBL", *one) for one in program)
    buffer = ctypes.create_string_buffer(code)
    filters = struct.pack("@HP", len(program), ctypes.addressof(buffer))
    assert LIBC.prctl(38, 1, 0, 0, 0) == 0
    assert LIBC.prctl(22, 2, ctypes.create_string_buffer(filters), 0, 0) == 0
