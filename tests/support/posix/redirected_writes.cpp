// Diverts POSIX writes to files.
#include <utility>

#include "platform/posix/calls.h"
#include "support/files/redirected_writes.h"

namespace cobble::test {

class RedirectedWrites::Calls final : public SystemCalls {
 public:
  explicit Calls(Take take) : take_(std::move(take)) {}

  ssize_t Write(int, const void* data, std::size_t size) override {
    take_(nullptr, {static_cast<const char*>(data), size});
    return static_cast<ssize_t>(size);
  }
  ssize_t WriteAt(int, const void* data, std::size_t size, off_t place) override {
    const auto offset = static_cast<uint64_t>(place);
    take_(&offset, {static_cast<const char*>(data), size});
    return static_cast<ssize_t>(size);
  }

 private:
  Take take_;
};

RedirectedWrites::RedirectedWrites(Take take) : calls_(std::make_unique<Calls>(std::move(take))) {
  ReplaceSystemCalls(calls_.get());
}
RedirectedWrites::~RedirectedWrites() { ReplaceSystemCalls(nullptr); }

}  // namespace cobble::test
