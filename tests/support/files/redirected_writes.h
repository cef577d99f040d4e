// Diverts writes to files, for tests of files larger than a disk.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace cobble::test {

// While it lives, calls `take` with the bytes of every write and their offset, which is null if
// they follow the last ones. Files are created but stay empty.
class RedirectedWrites {
 public:
  using Take = std::function<void(const uint64_t* offset, std::string_view bytes)>;

  explicit RedirectedWrites(Take take);
  ~RedirectedWrites();
  RedirectedWrites(const RedirectedWrites&) = delete;
  RedirectedWrites& operator=(const RedirectedWrites&) = delete;

 private:
  class Calls;

  std::unique_ptr<Calls> calls_;
};

}  // namespace cobble::test
