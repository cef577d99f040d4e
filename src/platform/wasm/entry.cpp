// The entry point of programs. Clang calls main with arguments __main_argc_argv, and emscripten
// 3.1.6 looks for the name that clang 14 gave it.
extern "C" int __main_argc_argv(int argc, char** argv);

extern "C" int Entry(int argc, char** argv) __asm__("main");
int Entry(int argc, char** argv) { return __main_argc_argv(argc, argv); }
