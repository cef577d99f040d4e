// The flags of stores: what they hold, and which part a command renders.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command_line.h"
#include "cobble/recipe.h"
#include "jobs/job.h"
#include "output/terrain_codes.h"
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
  void AddShards(CommandLine* line);

  // Returns whether pictures with these paths make up a store: a Zarr path, or --tile-scheme. In:
  // given, each -o as written, for messages. Throws Error kUsage if the two disagree.
  bool IsStore(std::span<const std::string> paths, std::span<const std::string> given) const;

  // Returns the store of the pictures. Throws Error if they cannot make up one.
  StoreRequest RequestFor(const Recipe& recipe, std::span<const PictureOutput> pictures) const;

 private:
  std::pair<double, double> ElevationOf(const Recipe& recipe, const PictureMap& map) const;
  // Makes the request one for xyz tiles.
  void SetTiles(const PictureOutput& picture, StoreRequest* request) const;

  std::optional<int64_t> chunk_, levels_, shards_;
  std::optional<TerrainCode> terrain_;
  std::optional<std::pair<double, double>> elevation_;
  std::string base_url_;
  bool xyz_ = false;
};

// Returns a warning if the elevations are so close that tiles have few of them.
std::vector<Issue> ElevationWarning(const StorePlan& plan);

// The part of a store for render --plan.
class ShardFlags {
 public:
  void AddTo(CommandLine* line);

  bool IsOn() const { return !folder_.empty(); }
  // Throws Error kUsage if a flag is missing, or for positionals.
  void Check(std::span<const std::string> positionals) const;

  const std::string& folder() const { return folder_; }
  StoreStage stage() const { return stage_.value_or(StoreStage::kRender); }
  // Returns the shard, from 0. Throws Error kUsage if it is not one of the plan's shards.
  int64_t ShardOf(const StorePlan& plan) const;
  bool resume() const { return resume_; }
  // In seconds; nullopt for none.
  std::optional<double> deadline() const { return deadline_; }

 private:
  std::string folder_;
  std::optional<std::pair<int64_t, int64_t>> shard_;  // number, from 1, and count
  std::optional<StoreStage> stage_;
  std::optional<double> deadline_;
  bool resume_ = true;
};

}  // namespace cobble
