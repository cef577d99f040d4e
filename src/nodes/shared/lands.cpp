// Solves lands, and keeps the last.
#include "nodes/shared/lands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/interrupt.h"
#include "core/sha256.h"
#include "drainage/outputs.h"
#include "drainage/spline.h"
#include "program/kept.h"

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

Kept<Land>& KeptLands() {
  static Kept<Land> kept(kMaxKeptBytes);
  return kept;
}

}  // namespace

std::string TextOf(const drainage::Settings& of) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {}", of.resolution, of.wraps ? 1 : 0, of.seed,
                     of.strength, of.detail, of.uplift, of.floor, of.talus, of.sea, of.river);
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
  if (auto land = KeptLands().Find(request.subject)) return land;
  const SimulationTurn turn;
  if (auto land = KeptLands().Find(request.subject)) return land;
  drainage::Grid grid = drainage::FinestGrid(request.settings, team);
  std::vector<float> source = request.sample(grid);
  if (const auto [low, high] = std::ranges::minmax(source); low == high) return nullptr;
  std::string checksum = fmt::format("{} {}", TextOf(request.settings), ChecksumOf(source));
  if (auto land = KeptLands().FindSame(checksum, request.subject)) return land;
  auto land = std::make_shared<Land>(request.settings, std::move(grid), source, team);
  KeptLands().Keep(request.subject, std::move(checksum), land->bytes(), land);
  return land;
}

}  // namespace cobble::nodes
