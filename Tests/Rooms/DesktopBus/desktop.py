"""Parts of a desktop for tests, on the session bus of the environment: a notification daemon that records what it is told, and a player.

    desktop.py daemon [--no-actions] [--slow] [--late] [--inhibitable | --inhibited | --gnome]
    desktop.py player NAME Playing|Paused
    desktop.py avahi
    desktop.py tray
    desktop.py systemd [--refuses]

Each thing that happens is a line of JSON on standard output; "ready" is the first. The daemon reads from standard input:

    invoke NUMBER KEY    the person presses a button
    dismiss NUMBER       the person waves the notification away
    forge NUMBER KEY     another program claims that a button was pressed

The tray reads:

    look                 tells what the item shows, and its menu
    click NUMBER         the person chooses a line of the menu

systemd runs what it is told to as a unit; --refuses says no.
"""
import json
import os
import sys
from time import monotonic, sleep

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
NOTIFICATIONS = "org.freedesktop.Notifications"
PROPERTIES = "org.freedesktop.DBus.Properties"
AVAHI = "org.freedesktop.Avahi"


def tell(event, **members):
    print(json.dumps({"event": event, **members}, sort_keys=True), flush=True)


def plain(value):
    if isinstance(value, dbus.Boolean):
        return bool(value)
    if isinstance(value, (int, dbus.Byte)):
        return int(value)
    return str(value)


class Daemon(dbus.service.Object):
    def __init__(self, bus, abilities, has_inhibited):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.abilities = abilities
        self.has_inhibited = has_inhibited
        self.holders = {}
        self.last = 0

    @dbus.service.method(NOTIFICATIONS, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return self.abilities

    @dbus.service.method(NOTIFICATIONS, in_signature="", out_signature="ssss")
    def GetServerInformation(self):
        return ("gnome-shell" if "--gnome" in sys.argv else "recorder", "FocusKey's tests", "1", "1.2")

    @dbus.service.method(NOTIFICATIONS, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, name, number, icon, title, text, actions, hints, time):
        if number == 0:
            self.last += 1
            number = self.last
        tell("notify", number=int(number), title=str(title), text=str(text), actions=[str(a) for a in actions],
             hints={str(k): plain(v) for k, v in hints.items()}, time=int(time))
        if "--late" in sys.argv:
            sleep(0.4)
        return dbus.UInt32(number)

    @dbus.service.method(NOTIFICATIONS, in_signature="u", out_signature="")
    def CloseNotification(self, number):
        tell("close", number=int(number))
        self.NotificationClosed(number, 3)

    @dbus.service.method(NOTIFICATIONS, in_signature="ssa{sv}", out_signature="u")
    def Inhibit(self, program, reason, hints):
        self.last += 1
        self.holders[self.last] = str(program)
        tell("inhibit", by=str(program))
        return dbus.UInt32(self.last)

    @dbus.service.method(NOTIFICATIONS, in_signature="u", out_signature="")
    def UnInhibit(self, cookie):
        tell("uninhibit", by=self.holders.pop(int(cookie), None))

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if "--slow" in sys.argv:
            tell("asked", about=name)
            sleep(0.5)
        if name == "Inhibited" and interface == NOTIFICATIONS and self.has_inhibited is not None:
            return dbus.Boolean(self.has_inhibited or bool(self.holders))
        raise dbus.exceptions.DBusException("no such property", name="org.freedesktop.DBus.Error.UnknownProperty")

    @dbus.service.signal(NOTIFICATIONS, signature="us")
    def ActionInvoked(self, number, key):
        pass

    @dbus.service.signal(NOTIFICATIONS, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


class Player(dbus.service.Object):
    def __init__(self, bus, state):
        super().__init__(bus, "/org/mpris/MediaPlayer2")
        self.state = state

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return {"PlaybackStatus": dbus.String(self.state), "Identity": dbus.String("Test player")}[name]

    @dbus.service.method("org.mpris.MediaPlayer2.Player")
    def Pause(self):
        self.state = "Paused"
        tell("pause")

    @dbus.service.method("org.mpris.MediaPlayer2.Player")
    def Play(self):
        self.state = "Playing"
        tell("play")


class Avahi(dbus.service.Object):
    """avahi-daemon at the two calls that announce something: what it was told, and when that is over."""

    def __init__(self, bus):
        super().__init__(bus, "/")
        self.bus = bus
        self.groups = 0

    @dbus.service.method(f"{AVAHI}.Server", in_signature="", out_signature="o", sender_keyword="client")
    def EntryGroupNew(self, client):
        self.groups += 1
        return EntryGroup(self.bus, f"/Client1/EntryGroup{self.groups}", client).path

    @dbus.service.method(f"{AVAHI}.Server", in_signature="", out_signature="s")
    def GetHostNameFqdn(self):
        return "desk-2.local"


class EntryGroup(dbus.service.Object):
    def __init__(self, bus, path, client):
        super().__init__(bus, path)
        self.path = path
        bus.watch_name_owner(client, lambda owner: owner or self.forget())

    def forget(self):
        tell("forgotten")

    @dbus.service.method(f"{AVAHI}.EntryGroup", in_signature="iiussssqaay", out_signature="")
    def AddService(self, interface, protocol, flags, name, kind, domain, host, port, text):
        self.told = {"interface": int(interface), "protocol": int(protocol), "name": str(name), "type": str(kind),
                     "host": str(host), "port": int(port), "text": len(text)}

    @dbus.service.method(f"{AVAHI}.EntryGroup", in_signature="", out_signature="")
    def Commit(self):
        tell("announced", **self.told)


WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"


class Tray(dbus.service.Object):
    """A tray as panels have it: it knows the item that registered, asks it, and hears its signals."""

    def __init__(self, bus):
        super().__init__(bus, "/StatusNotifierWatcher")
        self.bus = bus
        self.item = None
        for name in ("NewIcon", "NewTitle", "NewToolTip", "NewStatus"):
            bus.add_signal_receiver(lambda *_, name=name: tell("signal", name=name), name, ITEM)
        bus.add_signal_receiver(lambda *_: tell("signal", name="LayoutUpdated"), "LayoutUpdated", MENU)

    @dbus.service.method(WATCHER, in_signature="s", out_signature="")
    def RegisterStatusNotifierItem(self, name):
        self.item = str(name)
        tell("registered", name=self.item)

    def ask(self, path, interface, method, *words):
        return dbus.Interface(self.bus.get_object(self.item, path, introspect=False), interface).get_dbus_method(method)(*words)

    def look(self):
        shown = self.ask("/StatusNotifierItem", PROPERTIES, "GetAll", ITEM)
        path = self.ask("/StatusNotifierItem", PROPERTIES, "Get", ITEM, "Menu")
        names = dbus.Array(["type", "label", "visible", "enabled", "children-display", "accessible-desc"], signature="s")
        began = monotonic()
        revision, (_, _, lines) = self.ask(path, MENU, "GetLayout", dbus.Int32(0), dbus.Int32(-1), names)
        taken = monotonic() - began
        group = self.ask(path, MENU, "GetGroupProperties", dbus.Array([], signature="i"), dbus.Array([], signature="s"))
        menu = [[int(number), str(members.get("label", "-")), bool(members.get("enabled", False))]
                for number, members, _ in lines]
        tell("face", title=str(shown["Title"]), tip=str(shown["ToolTip"][3]), status=str(shown["Status"]),
             sizes=[int(picture[0]) for picture in shown["IconPixmap"]],
             bytes=[len(picture[2]) for picture in shown["IconPixmap"]], menu=menu, same=len(group) == len(lines),
             revision=int(revision), milliseconds=taken * 1000)

    def click(self, number):
        self.ask("/MenuBar", MENU, "Event", dbus.Int32(number), "clicked", dbus.String("", variant_level=1), dbus.UInt32(0))
        tell("clicked", number=number)


def forge(number, key):
    stranger = dbus.SessionBus(private=True)
    message = dbus.lowlevel.SignalMessage("/org/freedesktop/Notifications", NOTIFICATIONS, "ActionInvoked")
    message.append(dbus.UInt32(number), key, signature="us")
    stranger.send_message(message)
    stranger.flush()


def obey(source, condition, loop, daemon):
    line = os.read(source, 4096).decode()
    if not line:
        loop.quit()
        return False
    for words in (part.split() for part in line.splitlines()):
        if words[0] == "invoke":
            daemon.ActionInvoked(dbus.UInt32(int(words[1])), words[2])
        elif words[0] == "dismiss":
            daemon.NotificationClosed(dbus.UInt32(int(words[1])), dbus.UInt32(2))
        elif words[0] == "forge":
            forge(int(words[1]), words[2])
        elif words[0] == "look":
            daemon.look()
        elif words[0] == "click":
            daemon.click(int(words[1]))
    return True


def main():
    bus = dbus.SessionBus()
    loop = GLib.MainLoop()
    if sys.argv[1] == "daemon":
        abilities = ["body", "body-markup"] + ([] if "--no-actions" in sys.argv else ["actions"])
        part = Daemon(bus, abilities, False if "--inhibitable" in sys.argv else True if "--inhibited" in sys.argv else None)
        name = NOTIFICATIONS
    elif sys.argv[1] == "avahi":
        part = Avahi(bus)
        name = AVAHI
    elif sys.argv[1] == "tray":
        part, name = Tray(bus), WATCHER
    elif sys.argv[1] == "systemd":
        sys.dont_write_bytecode = True
        from manager import Systemd
        part, name = Systemd(bus, tell, plain), "org.freedesktop.systemd1"
    else:
        part = Player(bus, sys.argv[3])
        name = "org.mpris.MediaPlayer2." + sys.argv[2]
    held = dbus.service.BusName(name, bus, do_not_queue=True)
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, obey, loop, part)
    tell("ready", name=held.get_name())
    loop.run()


main()
