// Tests that errors leave stream buffers as exceptions, which pass through the C++ library.
#include "cli/terminal/streams.h"

#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <functional>
#include <istream>
#include <ostream>
#include <streambuf>
#include <string>
#include <system_error>
#include <vector>

namespace cobble {
namespace {

class Throwing : public std::streambuf {
  [[noreturn]] static void Throw() { throw std::system_error(EIO, std::generic_category()); }

  int_type underflow() override { Throw(); }
  int_type overflow(int_type) override { Throw(); }
  int sync() override { Throw(); }
};

using Use = std::function<void(std::iostream&)>;

// Reads and writes: in each, a C++ library function is between the buffer and the test.
std::vector<Use> Uses() {
  static std::array<char, 100> block;
  static std::string text;
  static int number = 0;
  return {[](std::iostream& s) { s.read(block.data(), block.size()); },
          [](std::iostream& s) { s.getline(block.data(), block.size()); },
          [](std::iostream& s) { std::getline(s, text); },
          [](std::iostream& s) { s.get(); },
          [](std::iostream& s) { s >> text; },
          [](std::iostream& s) { s >> number; },
          [](std::iostream& s) { s << "abc"; },
          [](std::iostream& s) { s << 1; },
          [](std::iostream& s) { s.write("a", 1); },
          [](std::iostream& s) { s.flush(); }};
}

TEST_CASE("an exception of a buffer makes its stream bad, whatever is read and written") {
  for (const Use& use : Uses()) {
    Throwing buffer;
    std::iostream stream(&buffer);
    use(stream);
    CHECK(stream.bad());
  }
}

TEST_CASE("an exception of a buffer leaves its stream if that has exceptions") {
  for (const Use& use : Uses()) {
    Throwing buffer;
    std::iostream stream(&buffer);
    stream.exceptions(std::ios::badbit);
    CHECK_THROWS_AS(use(stream), std::system_error);
  }
}

TEST_CASE("a handle that cannot be read makes its stream bad, with the error") {
  HandleBuffer buffer(kNoHandle);
  std::istream in(&buffer);
  std::string word;
  in >> word;
  CHECK(in.bad());
  CHECK(StreamError(in) == EBADF);
}

}  // namespace
}  // namespace cobble
