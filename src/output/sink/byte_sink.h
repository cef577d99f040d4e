// The destination of a picture's bytes: a file (sink.h) or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cobble {

class ByteSink {
 public:
  ByteSink() = default;
  virtual ~ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;

  virtual void Write(const void* data, std::size_t size) = 0;
  void Write(std::string_view text) { Write(text.data(), text.size()); }
  void WriteZeros(std::size_t size);
  // Writes at an offset from the first byte; does not move the position of Write.
  virtual void WriteAt(uint64_t offset, const void* data, std::size_t size) = 0;

  // Call after the last byte. A run with several sinks finishes all before it commits the first.
  virtual void Finish() = 0;
  // Calls Finish if needed, and makes the bytes visible.
  virtual void Commit() = 0;

  // Whether bytes are visible as soon as they are written, not only after Commit.
  virtual bool direct() const = 0;
  // After Finish: whether Commit leaves a file that already has the same bytes.
  virtual bool unchanged() const { return false; }
  // Whether Commit replaces a file that existed when the sink was constructed.
  virtual bool replaces() const = 0;
  virtual uint64_t bytes_written() const = 0;
};

// Collects the bytes in `*bytes`, which must outlive the sink.
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::string* bytes) : bytes_(*bytes) {}

  // These throw std::bad_alloc or std::length_error if memory runs out.
  using ByteSink::Write;
  void Write(const void* data, std::size_t size) override;
  void WriteAt(uint64_t offset, const void* data, std::size_t size) override;

  void Finish() override {}
  void Commit() override {}
  bool direct() const override { return true; }
  bool replaces() const override { return false; }
  uint64_t bytes_written() const override { return bytes_.size(); }

 private:
  std::string& bytes_;
  std::size_t offset_ = 0;  // of the next Write
};

}  // namespace cobble
