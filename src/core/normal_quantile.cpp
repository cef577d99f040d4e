// Rational functions of p in the middle, and of the root of -ln p in the tails.
#include "core/normal_quantile.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace cobble {

double NormalQuantile(double p) {
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * (3.3871327179 + r * (50.434271938 + r * (159.29113202 + r * 59.109374720))) /
           (1 + r * (17.895169469 + r * (78.757757664 + r * 67.187563600)));
  }
  const double tail = std::sqrt(-Log(std::min(p, 1 - p)));
  double quantile;
  if (tail <= 5) {
    const double r = tail - 1.6;
    quantile = (1.4234372777 + r * (2.7568153900 + r * (1.3067284816 + r * 0.17023821103))) /
               (1 + r * (0.73700164250 + r * 0.12021132975));
  } else {
    const double r = tail - 5;
    quantile = (6.6579051150 + r * (3.0812263860 + r * (0.42868294337 + r * 0.017337203997))) /
               (1 + r * (0.24197894225 + r * 0.012258202635));
  }
  return q < 0 ? -quantile : quantile;
}

}  // namespace cobble
