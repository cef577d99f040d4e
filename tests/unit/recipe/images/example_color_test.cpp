// Tests the eigenvectors of covariances.
#include "recipe/images/example_color.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <random>

namespace cobble {
namespace {

using Matrix = std::array<Vector3, 3>;

double Entry(const Matrix& m, const Matrix& v, std::size_t a, std::size_t b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) sum += v[i][a] * m[i][j] * v[j][b];
  return sum;
}

void CheckEigenvectors(const Matrix& m, double size) {
  const Matrix v = EigenvectorsOf(m);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) {
      const double product = v[0][a] * v[0][b] + v[1][a] * v[1][b] + v[2][a] * v[2][b];
      CHECK(std::abs(product - (a == b ? 1 : 0)) < 1e-14);
      if (a != b) CHECK(std::abs(Entry(m, v, a, b)) <= 1e-14 * size);
    }
}

TEST_CASE("eigenvectors are orthonormal and make the matrix diagonal") {
  std::mt19937 random(3);
  const auto number = [&] { return static_cast<double>(random()) / 0x1p31 - 1; };
  for (const double size : {1.0, 1e-30, 1e60})
    for (int k = 0; k < 200; ++k) {
      Matrix m{};
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b <= a; ++b) m[a][b] = m[b][a] = size * number();
      CheckEigenvectors(m, size);
    }
}

TEST_CASE("eigenvectors of matrices with equal and zero eigenvalues") {
  CheckEigenvectors({}, 1);
  CheckEigenvectors({{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}, 3);
  CheckEigenvectors({{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}}, 2);
  CheckEigenvectors({{{1, 1e-200, 0}, {1e-200, 1, 5}, {0, 5, 1}}}, 5);
  const Matrix identity = EigenvectorsOf({{{3, 0, 0}, {0, 1, 0}, {0, 0, 2}}});
  CHECK(identity == Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
}

}  // namespace
}  // namespace cobble
