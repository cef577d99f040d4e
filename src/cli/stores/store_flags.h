// The flags of stores: what they hold, and which part a command renders; the commands of shards, as
// lines for shells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/recipes/options.h"
#include "cli/render/render_flags.h"
#include "cobble/recipe.h"
#include "jobs/job.h"
#include "jobs/picture_request.h"
#include "platform/environment.h"
#include "stores/shard_run.h"
#include "stores/store_plan.h"

namespace cobble {

struct StoreRequest {
  std::string folder;  // as the user wrote it; empty for the working directory
  StorePlan plan;
  bool has_shards = false;  // whether --shards is given; otherwise there is one
  std::vector<Issue> warnings{};
};

class StoreFlags {
 public:
  void AddTo(CommandLine* line);

  // Returns whether these pictures make up a store: a Zarr path, or --tile-scheme. Throws Error
  // kUsage if the two disagree.
  bool IsStore(std::span<const PictureRequest> requests) const;

  // Returns the store of the pictures. Throws Error if they cannot make up one.
  StoreRequest RequestFor(const Recipe& recipe, std::span<const PictureOutput> pictures) const;

 private:
  // Makes the request one for xyz tiles.
  void SetTiles(const PictureOutput& picture, StoreRequest* request) const;

  std::optional<int64_t> chunk_, levels_, shards_;
  std::string base_url_;
  bool xyz_ = false;
  StoreKind zarr_ = StoreKind::kZarr;  // of a Zarr store
};

// The part of a store for render --plan.
struct ShardFlags {
  std::string folder;                                // empty without --plan
  std::optional<std::pair<int64_t, int64_t>> shard;  // number, from 1, and count
  StoreStage stage = StoreStage::kRender;
  std::optional<double> deadline;  // in seconds
  bool resume = true;

  void AddTo(CommandLine* line);

  bool IsOn() const { return !folder.empty(); }
  // Throws Error kUsage if a flag is missing, or for positionals.
  void Check(std::span<const std::string> positionals) const;
  // Returns the shard, from 0. Throws Error kUsage if it is not one of the plan's shards.
  int64_t ShardOf(const StorePlan& plan) const;
};

// Returns a store's path as a word that is not a flag. In: store, ChunkStore::name. Throws Error
// kUsage if the name has characters that are not printable.
std::string StoreWord(const std::string& store, ShellKind shell = SystemShell());
// The same for messages: "DIR" for such a name.
std::string StoreWordOrDir(const std::string& store);

// Returns the flags of `run` for shards, each after a space: " --threads 2 --no-sync".
std::string RunWords(const RunFlags& run);

// Returns "cobble render --plan DIR", with the stage unless it is render, the images if the
// stage shows them, and RunWords, for --shard I/N to follow. In: store, ChunkStore::name.
std::string ShardCommand(const std::string& store, StoreStage stage, const ImageFlags& images,
                         const RunFlags& run, ShellKind shell = SystemShell());

// Returns the warnings about a new store that its program knows.
std::vector<Issue> ProgramWarnings(const Program& program, const StorePlan& plan);

}  // namespace cobble
