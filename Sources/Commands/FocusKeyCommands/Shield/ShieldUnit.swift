internal import SystemShield

enum ShieldUnit {
  /// Denies all that the helper does not need; it has to see the computer's network and processes.
  static func text(for helper: HelperInstallation) -> String {
    """
    [Unit]
    Description=FocusKey shield helper
    Documentation=man:focuskey(1)
    # A crash must not leave a computer without a helper. A new one blocks nothing, so restarting is always safe.
    StartLimitIntervalSec=0

    [Service]
    Type=notify
    ExecStart=\(helper.program)
    Restart=always
    RestartSec=200ms
    WatchdogSec=3s
    RuntimeDirectory=focuskey
    RuntimeDirectoryMode=0755
    # To see which program of a person's holds a connection takes the right to look into it.
    CapabilityBoundingSet=CAP_NET_ADMIN CAP_SYS_ADMIN CAP_DAC_READ_SEARCH CAP_SYS_PTRACE
    AmbientCapabilities=
    NoNewPrivileges=yes
    ProtectSystem=strict
    ProtectHome=read-only
    PrivateTmp=no
    PrivateDevices=yes
    ProtectClock=yes
    ProtectHostname=yes
    ProtectControlGroups=yes
    ProtectKernelLogs=yes
    ProtectKernelModules=yes
    ProtectKernelTunables=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    RestrictAddressFamilies=AF_UNIX AF_NETLINK
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    RemoveIPC=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallFilter=~@resources @privileged
    SystemCallFilter=capset fanotify_init fanotify_mark
    IPAddressDeny=any
    LimitCORE=0
    # Lists of names are the most that it keeps: half a million take 60 MB. Its threads are a handful.
    MemoryMax=256M
    TasksMax=16
    UMask=0022

    [Install]
    WantedBy=multi-user.target

    """
  }
}
