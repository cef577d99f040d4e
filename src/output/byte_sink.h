// Where the bytes of a picture go: to a file (sink.h) or to memory.
#ifndef COBBLE_OUTPUT_BYTE_SINK_H_
#define COBBLE_OUTPUT_BYTE_SINK_H_

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
  // Writes at a place counted from the first byte; where Write goes on does not change.
  virtual void WriteAt(uint64_t place, const void* data, std::size_t size) = 0;

  // After the last byte. If a run has several sinks, all are finished before the first is
  // committed.
  virtual void Finish() = 0;
  // Finishes if that has not been done, and makes the bytes appear.
  virtual void Commit() = 0;

  // Whether the bytes appear as they are written, not at Commit.
  virtual bool direct() const = 0;
  // Whether Commit replaces something that was there when the sink was made.
  virtual bool replaces() const = 0;
  // The size so far.
  virtual uint64_t bytes_written() const = 0;
};

// Collects the bytes in a string, which must outlive it.
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(std::string* bytes) : bytes_(*bytes) {}

  // These throw std::bad_alloc or std::length_error where memory is short.
  using ByteSink::Write;
  void Write(const void* data, std::size_t size) override;
  void WriteAt(uint64_t place, const void* data, std::size_t size) override;

  void Finish() override {}
  void Commit() override {}
  bool direct() const override { return true; }
  bool replaces() const override { return false; }
  uint64_t bytes_written() const override { return bytes_.size(); }

 private:
  std::string& bytes_;
  std::size_t place_ = 0;  // where Write goes on
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_BYTE_SINK_H_
