"""bluetoothd as FocusKey sees it, played on a private bus: an adapter, straps and foot pods.

Reads a line for each thing that happens and answers nothing; says `ready` once it owns its name, and what is asked of
it. Lines: `device ADDRESS NAME heart|strides|other`, `on ADDRESS`, `off ADDRESS`, `value ADDRESS HEX`, `gone ADDRESS`,
`heard ADDRESS`, `refuse ADDRESS`, `power on|off`.
"""
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

OBJECTS = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
KINDS = {"heart": ("180d", "2a37"), "strides": ("1814", "2a53"), "other": ("180f", "2a19")}


def tell(*words):
    print(*words, flush=True)


def long(uuid):
    return f"0000{uuid}-0000-1000-8000-00805f9b34fb"


class Thing(dbus.service.Object):
    """An object with properties of one interface."""

    def __init__(self, bus, path, interface, properties):
        super().__init__(bus, path)
        self.path, self.interface, self.values = path, interface, properties

    @property
    def told(self):
        return {self.interface: dbus.Dictionary(self.values, signature="sv")}

    def set(self, **values):
        self.values.update(values)
        self.PropertiesChanged(self.interface, dbus.Dictionary(values, signature="sv"), [])

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ssv")
    def Set(self, interface, name, value):
        tell("set", name, value)
        self.set(**{name: value})


class Adapter(Thing):
    @dbus.service.method(ADAPTER, in_signature="a{sv}")
    def SetDiscoveryFilter(self, wanted):
        tell("filter", *[str(uuid)[4:8] for uuid in wanted["UUIDs"]])

    @dbus.service.method(ADAPTER)
    def StartDiscovery(self):
        tell("scan")

    @dbus.service.method(ADAPTER)
    def StopDiscovery(self):
        tell("scanned")


class Characteristic(Thing):
    notifies = False

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        self.notifies = True
        tell("notify", self.values["UUID"][4:8])

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        self.notifies = False
        tell("silence")


class Device(Thing):
    refuses = False
    characteristic = None

    @dbus.service.method(DEVICE)
    def Connect(self):
        tell("connect", self.values["Address"])
        if self.refuses:
            raise dbus.exceptions.DBusException("le-connection-abort-by-local", name="org.bluez.Error.Failed")
        self.come()

    @dbus.service.method(DEVICE)
    def Pair(self):
        tell("pair", self.values["Address"])
        self.set(Paired=dbus.Boolean(True))

    def come(self):
        self.set(Connected=dbus.Boolean(True))
        if self.characteristic is None:
            uuid = long(KINDS[self.kind][1])
            self.characteristic = Characteristic(
                self.house.bus, f"{self.path}/service0010/char0011", CHARACTERISTIC, {"UUID": uuid})
            self.house.InterfacesAdded(self.characteristic.path, self.characteristic.told)
        self.set(ServicesResolved=dbus.Boolean(True))

    def leave(self):
        if self.characteristic:
            self.house.InterfacesRemoved(self.characteristic.path, [CHARACTERISTIC])
            self.characteristic.remove_from_connection()
            self.characteristic = None
        self.set(Connected=dbus.Boolean(False), ServicesResolved=dbus.Boolean(False))


class House(dbus.service.Object):
    """The root object."""

    def __init__(self, bus):
        super().__init__(bus, "/")
        self.bus, self.devices = bus, {}
        self.adapter = Adapter(bus, "/org/bluez/hci0", ADAPTER, {"Powered": dbus.Boolean(True)})

    @dbus.service.method(OBJECTS, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        things = [self.adapter]
        for device in self.devices.values():
            things += [device] + ([device.characteristic] if device.characteristic else [])
        return {dbus.ObjectPath(thing.path): thing.told for thing in things}

    @dbus.service.signal(OBJECTS, signature="oa{sa{sv}}")
    def InterfacesAdded(self, path, interfaces):
        pass

    @dbus.service.signal(OBJECTS, signature="oas")
    def InterfacesRemoved(self, path, interfaces):
        pass

    def add(self, address, name, kind):
        path = "/org/bluez/hci0/dev_" + address.replace(":", "_")
        device = Device(self.bus, path, DEVICE, {
            "Address": address, "Alias": name, "Connected": dbus.Boolean(False), "Paired": dbus.Boolean(False),
            "ServicesResolved": dbus.Boolean(False), "RSSI": dbus.Int16(-70), "Appearance": dbus.UInt16(833),
            "ManufacturerData": dbus.Dictionary({dbus.UInt16(107): dbus.ByteArray(b"\x01")}, signature="qv"),
            "UUIDs": dbus.Array([long(KINDS[kind][0])], signature="s")})
        device.house, device.kind = self, kind
        self.devices[address] = device
        self.InterfacesAdded(path, device.told)

    def act(self, words):
        device = self.devices.get(words[1]) if len(words) > 1 else None
        if words[0] == "device":
            self.add(*words[1:])
        elif words[0] == "on":
            device.refuses = False
            device.come()
        elif words[0] == "off":
            device.leave()
        elif words[0] == "refuse":
            device.refuses = True
        elif words[0] == "heard":
            device.refuses = False
            device.set(RSSI=dbus.Int16(-60))
        elif words[0] == "gone":
            device.leave()
            self.InterfacesRemoved(device.path, [DEVICE])
            device.remove_from_connection()
            del self.devices[words[1]]
        elif words[0] == "power":
            self.adapter.set(Powered=dbus.Boolean(words[1] == "on"))
        elif words[0] == "value" and device.characteristic and device.characteristic.notifies:
            octets = bytes.fromhex(words[2]) if len(words) > 2 else b""
            device.characteristic.set(Value=dbus.Array(octets, signature="y"))


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    house = House(bus)
    name = dbus.service.BusName("org.bluez", bus)
    loop = GLib.MainLoop()

    rest = b""

    def heed(source, condition):
        nonlocal rest
        octets = os.read(0, 4096)
        if not octets:
            loop.quit()
            return False
        *lines, rest = (rest + octets).split(b"\n")
        for line in lines:
            house.act(line.decode().split())
        return True

    for line in sys.argv[1:]:
        house.act(line.split())
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, heed)
    tell("ready", name.get_name())
    loop.run()


main()
