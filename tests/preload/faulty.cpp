// A module for LD_PRELOAD that makes chosen allocations and thread creations fail. It tests the
// real process, including calls inside libraries, which the other fault injectors
// (support/files/faulty_calls, strace) cannot reach. Requires Linux with glibc. Environment:
//   COBBLE_FAULTY=KIND:FIRST:LAST  calls FIRST to LAST of the KIND fail, counted from 1 at the
//                                  start of main (LAST 0: all from FIRST on)
//   COBBLE_FAULTY_COUNT=FILE       a file of eight bytes that receives the number of such calls
// KIND: memory (allocations return null); bare (the same, and libstdc++ does not get its emergency
// pool for exceptions either); thread (pthread_create returns EAGAIN).
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define EXPORT extern "C" __attribute__((visibility("default")))

// glibc's internal names for its allocator, which are not overridden below.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

using Counter = std::atomic<uint64_t>;
static_assert(sizeof(Counter) == sizeof(uint64_t) && Counter::is_always_lock_free);

enum Kind { kNone, kMemory, kBare, kThread };
constexpr const char* kKinds[] = {"", "memory", "bare", "thread"};

bool the_main_runs = false;
Kind the_kind = kNone;  // set when main starts, while there is only one thread
uint64_t the_first = 0, the_last = 0;
Counter own_counter;
Counter* the_counter = &own_counter;

// Counts a call and returns whether it must fail.
bool Fails(Kind kind) {
  if (kind != the_kind) return false;
  const uint64_t number = ++*the_counter;
  return number >= the_first && (the_last == 0 || number <= the_last);
}

// libstdc++ allocates its emergency pool for exceptions when it is loaded, before main.
bool IsEmergencyPool(std::size_t size) {
  if (the_main_runs || size < std::size_t{1} << 16) return false;
  const char* const what = std::getenv("COBBLE_FAULTY");
  return what && std::strncmp(what, kKinds[kBare], std::strlen(kKinds[kBare])) == 0;
}

bool LacksMemory(std::size_t size) {
  if (!Fails(kMemory) && !Fails(kBare) && !IsEmergencyPool(size)) return false;
  errno = ENOMEM;
  return true;
}

// The counter is a mapped file, so that it outlives the process in any case.
void ShareCounter(const char* path) {
  const int fd = path ? ::open(path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void* const place = ::mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (place != MAP_FAILED) the_counter = static_cast<Counter*>(place);
}

void Begin() {
  ShareCounter(std::getenv("COBBLE_FAULTY_COUNT"));
  char word[16];
  unsigned long long first = 0, last = 0;
  const char* const what = std::getenv("COBBLE_FAULTY");
  if (!what || std::sscanf(what, "%15[a-z]:%llu:%llu", word, &first, &last) != 3) return;
  the_first = first;
  the_last = last;
  for (const Kind kind : {kMemory, kBare, kThread})
    if (std::strcmp(kKinds[kind], word) == 0) the_kind = kind;
}

template <typename Function>
Function* Next(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

using Main = int(int, char**, char**);
Main* the_main = nullptr;

int BeginAndRun(int argc, char** argv, char** environment) {
  Begin();
  the_main_runs = true;
  return the_main(argc, argv, environment);
}

}  // namespace

EXPORT int __libc_start_main(Main* main, int argc, char** argv, void (*init)(), void (*fini)(),
                             void (*rtld_fini)(), void* stack_end) {
  the_main = main;
  auto* const next = Next(&__libc_start_main, "__libc_start_main");
  return next(&BeginAndRun, argc, argv, init, fini, rtld_fini, stack_end);
}

EXPORT void* malloc(std::size_t size) { return LacksMemory(size) ? nullptr : __libc_malloc(size); }

EXPORT void* calloc(std::size_t count, std::size_t size) {
  return LacksMemory(count * size) ? nullptr : __libc_calloc(count, size);
}

EXPORT void* realloc(void* memory, std::size_t size) {
  return LacksMemory(size) ? nullptr : __libc_realloc(memory, size);
}

EXPORT void* memalign(std::size_t alignment, std::size_t size) {
  return LacksMemory(size) ? nullptr : __libc_memalign(alignment, size);
}

EXPORT void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}

EXPORT int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*),
                          void* with) {
  if (Fails(kThread)) return EAGAIN;
  static auto* const next = Next(&pthread_create, "pthread_create");
  return next(thread, how, run, with);
}
