// A camera that looks at a block of land.
#pragma once

#include <array>

#include "views/terrain/height_field.h"

namespace cobble {

// The walls of the land end in fog this far below its lowest point, in picture widths.
inline constexpr double kFogDepth = 0.08;

// Where the camera is, seen from the middle of the land.
struct CameraPlace {
  double azimuth = 225;   // degrees, as of the sun: 180 is at the bottom of the picture
  double elevation = 35;  // degrees above the horizon, 5 to 89
  double zoom = 1;        // 1: the whole land fits the view; 2: from half that distance
};

class Camera {
 public:
  // In: aspect, the height of the view by its width.
  Camera(const HeightField& land, const CameraPlace& place, double aspect);

  // Returns the ray through a point of the view: -1..1 to the right and up.
  Ray RayAt(double x, double y) const;
  // Returns the distance of the nearest part of the land.
  double nearest() const { return nearest_; }

 private:
  // The tangents that a view of all corners covers.
  struct Extent {
    double low[2], high[2];
  };
  Extent ExtentFrom(double distance) const;
  void KeepAbove(const HeightField& land);

  std::array<Vector, 8> corners_;  // from the middle: to the right, up and away
  Vector origin_, right_, up_, away_;
  double half_[2];   // tangents of half the angles of view
  double shift_[2];  // tangents of the middle
  double nearest_ = 0;
};

}  // namespace cobble
