// Implements CheckStruct.
#include "c/structs.h"

#include <string>

#include "c/guard.h"

namespace cobble::c {

void CheckStruct(const void* given, std::size_t first, std::size_t known, std::string_view name) {
  if (given == nullptr) Refuse(name, "must not be null");
  const auto refuse = [&](const std::string& message, const char* hint) {
    Refuse(std::string(name) + ".struct_size", message, hint);
  };
  const std::size_t size = StructSize(given);
  if (size < first || size > kMaxStructSize)
    refuse("is " + std::to_string(size) + ", not the size of the struct",
           "set it to sizeof the struct, and all unused fields to 0");
  const auto* const bytes = static_cast<const std::byte*>(given);
  if (std::any_of(bytes + std::min(known, size), bytes + size,
                  [](std::byte byte) { return byte != std::byte{0}; }))
    refuse("has fields that this library does not know", "use a library as new as cobble_c.h");
}

}  // namespace cobble::c
