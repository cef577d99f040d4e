// Chooses the filter and compression of a PNG band, and filters it.
#include "output/png/strip.h"

#include <algorithm>

namespace cobble {
namespace {

// Bytes in a sample: enough rows to find matches between rows, but few enough for cheap trials.
constexpr std::size_t kSample = std::size_t{3} << 12;

// The filters to try. PNG's other filters, None and Average, were rarely better, and never by much.
constexpr PngFilter kTried[] = {PngFilter::kSub, PngFilter::kUp, PngFilter::kPaeth};

}  // namespace

StripFilters::StripFilters(const RowFormat& format, std::size_t row_bytes, int64_t simd_target)
    : row_bytes_(row_bytes),
      pixel_(static_cast<std::size_t>(format.channels * format.sample_bytes)),
      grids_(MatchGridsOf(row_bytes + 1, pixel_, format.sample_bytes, 1, 2)),
      filters_{} {
  for (const PngFilter filter : kTried)
    filters_[static_cast<std::size_t>(filter)] = SelectFilter(filter, simd_target);
}

// Tries matches with the filter that is best without them, and with the other filters only if
// matches pay off there, so noisy data costs only one trial.
StripCoding StripFilters::Choose(const Band& band, Deflater& deflater,
                                 uint8_t* filtered) const noexcept {
  const int64_t rows = std::clamp<int64_t>(kSample / row_bytes_, 1, band.rows);
  const int64_t first = (band.rows - rows) / 2;
  const auto filter_sample = [&](PngFilter filter) {
    const auto size = Run(band, first, rows, filter, filtered) - filtered;
    return std::min(static_cast<std::size_t>(size), kSample);
  };

  std::array<DeflateTrial, std::size(kTried)> literals;
  std::size_t best = 0;
  for (std::size_t k = 0; k < literals.size(); ++k) {
    literals[k] = deflater.TryLiterals(filtered, filter_sample(kTried[k]));
    if (literals[k].size <= literals[best].size) best = k;
  }

  StripCoding coding{kTried[best], literals[best].settings};
  const auto try_matches = [&](std::size_t k) {
    return deflater.TryMatches(literals[k], grids_, filtered, filter_sample(kTried[k]));
  };
  DeflateTrial smallest = try_matches(best);
  if (!smallest.IsWorthMoreThan(literals[best])) return coding;
  coding.settings = smallest.settings;
  for (std::size_t k = 0; k < literals.size(); ++k) {
    const DeflateTrial trial = k == best ? smallest : try_matches(k);
    if (trial.size >= smallest.size) continue;
    smallest = trial;
    coding = {kTried[k], trial.settings};
  }
  return coding;
}

// Bands are independent, so the first row of a band is filtered without the row above it.
uint8_t* StripFilters::Run(const Band& band, int64_t first, int64_t rows, PngFilter filter,
                           uint8_t* out) const noexcept {
  const auto* row =
      reinterpret_cast<const uint8_t*>(band.data) + static_cast<std::size_t>(first) * band.stride;
  for (int64_t j = first; j < first + rows; ++j, row += band.stride) {
    const PngFilter here = j == 0 ? PngFilter::kSub : filter;
    *out++ = static_cast<uint8_t>(here);
    filters_[static_cast<std::size_t>(here)](row, row - (j == 0 ? 0 : band.stride), row_bytes_,
                                             pixel_, out);
    out += row_bytes_;
  }
  return out;
}

}  // namespace cobble
