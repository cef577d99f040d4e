// The files of a store: its plan and metadata, chunks and their records.
//
//   FOLDER/.cobble/plan.json                 see store_plan.h; written first, and never replaced
//   FOLDER/.cobble/chunks/LEVEL/ROW/COLUMN   the record of a chunk, written after its files
//   FOLDER/.cobble/range/                    see range_parts.h
//   FOLDER/MAP/LEVEL/ROW/COLUMN              of a Zarr store: a chunk of a map with one channel
//   FOLDER/MAP/LEVEL/0/ROW/COLUMN            the same with several channels
//   FOLDER/MAP/LEVEL/c/...                   both in Zarr v3
//   FOLDER/{z}/{x}/{y}.png                   of an xyz store; level 0 is the deepest zoom
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/sink/sink.h"
#include "recipe/images/images.h"
#include "stores/chunk_grid.h"
#include "stores/store_plan.h"

namespace cobble {

struct FileRecord {
  uint64_t bytes = 0;      // size of the file
  uint32_t file_crc = 0;   // CRC-32 of the file
  uint64_t pixel_crc = 0;  // CRC-64 of the samples: see PixelHash
  bool operator==(const FileRecord&) const = default;
};

// By map, in the order of the plan.
using ChunkRecord = std::vector<FileRecord>;

// A record belongs to a chunk of a plan: `key` is a hash of both.
//
// {"key": "0011223344556677", "files": [{"bytes": 8388630, "crc32": "0a1b2c3d", "pixels":
// "0123456789abcdef"}], "crc32": "89abcdef"}, on one line with a line break. The last member is the
// CRC-32 of the text before it.
std::string WriteChunkRecord(const ChunkRecord& record, uint64_t key);

// Returns nullopt if the text is not exactly what WriteChunkRecord writes for a record and this
// key: it is truncated, damaged, or of another chunk or plan.
std::optional<ChunkRecord> ReadChunkRecord(std::string_view text, uint64_t key);

// A file of a chunk, not yet written.
struct EncodedFile {
  std::string bytes;
  uint64_t pixel_crc = 0;
};

// A chunk's file, compared with its record.
enum class FileState { kWhole, kMissing, kDamaged };

class ChunkStore {
 public:
  // `folder` may be relative; empty for the working directory.
  ChunkStore(std::string folder, StorePlan plan);

  // Returns whether the folder has a plan, or may have one that this process may not read.
  static bool IsStore(const std::string& folder);
  // In: images, that the plan's recipe shows, as far as they are needed. Throws Error kIo without a
  // readable plan, kRecipe if it is damaged or of another version, and like GiveImages.
  static ChunkStore Open(const std::string& folder, const std::vector<NamedImage>& images = {});

  // Returns the folder without a trailing slash; "." for the working directory.
  std::string name() const;
  const StorePlan& plan() const { return plan_; }
  const ChunkGrid& grid() const { return grid_; }
  uint64_t identity() const { return identity_; }  // IdentityOf the plan

  // Writes the metadata and the plan, unless the same plan is already there. Throws like
  // CheckFolder, and Error kIo if a file cannot be written.
  void Create(const FileRules& files) const;
  // Throws Error kUsage, at the folder's name, if the folder is a file or a dangling link, has a
  // different plan (naming the difference, which may be an image), or has no plan but other files;
  // kRecipe if its plan is damaged; kIo if the plan cannot be read.
  void CheckFolder() const;
  // Writes the files that describe the store to readers, if they are missing. Throws Error kIo.
  void WriteMetadata(const FileRules& files) const;
  // Returns the paths of these files and of the plan.
  std::vector<std::string> MetadataPaths() const;
  // Returns the paths of the files of WriteMetadata that are missing, damaged or cannot be read.
  std::vector<std::string> DamagedMetadata() const;

  // Returns the path of a chunk's file of map `map` of the plan.
  std::string PathOf(const ChunkIndex& chunk, std::size_t map) const;

  std::string RecordPath(const ChunkIndex& chunk) const;

  // Returns the hash of the plan and a chunk that its record repeats.
  uint64_t KeyOf(const ChunkIndex& chunk) const;
  // The next three throw Error kIo if the record, or a file, is a folder or cannot be read.
  //
  // Returns the record of a chunk; nullopt if it is missing or damaged.
  std::optional<ChunkRecord> FindRecord(const ChunkIndex& chunk) const;
  // Returns whether a chunk has a record, and all its files with the recorded sizes.
  bool IsThere(const ChunkIndex& chunk) const;
  // Compares the size and the CRC of a chunk's file with its record. If they match, copies the file
  // to `bytes`, unless null. Throws Error kIo if it cannot be read.
  FileState StateOf(const ChunkIndex& chunk, std::size_t map, const FileRecord& record,
                    std::string* bytes = nullptr) const;
  // Returns whether a chunk has a record, and files that match it. Reads them.
  bool IsWhole(const ChunkIndex& chunk) const;
  // Returns the bytes of a chunk's file. Throws Error kIo if they do not match the record.
  std::string ReadChunkFile(const ChunkIndex& chunk, std::size_t map,
                            const FileRecord& record) const;

  // Writes a chunk's files atomically, then its record. Replaces links and pipes. Throws Error kIo.
  void WriteChunk(const ChunkIndex& chunk, const std::vector<EncodedFile>& encoded,
                  FileRules files) const;

  std::string PlanPath() const;
  // Returns the path of a file below FOLDER/.cobble/.
  std::string InternalPath(const std::string& name) const;

 private:
  using Files = std::vector<std::pair<std::string, std::string>>;  // paths and texts
  Files MetadataFiles() const;
  Files ZarrFiles() const;
  Files Zarr3Files() const;

  void WriteNewPlan(FileRules files) const;
  // Returns the name of an entry of the folder that cobble did not write, or for xyz tiles one that
  // may hold tiles. Empty if there is none, or if cobble's own folder exists: Create writes into it
  // first, so that it can be repeated after it was killed.
  std::string ForeignEntry() const;

  std::string folder_;  // "" or ending in a slash
  StorePlan plan_;
  ChunkGrid grid_;
  uint64_t identity_;  // of the plan
};

// The maximum size of a plan or record.
inline constexpr uint64_t kMaxSmallFile = uint64_t{1} << 24;

// Reads a whole file. Returns nullopt if it does not exist. Throws Error kIo if it is not a regular
// file, is larger than `maximum` bytes, or cannot be read.
std::optional<std::string> ReadIfThere(const std::string& path, uint64_t maximum = kMaxSmallFile);
// The same, but returns nullopt if the file is larger or not regular, too. Throws Error kIo if the
// path is a folder, which no file can replace, or the file cannot be read.
std::optional<std::string> ReadIfGood(const std::string& path, uint64_t maximum = kMaxSmallFile);

// Returns the nearest folder above a path that is a store, or an empty string.
std::string StoreAbove(const std::string& path);

// Creates the folders above `path`. Throws Error kIo.
void MakeFoldersOf(const std::string& path);

// Writes a file atomically, and its folders. Replaces links and pipes themselves. Throws Error kIo.
void WriteSmallFile(const std::string& path, std::string_view text, FileRules files);

}  // namespace cobble
