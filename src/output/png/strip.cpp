// Chooses the filter and compression of a PNG band, and filters it. Unlike a decoder, an encoder
// knows all input in advance, so its filters vectorise. Based on: the PNG specification (ISO/IEC
// 15948), section 9.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/png/strip.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>
#include <cstring>

#include "core/simd-inl.h"
#include "hwy/highway.h"
#include "output/png/strip.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

template <class V>
HWY_INLINE V AbsDifference(V x, V y) {
  return hn::Or(hn::SaturatedSub(x, y), hn::SaturatedSub(y, x));
}

// Returns the Paeth predictor: of a (left), b (above) and c (above left), the one nearest to
// a + b - c; ties prefer a, then b. The distances are:
//   to a: pa = |b - c|
//   to b: pb = |a - c|
//   to c: |(b - c) + (a - c)|, which is |pa - pb| if c is between a and b; otherwise it is pa + pb,
//         which is never the minimum
// Therefore 8 bits suffice.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Paeth(D d, V a, V b, V c) {
  const V pa = AbsDifference(b, c), pb = AbsDifference(a, c);
  const V minimum = hn::Min(pa, pb);
  const V nearest = hn::IfThenElse(minimum == pa, a, b);
  const auto between = c == hn::Max(hn::Min(a, b), hn::Min(c, hn::Max(a, b)));
  const auto c_is_farther = hn::SaturatedSub(minimum, AbsDifference(pa, pb)) == hn::Zero(d);
  return hn::IfThenElse(hn::AndNot(c_is_farther, between), c, nearest);
}

struct SubRow {
  const uint8_t* row;
  std::size_t pixel;

  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, std::size_t k) const {
    return hn::LoadU(d, row + k) - hn::LoadU(d, row + k - pixel);
  }
};

struct UpRow {
  const uint8_t *row, *above;
  std::size_t pixel = 0;  // the first pixel needs no special case

  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, std::size_t k) const {
    return hn::LoadU(d, row + k) - hn::LoadU(d, above + k);
  }
};

struct PaethRow {
  const uint8_t *row, *above;
  std::size_t pixel;

  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, std::size_t k) const {
    const auto left = hn::LoadU(d, row + k - pixel);
    const auto corner = hn::LoadU(d, above + k - pixel);
    return hn::LoadU(d, row + k) - Paeth(d, left, hn::LoadU(d, above + k), corner);
  }
};

// Filters all bytes after the first pixel.
template <class Filter>
HWY_INLINE void FilterRest(const Filter& filter, std::size_t size, uint8_t* out) {
  const hn::ScalableTag<uint8_t> d;
  const hn::CappedTag<uint8_t, 1> single;
  constexpr std::size_t kStep = hn::MaxLanes(d);
  std::size_t k = filter.pixel;
  for (; k + kStep <= size; k += kStep) hn::StoreU(filter(d, k), d, out + k);
  for (; k < size; ++k) hn::StoreU(filter(single, k), single, out + k);
}

void FilterSub(const uint8_t* row, const uint8_t*, std::size_t size, std::size_t pixel,
               uint8_t* out) {
  std::memcpy(out, row, pixel);
  FilterRest(SubRow{row, pixel}, size, out);
}

void FilterUp(const uint8_t* row, const uint8_t* above, std::size_t size, std::size_t,
              uint8_t* out) {
  FilterRest(UpRow{row, above}, size, out);
}

// The pixel to the left of the row is 0, so the predictor of the first pixel is the pixel above.
void FilterPaeth(const uint8_t* row, const uint8_t* above, std::size_t size, std::size_t pixel,
                 uint8_t* out) {
  for (std::size_t k = 0; k < pixel; ++k) out[k] = static_cast<uint8_t>(row[k] - above[k]);
  FilterRest(PaethRow{row, above, pixel}, size, out);
}

}  // namespace

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

// Bytes in a sample: enough rows to find matches between rows, but few enough for cheap trials.
constexpr std::size_t kSample = std::size_t{3} << 12;

// The filters to try. PNG's other filters, None and Average, were rarely better, and never by much.
constexpr PngFilter kTried[] = {PngFilter::kSub, PngFilter::kUp, PngFilter::kPaeth};

}  // namespace

FilterRow SelectFilter(PngFilter filter, int64_t simd_target) {
  switch (filter) {
    case PngFilter::kSub:
      return COBBLE_SELECT(FilterSub, simd_target);
    case PngFilter::kUp:
      return COBBLE_SELECT(FilterUp, simd_target);
    case PngFilter::kPaeth:
      break;
  }
  return COBBLE_SELECT(FilterPaeth, simd_target);
}

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
#endif  // HWY_ONCE
