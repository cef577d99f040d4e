// Random access to the bytes of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cobble {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  virtual uint64_t size() const = 0;
  // Copies `size` bytes from `offset`, or fewer at the end. Returns their number. Throws Error kIo.
  virtual std::size_t Read(uint64_t offset, void* to, std::size_t size) const = 0;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

  uint64_t size() const override { return bytes_.size(); }
  std::size_t Read(uint64_t offset, void* to, std::size_t size) const override;

 private:
  std::string bytes_;
};

// Returns the first `size` bytes, or all if there are fewer.
std::string StartOf(const ByteSource& source, std::size_t size);

// Reads a stream without random access to its end. In: read_some(to, size) returns the number of
// bytes read, 0 at the end; max_length(text) returns the maximum length of a text that begins so.
std::string ReadToEnd(const std::function<std::size_t(char*, std::size_t)>& read_some,
                      const std::function<std::size_t(std::string_view)>& max_length);

// Maximum bytes read into memory from a pipe or another file without random access.
inline constexpr std::size_t kMaxPipeBytes = std::size_t{1} << 28;

// Opens a file; reads all bytes of one that is not regular. Throws Error kIo if it cannot be read,
// kLimit if a pipe has more than kMaxPipeBytes.
std::shared_ptr<const ByteSource> OpenFile(const std::string& path);

// A cursor for callbacks of C, which must not throw: keeps the first exception until Rethrow.
class SourceCursor {
 public:
  explicit SourceCursor(const ByteSource& source) : source_(source) {}

  uint64_t at = 0;

  uint64_t size() const { return source_.size(); }
  // Reads at the cursor and advances. Returns the number of bytes; 0 if reading failed.
  std::size_t Read(void* to, std::size_t size) noexcept;
  // Returns whether the caller asked for bytes beyond the end.
  bool passed_end() const { return passed_end_; }
  void Rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const ByteSource& source_;
  bool passed_end_ = false;
  std::exception_ptr failure_;
};

}  // namespace cobble
