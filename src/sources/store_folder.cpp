// Implements OpenStoreFolder.
#include "sources/store_folder.h"

#include "core/suggest.h"
#include "platform/file.h"

namespace cobble {

std::optional<ChunkStore> OpenStoreFolder(const std::string& path) {
  if (path.empty()) return std::nullopt;
  if (ChunkStore::IsStore(path)) return ChunkStore::Open(path);
  if (!file::IsFolder(path)) return std::nullopt;
  if (const std::string above = StoreAbove(path); !above.empty())
    throw Error(ErrorKind::kIo, Shown(path), "is a folder of a store",
                "the store is " + Shown(above));
  return std::nullopt;
}

}  // namespace cobble
