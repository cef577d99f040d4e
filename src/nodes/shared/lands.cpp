// Solves lands, and keeps the last.
#include "nodes/shared/lands.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <iterator>
#include <list>
#include <utility>

#include "core/interrupt.h"
#include "core/sha256.h"
#include "drainage/outputs.h"
#include "drainage/spline.h"

namespace cobble::nodes {
namespace {

// Lands that stay solved though no program uses them may have so many bytes in all.
constexpr uint64_t kMaxKeptBytes = uint64_t{128} << 20;

std::string ChecksumOf(const std::vector<float>& source) {
  constexpr std::size_t kPart = std::size_t{1} << 16;
  Sha256 checksum;
  for (std::size_t first = 0; first < source.size(); first += kPart) {
    CheckInterrupt();
    const std::size_t count = std::min(kPart, source.size() - first);
    checksum.Add(source.data() + first, count * sizeof(float));
  }
  return checksum.Text();
}

// A land, what it was solved from, and the recipe that asked for it last.
struct KeptLand {
  std::vector<double> settings;
  std::string recipe, checksum;
  uint64_t bytes = 0;
  std::shared_ptr<Land> land;
};

class KeptLands {
 public:
  std::shared_ptr<Land> Find(const std::vector<double>& settings, const std::string& recipe) {
    return FindIf(
        [&](const KeptLand& kept) { return kept.recipe == recipe && kept.settings == settings; });
  }
  std::shared_ptr<Land> FindSolved(const std::vector<double>& settings, const std::string& checksum,
                                   const std::string& recipe) {
    return FindIf([&](KeptLand& kept) {
      if (kept.checksum != checksum || kept.settings != settings) return false;
      kept.recipe = recipe;
      return true;
    });
  }
  void Keep(KeptLand kept) {
    const std::lock_guard lock(mutex_);
    uint64_t bytes = kept.bytes;
    lands_.push_front(std::move(kept));
    for (auto at = std::next(lands_.begin()); at != lands_.end();) {
      bytes += at->bytes;
      at = bytes > kMaxKeptBytes ? lands_.erase(at) : std::next(at);
    }
  }

 private:
  template <typename IsWanted>
  std::shared_ptr<Land> FindIf(const IsWanted& is_wanted) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(lands_, is_wanted);
    if (found == lands_.end()) return nullptr;
    lands_.splice(lands_.begin(), lands_, found);
    return found->land;
  }

  std::mutex mutex_;
  std::list<KeptLand> lands_;  // the last used first
};

KeptLands& Kept() {
  static KeptLands kept;
  return kept;
}

// While one lives, no other thread solves a land: it may be the same, and memory is limited for one
// at a time. Waits for its turn, and asks meanwhile whether to stop.
class Turn {
 public:
  Turn() {
    std::unique_lock lock(state().mutex);
    while (state().is_taken) {
      CheckInterrupt();
      state().ended.wait_for(lock, std::chrono::milliseconds(5));
    }
    state().is_taken = true;
  }
  ~Turn() {
    const std::lock_guard lock(state().mutex);
    state().is_taken = false;
    state().ended.notify_all();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable ended;
    bool is_taken = false;
  };
  static State& state() {
    static State state;
    return state;
  }
};

}  // namespace

std::vector<double> NumbersOf(const drainage::Settings& of) {
  return {static_cast<double>(of.resolution),
          of.wraps ? 1.0 : 0.0,
          static_cast<double>(of.seed),
          of.strength,
          of.detail,
          of.uplift,
          of.floor,
          of.talus,
          of.sea,
          of.river};
}

Land::Land(const drainage::Settings& settings, drainage::Grid grid,
           const std::vector<float>& source, const drainage::Team& team)
    : settings_(settings) {
  balance_ = drainage::Solve(settings, std::move(grid), {source.begin(), source.end()}, team);
  balance_.grid.inverse = {};  // is not needed any more
  middles_ = drainage::AtMiddles(balance_.grid, balance_.height, team);
  channels_.emplace(settings, balance_, middles_);
  channels_->Cut(team, &middles_);
}

uint64_t Land::bytes() const {
  const uint64_t heights = 3 * sizeof(double), jitter = 2 * sizeof(float);
  const uint64_t links = sizeof(int) + sizeof(int8_t);
  const uint64_t planes = static_cast<uint64_t>(LandOutput::kWorn) * sizeof(float);
  return middles_.size() * (heights + jitter + links + planes) + channels_->bytes();
}

drainage::Values Land::Coefficients(LandOutput output, const drainage::Team& team) const {
  switch (output) {
    case LandOutput::kHeight:
      return middles_;
    case LandOutput::kFlow:
      return drainage::FlowAtMiddles(balance_, team);
    case LandOutput::kWater: {
      drainage::Values depth = drainage::WaterAtMiddles(balance_, *channels_, middles_, team);
      std::ranges::transform(depth, middles_, depth.begin(), std::minus<>());
      return depth;
    }
    case LandOutput::kDistance:
      return drainage::DistanceAtMiddles(settings_, balance_, team);
    case LandOutput::kFlowX:
    case LandOutput::kFlowY:
    case LandOutput::kWorn:
      break;
  }
  return balance_.worn;
}

std::shared_ptr<const ImagePlane> Land::MakePlane(const drainage::Values& values) const {
  std::vector<float> channel(values.size());
  std::ranges::transform(values, channel.begin(),
                         [](double value) { return static_cast<float>(value); });
  const auto side = static_cast<int64_t>(std::sqrt(static_cast<double>(values.size())));
  return std::make_shared<const ImagePlane>(
      PlaneFrom(channel, side, side, settings_.wraps ? PlaneEdges::kWrap : PlaneEdges::kClamp));
}

std::shared_ptr<const ImagePlane> Land::PlaneOf(LandOutput output, const drainage::Team& team) {
  const std::lock_guard lock(mutex_);
  if (const auto known = planes_.find(output); known != planes_.end()) return known->second;
  if (output == LandOutput::kFlowX || output == LandOutput::kFlowY) {
    const auto [x, y] = drainage::DirectionAtMiddles(balance_, team);
    planes_[LandOutput::kFlowX] = MakePlane(x);
    planes_[LandOutput::kFlowY] = MakePlane(y);
  } else {
    planes_[output] = MakePlane(Coefficients(output, team));
  }
  return planes_[output];
}

std::shared_ptr<Land> LandOf(const LandRequest& request, const drainage::Team& team) {
  const std::vector<double> settings = NumbersOf(request.settings);
  if (auto land = Kept().Find(settings, request.recipe)) return land;
  const Turn turn;
  if (auto land = Kept().Find(settings, request.recipe)) return land;
  drainage::Grid grid = drainage::FinestGrid(request.settings, team);
  std::vector<float> source = request.sample(grid);
  if (const auto [low, high] = std::ranges::minmax(source); low == high) return nullptr;
  std::string checksum = ChecksumOf(source);
  if (auto land = Kept().FindSolved(settings, checksum, request.recipe)) return land;
  auto land = std::make_shared<Land>(request.settings, std::move(grid), source, team);
  Kept().Keep({settings, request.recipe, std::move(checksum), land->bytes(), land});
  return land;
}

}  // namespace cobble::nodes
