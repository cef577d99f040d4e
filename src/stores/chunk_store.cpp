// Reads and writes the files of stores.
#include "stores/chunk_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <memory>
#include <utility>

#include "core/list_text.h"
#include "core/suggest.h"
#include "input/byte_source.h"
#include "output/byte_checksums.h"
#include "output/zarr/metadata.h"
#include "platform/error_text.h"
#include "platform/file.h"
#include "platform/path.h"
#include "recipe/json/json.h"
#include "stores/store_images.h"
#include "stores/tile_names.h"

namespace cobble {
namespace {

constexpr std::string_view kInternalFolder = ".cobble/", kPlanName = "plan.json",
                           kConsolidatedName = ".zmetadata", kZarr3Name = "zarr.json";

ZarrArray ArrayOf(const StorePlan& plan, const StoreMap& map, const ChunkGrid& grid, int level) {
  return {.width = grid.WidthOf(level),
          .height = grid.HeightOf(level),
          .chunk_side = plan.chunk,
          .channels = map.map.channels,
          .bits = map.bits,
          .compression = plan.compression};
}

// Returns whether an object, or in Zarr v3 one in it, lacks one of our members or has another value
// for it. Members that users may change need only be there.
bool LacksMembers(const Json& json, const Json& own, bool is_zarr3 = false) {
  if (!json.object()) return true;
  return std::ranges::any_of(own.members(), [&](const auto& member) {
    const Json* const other = json.Find(member.key);
    if (is_zarr3 && other && member.value.object()) return LacksMembers(*other, member.value, true);
    const bool may_differ = !is_zarr3 && (member.key == "tiles" || member.key == "name" ||
                                          member.key.ends_with(".zattrs"));
    return !other || (!may_differ && WriteJsonLine(*other) != WriteJsonLine(member.value));
  });
}

// Returns whether a file at `path` is not the metadata `text`. Users may add attributes, and the
// address of tiles. Programs that consolidate the metadata again write the attributes there, too.
bool IsDamaged(const std::string& path, const std::string& text) {
  const auto found = ReadIfGood(path);
  if (!found) return true;
  if (*found == text) return false;
  const bool is_consolidated = path.ends_with(kConsolidatedName);
  if (!path.ends_with(".zattrs") && !path.ends_with(".json") && !is_consolidated) return true;
  const auto json = ParseJson(*found), own = ParseJson(text);
  if (!json) return true;
  if (!is_consolidated) return LacksMembers(*json, *own, path.ends_with(kZarr3Name));
  return LacksMembers(json->At("metadata"), own->At("metadata"));
}

std::string PlanPathIn(const std::string& folder) {
  return WithSeparator(folder) + std::string(kInternalFolder) + std::string(kPlanName);
}

// Refuses names that no folder can have before looking for files in it.
void RefuseBadName(const std::string& folder, const std::string& action) {
  FileStatus status;
  const int error = file::StatusOf(PlanPathIn(folder), &status);
  if (error >= kReservedName)
    throw Error(ErrorKind::kIo, Shown(folder), "cannot " + action + ": " + ErrorText(error));
}

}  // namespace

std::string WriteChunkRecord(const ChunkRecord& record, uint64_t key) {
  std::string text = fmt::format("{{\"key\": \"{:016x}\", \"files\": [", key);
  for (const FileRecord& file : record)
    text +=
        fmt::format("{}{{\"bytes\": {}, \"crc32\": \"{:08x}\", \"pixels\": \"{:016x}\"}}",
                    &file == record.data() ? "" : ", ", file.bytes, file.file_crc, file.pixel_crc);
  text += "]";
  return text + fmt::format(", \"crc32\": \"{:08x}\"}}\n", Crc32(0, text.data(), text.size()));
}

// The record must also be written the same, which checks the CRC and the rest of the text.
std::optional<ChunkRecord> ReadChunkRecord(std::string_view text, uint64_t key) {
  std::string_view rest = text;
  const auto take = [&rest](std::string_view before, int base, auto* number) {
    rest.remove_prefix(std::min(rest.find(before), rest.size()));
    if (rest.empty()) return false;
    std::from_chars(rest.data() + before.size(), rest.data() + rest.size(), *number, base);
    return true;
  };
  ChunkRecord record;
  for (FileRecord file; take("\"bytes\": ", 10, &file.bytes) &&
                        take("\"crc32\": \"", 16, &file.file_crc) &&
                        take("\"pixels\": \"", 16, &file.pixel_crc);)
    record.push_back(file);
  if (record.empty() || WriteChunkRecord(record, key) != text) return std::nullopt;
  return record;
}

std::string StoreAbove(const std::string& path) {
  std::string above = AbsolutePath(path);
  if (FileNameOf(above).empty()) above = ParentOf(above);
  while (!NamesIn(above).empty()) {
    above = ParentOf(above);
    if (ChunkStore::IsStore(above)) return RelativePath(above, AbsolutePath("."));
  }
  return {};
}

std::optional<std::string> ReadIfThere(const std::string& path, uint64_t maximum) {
  FileStatus status;
  if (file::StatusOf(path, &status) != 0) return ReadIfGood(path, maximum);
  if (status.kind != FileKind::kFolder && status.kind != FileKind::kRegular)
    throw Error(ErrorKind::kIo, Shown(path), "is not a file");
  if (status.kind == FileKind::kRegular && status.size > maximum)
    throw Error(ErrorKind::kIo, Shown(path),
                fmt::format("is damaged: it has {} bytes, and should have {} at most", status.size,
                            maximum));
  return ReadIfGood(path, maximum);
}

std::optional<std::string> ReadIfGood(const std::string& path, uint64_t maximum) {
  FileStatus status;
  const int error = file::StatusOf(path, &status);
  if (file::IsAbsent(error) || error == ELOOP) return std::nullopt;
  if (error == 0 && status.kind == FileKind::kFolder)
    throw Error(ErrorKind::kIo, Shown(path), "is a folder, not a file");
  if (error == 0 && (status.kind != FileKind::kRegular || status.size > maximum))
    return std::nullopt;
  const auto source = OpenFile(path);
  return StartOf(*source, static_cast<std::size_t>(source->size()));
}

void MakeFoldersOf(const std::string& path) {
  const std::string folder = FolderOf(path);
  if (folder.empty()) return;
  if (const int error = file::MakeFolders(folder))
    throw Error(ErrorKind::kIo, Shown(folder), "cannot create the folder: " + ErrorText(error));
}

void WriteSmallFile(const std::string& path, std::string_view text, FileRules files) {
  MakeFoldersOf(path);
  files.replace_special = true;
  FileSink sink(path, files);
  sink.Write(text);
  sink.Commit();
}

ChunkStore::ChunkStore(std::string folder, StorePlan plan)
    : folder_(WithSeparator(std::move(folder))),
      plan_(std::move(plan)),
      grid_(plan_.Grid()),
      identity_(IdentityOf(plan_)) {}

bool ChunkStore::IsStore(const std::string& folder) {
  FileStatus plan;
  const int error = file::StatusOf(PlanPathIn(folder), &plan);
  if (error == 0 || file::IsAbsent(error)) return error == 0;
  return file::IsFolder(folder);  // no rights
}

ChunkStore ChunkStore::Open(const std::string& folder, const std::vector<NamedImage>& images) {
  const std::string path = PlanPathIn(folder);
  RefuseBadName(folder, "read");
  const auto text = ReadIfThere(path);
  if (!text) {
    const std::string above = StoreAbove(folder);
    throw Error(
        ErrorKind::kIo, Shown(folder),
        file::Exists(folder) ? "is not a store: it has no .cobble/plan.json" : "does not exist",
        above.empty() ? "make a store with cobble plan, or cobble render -o NAME.zarr"
                      : "the store is " + Shown(above));
  }
  ChunkStore store(folder, ReadStorePlan(*text, Shown(path)));
  GiveImages(images, store.name(), &store.plan_.recipe);
  return store;
}

std::string ChunkStore::name() const {
  return folder_.empty() ? "." : std::string(WithoutSeparator(folder_));
}

std::string ChunkStore::PlanPath() const { return PlanPathIn(folder_); }

std::string ChunkStore::InternalPath(const std::string& name) const {
  return folder_ + std::string(kInternalFolder) + name;
}

std::string ChunkStore::RecordPath(const ChunkIndex& chunk) const {
  return InternalPath(fmt::format("chunks/{}/{}/{}", chunk.level, chunk.row, chunk.column));
}

uint64_t ChunkStore::KeyOf(const ChunkIndex& chunk) const {
  const int64_t place[] = {chunk.level, chunk.row, chunk.column};
  return Crc64(identity_, place, sizeof place);
}

std::string ChunkStore::PathOf(const ChunkIndex& chunk, std::size_t map) const {
  if (plan_.kind == StoreKind::kXyz) return folder_ + FillTileName(plan_, chunk);
  const PictureMap& picture_map = plan_.maps[map].map;
  return folder_ + fmt::format("{}/{}/{}{}", NameInFiles(picture_map), chunk.level,
                               plan_.kind == StoreKind::kZarr3 ? "c/" : "",
                               ZarrChunkName(picture_map.channels > 1, chunk.row, chunk.column));
}

std::string ChunkStore::ForeignEntry() const {
  if (file::Exists(folder_ + std::string(kInternalFolder))) return {};
  std::string found;
  // If the folder cannot be read, it does not exist, or writing to it will say why not.
  file::VisitFolder(name(), [&](const std::string& entry) {
    if (IsZarr(plan_.kind) || entry == kTilesetName || HoldsTiles(plan_, entry)) found = entry;
    return found.empty();
  });
  return found;
}

void ChunkStore::CheckFolder() const {
  RefuseBadName(name(), "create the folder");
  FileStatus status;
  const bool exists = file::StatusOf(name(), &status) == 0;
  const bool is_dangling = !exists && file::IsLink(name());
  const auto refuse = [](const std::string& path, const std::string& message,
                         const std::string& hint = "remove it, or choose another name") {
    throw Error(ErrorKind::kUsage, Shown(path), message, hint);
  };
  if (is_dangling) refuse(name(), "is a link to a folder that does not exist");
  if (exists && status.kind != FileKind::kFolder) refuse(name(), "is a file, not a folder");
  const auto text = ReadIfThere(PlanPath());
  if (!text) {
    if (file::NamesAnything(PlanPath()))
      refuse(PlanPath(), "is a link to a file that does not exist", "remove it");
    const std::string entry = ForeignEntry();
    if (entry.empty()) return;
    if (IsZarr(plan_.kind)) refuse(name(), "already exists and is not a store of cobble");
    refuse(folder_ + entry, "already exists and may hold tiles of another program");
  }
  const StorePlan existing = ReadStorePlan(*text, Shown(PlanPath()));
  CheckSameImages(existing.recipe, plan_.recipe, name());
  const std::string difference = PlanDifference(existing, plan_);
  if (!difference.empty()) refuse(name(), "already holds another store: " + difference);
  if (existing.shards != plan_.shards)
    refuse(name(),
           fmt::format("is already planned with {}, not {}", CountText(existing.shards, "shard"),
                       plan_.shards),
           "cobble plan with only its name prints its commands");
}

// Returns path and text of each file that describes the store to readers.
ChunkStore::Files ChunkStore::MetadataFiles() const {
  switch (plan_.kind) {
    case StoreKind::kZarr:
      return ZarrFiles();
    case StoreKind::kZarr3:
      return Zarr3Files();
    case StoreKind::kXyz:
      break;
  }
  return {{folder_ + std::string(kTilesetName), TilesetText(plan_)}};
}

ChunkStore::Files ChunkStore::ZarrFiles() const {
  Files files;
  files.emplace_back(folder_ + ".zgroup", ZarrGroupText());
  for (const StoreMap& map : plan_.maps) {
    const std::string group = folder_ + NameInFiles(map.map) + '/';
    files.emplace_back(group + ".zgroup", ZarrGroupText());
    files.emplace_back(group + ".zattrs",
                       ZarrPyramidText(map.map.name, map.map.channels > 1, plan_.levels + 1));
    for (int level = 0; level <= plan_.levels; ++level) {
      const std::string array = fmt::format("{}{}/", group, level);
      files.emplace_back(array + ".zarray", ZarrArrayText(ArrayOf(plan_, map, grid_, level)));
      files.emplace_back(array + ".zattrs", ZarrAxesText(map.map.channels > 1, level));
    }
  }
  Files all = files;
  for (auto& file : all) file.first.erase(0, folder_.size());
  files.emplace_back(folder_ + std::string(kConsolidatedName), ZarrConsolidatedText(all));
  return files;
}

ChunkStore::Files ChunkStore::Zarr3Files() const {
  Files nodes;  // by their paths in the store
  for (const StoreMap& map : plan_.maps) {
    const std::string group = NameInFiles(map.map);
    nodes.emplace_back(group,
                       Zarr3PyramidText(map.map.name, map.map.channels > 1, plan_.levels + 1));
    for (int level = 0; level <= plan_.levels; ++level)
      nodes.emplace_back(fmt::format("{}/{}", group, level),
                         Zarr3ArrayText(ArrayOf(plan_, map, grid_, level)));
  }
  Files files;
  files.emplace_back(folder_ + std::string(kZarr3Name), Zarr3StoreText(nodes));
  for (auto& [path, text] : nodes)
    files.emplace_back(fmt::format("{}{}/{}", folder_, path, kZarr3Name), std::move(text));
  return files;
}

void ChunkStore::Create(const FileRules& files) const {
  CheckFolder();
  if (!ReadIfThere(PlanPath())) WriteNewPlan(files);
  WriteMetadata(files);
}

// If two processes make different stores at once, one finds the plan of the other.
void ChunkStore::WriteNewPlan(FileRules files) const {
  files.no_clobber = true;
  try {
    WriteSmallFile(PlanPath(), WriteStorePlan(plan_), files);
  } catch (const Error&) {
    if (!ReadIfThere(PlanPath())) throw;
    CheckFolder();
  }
}

void ChunkStore::WriteMetadata(const FileRules& files) const {
  for (const auto& [path, text] : MetadataFiles())
    if (IsDamaged(path, text)) WriteSmallFile(path, text, files);
}

std::vector<std::string> ChunkStore::MetadataPaths() const {
  std::vector<std::string> paths{PlanPath()};
  for (const auto& file : MetadataFiles()) paths.push_back(file.first);
  return paths;
}

std::vector<std::string> ChunkStore::DamagedMetadata() const {
  std::vector<std::string> damaged;
  for (const auto& [path, text] : MetadataFiles()) {
    bool is_damaged = true;
    try {
      is_damaged = IsDamaged(path, text);
    } catch (const Error&) {  // it cannot be read
    }
    if (is_damaged) damaged.push_back(path);
  }
  return damaged;
}

std::optional<ChunkRecord> ChunkStore::FindRecord(const ChunkIndex& chunk) const {
  const auto text = ReadIfGood(RecordPath(chunk));
  if (!text) return std::nullopt;
  auto record = ReadChunkRecord(*text, KeyOf(chunk));
  if (!record || record->size() != plan_.maps.size()) return std::nullopt;
  return record;
}

bool ChunkStore::IsThere(const ChunkIndex& chunk) const {
  const auto record = FindRecord(chunk);
  if (!record) return false;
  for (std::size_t map = 0; map < record->size(); ++map) {
    FileStatus status;
    if (file::StatusOf(PathOf(chunk, map), &status) != 0 || status.kind != FileKind::kRegular ||
        status.size != (*record)[map].bytes)
      return false;
  }
  return true;
}

FileState ChunkStore::StateOf(const ChunkIndex& chunk, std::size_t map, const FileRecord& record,
                              std::string* bytes) const {
  const std::string path = PathOf(chunk, map);
  auto found = ReadIfGood(path, record.bytes);
  if (!found && !file::NamesAnything(path)) return FileState::kMissing;
  if (!found) return FileState::kDamaged;
  std::string& text = *found;
  if (text.size() != record.bytes || Crc32(0, text.data(), text.size()) != record.file_crc)
    return FileState::kDamaged;
  if (bytes) *bytes = std::move(text);
  return FileState::kWhole;
}

bool ChunkStore::IsWhole(const ChunkIndex& chunk) const {
  const auto record = FindRecord(chunk);
  if (!record) return false;
  for (std::size_t map = 0; map < record->size(); ++map)
    if (StateOf(chunk, map, (*record)[map]) != FileState::kWhole) return false;
  return true;
}

std::string ChunkStore::ReadChunkFile(const ChunkIndex& chunk, std::size_t map,
                                      const FileRecord& record) const {
  std::string bytes;
  const FileState state = StateOf(chunk, map, record, &bytes);
  if (state == FileState::kWhole) return bytes;
  throw Error(
      ErrorKind::kIo, Shown(PathOf(chunk, map)),
      state == FileState::kMissing ? "is missing" : "is damaged: it does not match its record",
      "run cobble verify");
}

// The record comes last, so a chunk with a record has all its files. It does not wait for the disk:
// if a power failure empties it, the chunk is rendered again.
void ChunkStore::WriteChunk(const ChunkIndex& chunk, const std::vector<EncodedFile>& encoded,
                            FileRules files) const {
  files.replace_special = true;
  std::vector<std::unique_ptr<FileSink>> sinks;
  ChunkRecord record;
  for (std::size_t map = 0; map < encoded.size(); ++map) {
    const std::string& bytes = encoded[map].bytes;
    const std::string path = PathOf(chunk, map);
    MakeFoldersOf(path);
    sinks.push_back(std::make_unique<FileSink>(path, files));
    sinks.back()->Write(bytes);
    sinks.back()->Finish();
    record.push_back({.bytes = bytes.size(),
                      .file_crc = Crc32(0, bytes.data(), bytes.size()),
                      .pixel_crc = encoded[map].pixel_crc});
  }
  for (const auto& sink : sinks) sink->Commit();
  files.sync = false;
  WriteSmallFile(RecordPath(chunk), WriteChunkRecord(record, KeyOf(chunk)), files);
}

}  // namespace cobble
