// What Node calls: main, and what arrives as a signal.
#include <signal.h>

// Clang calls main with arguments __main_argc_argv, and emscripten 3.1.6 looks for the name that
// clang 14 gave it.
extern "C" int __main_argc_argv(int argc, char** argv);

extern "C" int Entry(int argc, char** argv) __asm__("main");
int Entry(int argc, char** argv) { return __main_argc_argv(argc, argv); }

// Returns whether the program handles the signal. May end it.
extern "C" int ReceiveSignal(int number);
int ReceiveSignal(int number) {
  struct sigaction action;
  if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_DFL) return 0;
  ::raise(number);
  return 1;
}
