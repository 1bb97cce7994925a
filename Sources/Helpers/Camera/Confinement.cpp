#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <vector>

#include "Confinement.h"
#include "Pictures.h"

namespace {

#if defined(__x86_64__)
constexpr uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error "this kind of processor is not known here"
#endif

constexpr uint32_t denied = SECCOMP_RET_ERRNO | EPERM;

// The first octets of a 64-bit argument, where the numbers are small.
constexpr uint32_t argument(int number) { return offsetof(seccomp_data, args) + number * 8; }

constexpr sock_filter load(uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
constexpr sock_filter answer(uint32_t what) { return BPF_STMT(BPF_RET | BPF_K, what); }

} // namespace

void confine() {
    const std::vector<int> never = {
        SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg,
        SYS_sendmmsg, SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_writev, SYS_process_vm_readv, SYS_unlinkat,
        SYS_renameat2, SYS_mkdirat, SYS_linkat, SYS_symlinkat, SYS_mknodat, SYS_truncate, SYS_ftruncate, SYS_fchmod,
        SYS_fchmodat, SYS_memfd_create, SYS_openat2, SYS_io_uring_setup, SYS_mount, SYS_setxattr, SYS_bpf,
        SYS_pidfd_getfd, SYS_shmget, SYS_msgget,
#if defined(__x86_64__)
        SYS_creat, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_link, SYS_symlink, SYS_mknod, SYS_chmod,
        SYS_renameat,
#endif
    };
    const uint32_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
    std::vector<sock_filter> rules = {
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
        answer(SECCOMP_RET_KILL_PROCESS),
        load(offsetof(seccomp_data, nr)),
#if defined(__x86_64__)
        // Numbers of the other way to call this kernel.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        answer(SECCOMP_RET_KILL_PROCESS),
#endif
    };
    for (const int call : never) {
        rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(call), 0, 1));
        rules.push_back(answer(denied));
    }
    const auto opening = [&](int call, int flags) {
        rules.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(call), 0, 4));
        rules.push_back(load(argument(flags)));
        rules.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, writes, 0, 1));
        rules.push_back(answer(denied));
        rules.push_back(answer(SECCOMP_RET_ALLOW));
    };
    opening(SYS_openat, 2);
#if defined(__x86_64__)
    opening(SYS_open, 1);
#endif
    rules.push_back(answer(SECCOMP_RET_ALLOW));
    const sock_fprog program = {static_cast<unsigned short>(rules.size()), rules.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        throw Refusal{"this process cannot be confined", "seccomp", strerror(errno)};
    }
}
