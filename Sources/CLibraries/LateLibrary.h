// A library that the first call opens, behind functions of its own names.
#pragma once
#include <dlfcn.h>
#include <stddef.h>

struct late_library {
    const char *name;
    // The same library under another number of its interface, whose functions used here are the same; may be NULL.
    const char *other;
    void *handle;
};

// A function of the library, or NULL. Threads that come here at once find the same; dlopen(3) counts its users.
static void *late_function(struct late_library *library, const char *name)
{
    void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
    if (!handle) {
        handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
        if (!handle && library->other) handle = dlopen(library->other, RTLD_LAZY | RTLD_LOCAL);
        if (!handle) return NULL;
        __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    }
    return dlsym(handle, name);
}

// Hidden, so that the library goes on calling its own.
#define LATE_FIND(function)                                                               \
    static void *known;                                                                   \
    void *found = __atomic_load_n(&known, __ATOMIC_ACQUIRE);                              \
    if (!found) {                                                                         \
        found = late_function(&library, #function);                                       \
        __atomic_store_n(&known, found, __ATOMIC_RELEASE);                                \
    }

#define LATE(result, function, parameters, arguments, otherwise)                          \
    __attribute__((visibility("hidden"))) result function parameters                      \
    {                                                                                     \
        LATE_FIND(function)                                                               \
        return found ? ((__typeof__(&function))found)arguments : otherwise;               \
    }

#define LATE_VOID(function, parameters, arguments)                                        \
    __attribute__((visibility("hidden"))) void function parameters                        \
    {                                                                                     \
        LATE_FIND(function)                                                               \
        if (found) ((__typeof__(&function))found)arguments;                               \
    }
