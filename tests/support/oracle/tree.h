// Trees of nodes, evaluated slowly and simply in double.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "support/oracle/mask.h"
#include "support/oracle/noise.h"
#include "support/oracle/pattern.h"
#include "support/oracle/scatter.h"
#include "support/oracle/values.h"
#include "support/oracle/waves/erosion.h"
#include "support/oracle/waves/phasor.h"

namespace cobble::test {

class OracleTree {
 public:
  explicit OracleTree(const Recipe& recipe);

  OracleSample At(const Vec3& position) const { return Evaluate(root_, position, 0); }
  Bounds bounds() const { return root_.bounds; }

 private:
  // A node with refs replaced by nodes, and fractals' octaves by transforms of the source.
  struct Part {
    std::string type = "constant";
    double number = 0;  // the value of a constant, the amount of a warp
    OracleMap map{};    // only for a transform
    std::shared_ptr<const OracleNoise> noise{};
    std::shared_ptr<const OraclePattern> pattern{};
    std::shared_ptr<OracleScatter> scatter{};
    std::shared_ptr<OracleErosion> erosion{};
    std::shared_ptr<OraclePhasor> phasor{};
    OracleOperation operation{};
    OracleMask mask{};
    std::vector<Part> inputs{};  // for a warp: source, by...
    Bounds bounds{};
  };
  // A node's position in the recipe, and its map from P or a stamp's position, without warps.
  struct Place {
    std::string path;
    uint32_t shift = 0;
    OracleMap map{};
    Vec3 moved{};  // maximum by warps, per axis
    bool in_stamp = false;

    Place Below(const std::string& key) const {
      return {path + "/" + key, shift, map, moved, in_stamp};
    }
  };

  Part Build(const Node& node, const Place& place) const;
  Part BuildOperation(const Node& node, const Place& place) const;
  Part BuildWarp(const Node& node, const Place& place) const;
  std::array<Part, 3> BuildColor(const Node& node, const Place& place) const;
  Part BuildFromColor(const Node& node, const Place& place) const;
  static Place Around(const Place& place, const OracleMask& mask);
  Part BuildMask(const Node& node, const Place& place) const;
  Part BuildMoved(const Node& source, const OracleMap& map, const Place& place) const;
  Part BuildFractal(const Node& node, const Place& place) const;
  Part BuildNoise(const Node& node, const Place& place) const;
  Part BuildPattern(const Node& node, const Place& place) const;
  Part BuildScatter(const Node& node, const Place& place) const;
  Part BuildErosion(const Node& node, const Place& place) const;
  Part BuildPhasor(const Node& node, const Place& place) const;
  // Returns the lengths of the picture's periods along x and y; 0: not tiled.
  std::array<double, 2> PeriodsAt(const Place& place) const;
  const Recipe& RecipeAt(const Place& place) const {
    return place.in_stamp ? stamp_recipe_ : recipe_;
  }

  // `slack` is the position's possible error, in units of kValueTolerance.
  OracleSample Evaluate(const Part& part, const Vec3& position, double slack) const;
  OracleSample Warp(const Part& part, const Vec3& position, double slack) const;
  OracleSample Moved(const Part& part, const Vec3& position, double slack) const;

  const Recipe recipe_;
  Recipe stamp_recipe_;  // the same, not tiled
  Part root_;
};

}  // namespace cobble::test
