// Tests SHA-256 with the examples of FIPS 180-4 and at the borders of blocks.
#include "core/sha256.h"

#include <doctest/doctest.h>

#include <string>

namespace cobble {
namespace {

std::string HashOf(const std::string& text, std::size_t step) {
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += step) {
    const std::string part = text.substr(at, step);
    hash.Add(part.data(), part.size());
  }
  return hash.Text();
}

TEST_CASE("the hashes of the standard's examples") {
  CHECK(HashOf("", 1) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(HashOf("abc", 3) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(HashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(HashOf(std::string(1000000, 'a'), 1 << 16) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("parts of any size give one hash") {
  for (std::size_t size = 0; size < 200; ++size) {
    CAPTURE(size);
    const std::string text(size, 'x'), whole = HashOf(text, size + 1);
    for (const std::size_t step : {1, 7, 63, 64, 65}) CHECK(HashOf(text, step) == whole);
  }
}

}  // namespace
}  // namespace cobble
