// A module for LD_PRELOAD under which allocations, threads and writes fail as they are told to.
// Linux with glibc. What fails is said by the environment:
//   COBBLE_FAULTY=KIND:FIRST:LAST  of the KIND's calls, counted from 1 once main has begun, those
//                                  from FIRST to LAST fail (LAST 0: all from FIRST on)
// KIND: memory (no memory), bare (the same, and C++ has no reserve for exceptions either), thread
// (EAGAIN), write (a part is written, no less than a byte).
//   COBBLE_FAULTY_COUNT=FILE       eight bytes that stand there become the count of such calls
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define EXPORT extern "C" __attribute__((visibility("default")))

// glibc's own, whose names no module takes.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

using Counter = std::atomic<uint64_t>;
static_assert(sizeof(Counter) == sizeof(uint64_t) && Counter::is_always_lock_free);

enum Kind { kNone, kMemory, kBare, kThread, kWrite };
constexpr const char* kKinds[] = {"", "memory", "bare", "thread", "write"};

bool the_main_runs = false;
Kind the_kind = kNone;  // set as main begins, when there is one thread
uint64_t the_first = 0, the_last = 0;
Counter own_counter;
Counter* the_counter = &own_counter;

// Counts a call; whether it is to fail.
bool Fails(Kind kind) {
  if (kind != the_kind) return false;
  const uint64_t number = ++*the_counter;
  return number >= the_first && (the_last == 0 || number <= the_last);
}

// The C++ library asks for its reserve as it is loaded.
bool IsReserve(std::size_t size) {
  if (the_main_runs || size < std::size_t{1} << 16) return false;
  const char* const what = std::getenv("COBBLE_FAULTY");
  return what && std::strncmp(what, kKinds[kBare], std::strlen(kKinds[kBare])) == 0;
}

bool LacksMemory(std::size_t size) {
  if (!Fails(kMemory) && !Fails(kBare) && !IsReserve(size)) return false;
  errno = ENOMEM;
  return true;
}

// A file is a counter that outlives the process, however that ends.
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
  for (const Kind kind : {kMemory, kBare, kThread, kWrite})
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

// Half of what is asked for.
std::size_t Part(std::size_t size) { return size > 1 && Fails(kWrite) ? size / 2 : size; }

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

EXPORT ssize_t write(int fd, const void* data, std::size_t size) {
  return ::syscall(SYS_write, fd, data, Part(size));
}

EXPORT ssize_t pwrite(int fd, const void* data, std::size_t size, off_t place) {
  return ::syscall(SYS_pwrite64, fd, data, Part(size), place);
}

EXPORT ssize_t pwrite64(int fd, const void* data, std::size_t size, off_t place) {
  return pwrite(fd, data, size, place);
}
