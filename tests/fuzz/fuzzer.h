// The fuzzers: each takes any bytes, makes of them what it is named after, and judges what cobble
// does with that. clang's libFuzzer calls them with bytes that it breeds (libfuzzer/entry.cpp,
// scripts/fuzz), fuzz_test with the files of corpus/NAME.
#ifndef COBBLE_TESTS_FUZZ_FUZZER_H_
#define COBBLE_TESTS_FUZZ_FUZZER_H_

#include <string>
#include <string_view>

namespace cobble::test {

// The bytes are a recipe: reading, checking, compiling, writing, and reading what was written.
void FuzzRecipe(std::string_view bytes);
// They are the words of a command line, and its standard input.
void FuzzCommandLine(std::string_view bytes);
// They are a recipe, or the choices of which one is made: the same bits of its pixels on SIMD
// levels, in windows, tiles and threads of the bytes' choice.
void FuzzRender(std::string_view bytes);
// They are a picture's shape and samples: written as PNG, EXR and raw, and read back.
void FuzzEncoders(std::string_view bytes);

struct Fuzzer {
  std::string_view name;  // of its corpus, and of the program
  void (*run)(std::string_view bytes);
};

inline constexpr Fuzzer kFuzzers[] = {{"recipe", &FuzzRecipe},
                                      {"command-line", &FuzzCommandLine},
                                      {"render", &FuzzRender},
                                      {"encoders", &FuzzEncoders}};

// Throws std::logic_error, which ends libFuzzer's run and fails a test.
void Demand(bool holds, const std::string& what);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_FUZZ_FUZZER_H_
