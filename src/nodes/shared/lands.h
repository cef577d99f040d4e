// Lands in balance with their rivers, solved once for all nodes and recipes that show them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "drainage/channels.h"
#include "drainage/drainage.h"
#include "recipe/images/image_planes.h"

namespace cobble::nodes {

// In the order of the names of the node's key `output`; kWorn, a small plane, is how much lower the
// land is than its source, on average.
enum class LandOutput { kHeight, kFlow, kWater, kDistance, kFlowX, kFlowY, kWorn };

// A land, and the planes of what nodes show of it: coefficients of B-splines.
class Land {
 public:
  // In: source, at the nodes of the finest grid.
  Land(const drainage::Settings& settings, drainage::Grid grid, const std::vector<float>& source,
       const drainage::Team& team);

  // Returns the plane, made at the first call.
  std::shared_ptr<const ImagePlane> PlaneOf(LandOutput output, const drainage::Team& team);

  const drainage::Settings& settings() const { return settings_; }
  const drainage::Balance& balance() const { return balance_; }
  const drainage::Values& middles() const { return middles_; }

  // Returns the bytes that remain after the simulation, with all planes.
  uint64_t bytes() const;

 private:
  drainage::Values Coefficients(LandOutput output, const drainage::Team& team) const;
  std::shared_ptr<const ImagePlane> MakePlane(const drainage::Values& values) const;

  drainage::Settings settings_;
  drainage::Balance balance_;
  drainage::Values middles_;  // heights at the middles of cells
  std::optional<drainage::Channels> channels_;
  std::mutex mutex_;
  std::map<LandOutput, std::shared_ptr<const ImagePlane>> planes_;
};

std::string TextOf(const drainage::Settings& of);

// What a land depends on.
struct LandRequest {
  drainage::Settings settings;
  std::string subject;  // all that the land depends on, as text
  // Samples the source at the nodes of the finest grid.
  std::function<std::vector<float>(const drainage::Grid& grid)> sample;
};

// Returns the land, which is kept for some time: solved again only if the source has other values,
// whatever the recipe that gives them. Null if the source is constant. Thread-safe.
std::shared_ptr<Land> LandOf(const LandRequest& request, const drainage::Team& team);

}  // namespace cobble::nodes
