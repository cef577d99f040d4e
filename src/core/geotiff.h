// The numbers of GeoTIFF that cobble reads and writes, and GDAL's tags.
// Based on: OGC GeoTIFF Standard 1.1, 2019; GDAL, "GTiff -- GeoTIFF File Format".
#pragma once

#include <cstdint>

namespace cobble::geotiff {

// Tags.
inline constexpr uint32_t kPixelScale = 33550, kTiepoint = 33922, kTransformation = 34264,
                          kKeyDirectory = 34735, kGdalMetadata = 42112, kGdalNoData = 42113;

// Keys of the directory.
inline constexpr uint16_t kModelType = 1024, kRasterType = 1025, kGeodeticCrs = 2048,
                          kProjectedCrs = 3072, kLinearUnits = 3076, kVerticalCrs = 4096,
                          kVerticalUnits = 4099;

// Values of keys.
inline constexpr uint16_t kProjected = 1, kGeographic = 2, kGeocentric = 3, kArea = 1, kPoint = 2;
inline constexpr uint16_t kMetre = 9001;
inline constexpr uint16_t kUserDefined = 32767;

inline constexpr int kWebMercator = 3857;           // the code of EPSG
inline constexpr double kMercatorRadius = 6378137;  // of its sphere, in metres

// Programs round the lowest float, which they write as NoData, in different ways, so numbers beyond
// this are NoData.
inline constexpr double kBeyondNumbers = 1e30;

}  // namespace cobble::geotiff
