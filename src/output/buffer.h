// Memory for a chunk, allocated once and not initialised, so pages that no band touches are free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "cobble/error.h"
#include "core/size.h"

namespace cobble {

class Buffer {
 public:
  // Throws Error kLimit if memory runs out.
  explicit Buffer(Size size) : size_(size.bytes()) {
    bytes_.reset(new (std::nothrow) std::byte[size_]);
    if (bytes_ == nullptr)
      throw Error(ErrorKind::kLimit, "", "not enough memory for a band of the picture");
  }

  std::byte* data() { return bytes_.get(); }
  const std::byte* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

inline uint8_t* AsBytes(std::byte* p) { return reinterpret_cast<uint8_t*>(p); }
inline const uint8_t* AsBytes(const std::byte* p) { return reinterpret_cast<const uint8_t*>(p); }

}  // namespace cobble
