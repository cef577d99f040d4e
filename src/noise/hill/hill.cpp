// Sets up hill noise, in double: its waves, and the constants and bounds of its distributions.
#include "noise/hill/hill.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/math.h"
#include "noise/math/hash.h"

namespace cobble {
namespace {

using Vector = std::array<double, 3>;

constexpr double kGoldenRatio = 1.6180339887498948482;

// Returns frac(i * golden ratio + start): the first n, for any n, are evenly spread over 0..1.
double GoldenTurns(int i, double start) {
  const double turns = i * kGoldenRatio + start;
  return turns - std::floor(turns);
}

// Returns the order in which 3D waves take their polar angles (azimuths are taken in order): a
// permutation of 0 .. waves - 1 that steps by two neighbouring Fibonacci numbers.
std::vector<int> FibonacciWalk(int waves) {
  // The largest Fibonacci number up to waves - 1 (or 1), and the one before it.
  int down = 1, up = 1;
  while (down + up <= waves - 1) up = std::exchange(down, down + up);
  std::vector<int> walk(static_cast<std::size_t>(waves));
  int j = 0;
  for (int& step : walk) {
    j = j >= down ? j - down : j + up;
    if (j >= waves) j -= down;
    step = j;
  }
  return walk;
}

// Three hashes of an octave's seed, 0..1 turns: the start of the azimuths, the start of the polar
// angles, and the turn of the second and third directions about the first. Without them, the finest
// waves would have the same directions for every seed.
using Turns = std::array<double, 3>;

Turns TurnsOf(const Octave& octave) {
  constexpr uint32_t kFirstIndex = 0x80000000;  // far from the numbers of waves
  Turns turns;
  for (uint32_t m = 0; m < 3; ++m)
    turns[m] = HashValue(HashEat(octave.seed, kFirstIndex + m)) * 0x1p-32;
  return turns;
}

// Returns orthonormal directions of wave i in 2D.
std::array<Vector, 3> PlaneDirections(int i, const Turns& turns) {
  const auto [sin, cos] = SinCosTurns(GoldenTurns(i, turns[0]));
  return {{{cos, -sin, 0}, {-sin, -cos, 0}, {}}};
}

// Returns orthonormal directions of wave i in 3D, the first with azimuth i and polar angle j.
std::array<Vector, 3> SpaceDirections(int i, int j, const Turns& turns) {
  const auto [sin, cos] = SinCosTurns(GoldenTurns(i, turns[0]));
  const double z = 2 * GoldenTurns(j, turns[1]) - 1, xy = std::sqrt(1 - z * z);
  // The derivative of the first direction by its polar angle, and the cross product of the two.
  const Vector along{z * cos, z * sin, -xy}, across{-sin, cos, 0};
  const auto [turn_sin, turn_cos] = SinCosTurns(turns[2]);
  Vector second{}, third{};
  for (std::size_t a = 0; a < 3; ++a) {
    second[a] = turn_cos * along[a] + turn_sin * across[a];
    third[a] = turn_cos * across[a] - turn_sin * along[a];
  }
  return {{{xy * cos, xy * sin, z}, second, third}};
}

struct Wave {
  double size;
  std::array<Vector, 3> directions;  // the first `dimensions` are used
};

std::vector<Wave> WavesOf(const HillArgs& args, const Octave& octave) {
  const Turns turns = TurnsOf(octave);
  const int count = static_cast<int>(args.sizes.size());
  const std::vector<int> walk = FibonacciWalk(count);
  std::vector<Wave> waves;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (args.dimensions == 1) {
      waves.push_back({args.sizes[at], {{{1, 0, 0}, {}, {}}}});
    } else if (args.dimensions == 2) {
      waves.push_back({args.sizes[at], PlaneDirections(i, turns)});
    } else {
      const auto size = static_cast<std::size_t>(walk[at]);
      waves.push_back({args.sizes[size], SpaceDirections(i, walk[at], turns)});
    }
  }
  return waves;
}

// Returns the factor from sizes to amplitudes that gives the waves' sum standard deviation 1.
double AmplitudeScale(const HillArgs& args) {
  double squares = 0;
  for (const double size : args.sizes) squares += size * size;
  return 1 / std::sqrt(squares * args.dimensions / 2);
}

// Rounds a wave vector to whole turns per period on every periodic axis; never to zero if all are.
Vector FitToPeriod(const Vector& k, const Octave& octave, int dimensions) {
  Vector turns{}, fitted = k;
  std::size_t largest = 0;
  bool is_zero = true;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
    is_zero = is_zero && octave.period[a] != 0;
    if (octave.period[a] == 0) continue;
    turns[a] = k[a] * static_cast<double>(octave.period[a]);
    fitted[a] = std::nearbyint(turns[a]);
    if (std::abs(turns[a]) > std::abs(turns[largest])) largest = a;
    is_zero = is_zero && fitted[a] == 0;
  }
  if (is_zero) fitted[largest] = std::copysign(1.0, turns[largest]);
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
    if (octave.period[a] != 0) fitted[a] /= static_cast<double>(octave.period[a]);
  return fitted;
}

// Returns a random phase for a wave and axis, 0..1 turns.
double HashedTurns(const Octave& octave, std::size_t wave, std::size_t axis) {
  const uint32_t wave_hash = HashEat(octave.seed, static_cast<uint32_t>(wave));
  return HashValue(HashEat(wave_hash, static_cast<uint32_t>(axis))) * 0x1p-32;
}

// Returns HillTerms::patches. Offsets of half a patch have phases of up to k / 2 turns per axis,
// which float32 rounds by 2^-25 of that. The limits keep the error of a sum near 1e-6, in standard
// deviations, and those of slopes near 1e-5.
double PatchesPerCell(const HillTerms& terms) {
  constexpr double kMaxSum = 4, kMaxTurns = 64;
  double squares = 0, largest = 0;
  for (const auto& k : terms.k)
    for (std::size_t t = 0; t < k.size(); ++t) {
      const double weighted = k[t] * double{terms.amplitude[t]};
      squares += weighted * weighted;
      largest = std::max(largest, std::abs(k[t]));
    }
  double patches = 1;
  while (std::sqrt(squares) > kMaxSum * patches || largest > kMaxTurns * patches) patches *= 2;
  return patches;
}

HillTerms MakeTerms(const HillArgs& args, const Octave& octave) {
  const std::vector<Wave> waves = WavesOf(args, octave);
  const auto n = static_cast<std::size_t>(args.dimensions);
  const std::size_t padded = Padded(waves.size() * n);
  HillTerms terms;
  for (auto& k : terms.k) k.resize(padded);
  terms.offset.resize(padded);
  terms.amplitude.resize(padded);
  for (auto& gradient : terms.gradient) gradient.resize(padded);
  for (auto& wave : terms.wave) wave.resize(padded);
  const double scale = AmplitudeScale(args);
  for (std::size_t t = 0; t < waves.size() * n; ++t) {
    const Wave& wave = waves[t / n];
    Vector k = wave.directions[t % n];
    for (double& component : k) component /= wave.size;
    k = FitToPeriod(k, octave, args.dimensions);
    const double amplitude = wave.size * scale;
    terms.offset[t] = HashedTurns(octave, t / n, t % n) - 0.25;
    terms.amplitude[t] = static_cast<float>(amplitude);
    for (std::size_t a = 0; a < 3; ++a) {
      terms.k[a][t] = k[a];
      terms.wave[a][t] = static_cast<float>(k[a]);
      terms.gradient[a][t] = static_cast<float>(2 * kPi * k[a] * amplitude);
    }
  }
  terms.patches = PatchesPerCell(terms);
  return terms;
}

// Returns the quantile of p, kMinTail or 1 - kMinTail. In: exponent = -ln(1 - p).
double Quantile(const Distribution& d, double p, double exponent) {
  const double* const parameters = d.parameters;
  // The quantile of the standard normal distribution at 2^-24.
  constexpr double kNormal = -0x1.52dc6e859caddp+2;
  switch (d.type) {
    case DistributionType::kUniform:
      break;
    case DistributionType::kWeibull:
      return parameters[0] * Exp(Log(exponent) / parameters[1]);
    case DistributionType::kNormal:
      return parameters[0] + parameters[1] * (p < 0.5 ? kNormal : -kNormal);
    case DistributionType::kExponential:
      return exponent / parameters[0];
    case DistributionType::kTriangular: {
      const double low = parameters[0], mode = parameters[1], high = parameters[2],
                   range = high - low;
      if (p * range < mode - low) return low + std::sqrt(p * range * (mode - low));
      return high - std::sqrt((1 - p) * range * (high - mode));
    }
  }
  return p < 0.5 ? 0 : 1;
}

// Returns x rounded to float towards +infinity.
float RoundUp(double x) {
  const auto nearest = static_cast<float>(x);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return nearest < x ? std::nextafter(nearest, kInfinity) : nearest;
}

float RoundDown(double x) { return -RoundUp(-x); }

QuantileArgs MakeQuantileArgs(const Distribution& d) {
  const Bounds bounds = BoundsOf(d);
  QuantileArgs quantile{d.type, RoundUp(bounds.low), RoundDown(bounds.high), {}};
  const double* const given = d.parameters;
  std::array<double, 5> parameters{given[0], given[1], 0, 0, 0};
  if (d.type == DistributionType::kWeibull) parameters[1] = 1 / given[1];
  if (d.type == DistributionType::kExponential) parameters[0] = 1 / given[0];
  if (d.type == DistributionType::kTriangular) {
    const double low = given[0], mode = given[1], high = given[2], range = high - low;
    parameters = {low, high, (mode - low) / range, std::sqrt(range * (mode - low)),
                  std::sqrt(range * (high - mode))};
  }
  std::transform(parameters.begin(), parameters.end(), quantile.parameters,
                 [](double parameter) { return static_cast<float>(parameter); });
  return quantile;
}

}  // namespace

Bounds BoundsOf(const Distribution& distribution) {
  return {Quantile(distribution, kMinTail, -Log(1 - kMinTail)),
          Quantile(distribution, 1 - kMinTail, -Log(kMinTail))};
}

std::vector<double> WaveSizes(int waves, double smoothness) {
  std::vector<double> sizes(static_cast<std::size_t>(waves));
  const double power = -Log(smoothness);
  for (int i = 0; i < waves; ++i)
    sizes[static_cast<std::size_t>(i)] = Exp(power * Log((i + 0.5) / (waves + 1.0)));
  return sizes;
}

void MakeWaves(HillArgs* args) {
  args->term_count = static_cast<int>(args->sizes.size()) * args->dimensions;
  args->terms.clear();
  for (const Octave& octave : args->octaves) args->terms.push_back(MakeTerms(*args, octave));
  args->quantile = MakeQuantileArgs(args->distribution);
}

}  // namespace cobble
