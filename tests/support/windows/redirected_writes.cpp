// Diverts Windows writes to files.
#include <utility>

#include "platform/windows/calls.h"
#include "support/files/redirected_writes.h"

namespace cobble::test {

class RedirectedWrites::Calls final : public SystemCalls {
 public:
  explicit Calls(Take take) : take_(std::move(take)) {}

  bool Write(HANDLE, const void* data, DWORD size, DWORD* count) override {
    take_(nullptr, {static_cast<const char*>(data), size});
    *count = size;
    return true;
  }
  bool WriteAt(HANDLE, const void* data, DWORD size, uint64_t offset, DWORD* count) override {
    take_(&offset, {static_cast<const char*>(data), size});
    *count = size;
    return true;
  }

 private:
  Take take_;
};

RedirectedWrites::RedirectedWrites(Take take) : calls_(std::make_unique<Calls>(std::move(take))) {
  ReplaceSystemCalls(calls_.get());
}
RedirectedWrites::~RedirectedWrites() { ReplaceSystemCalls(nullptr); }

}  // namespace cobble::test
