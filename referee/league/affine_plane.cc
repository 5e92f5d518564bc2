#include "referee/league/affine_plane.h"

#include <array>
#include <cstddef>

#include "referee/league/at.h"
#include "referee/rules/check.h"

namespace taki::league::pairing {
namespace {

struct Field {
  int q, characteristic, degree;
  std::array<int, 3> power;  // x^degree, as coefficients from the constant term
};
constexpr Field kFields[] = {{2, 2, 1, {}},       {3, 3, 1, {}}, {4, 2, 2, {1, 1, 0}},
                             {5, 5, 1, {}},       {7, 7, 1, {}}, {8, 2, 3, {1, 1, 0}},
                             {9, 3, 2, {2, 0, 0}}};

using Polynomial = std::array<int, 5>;  // room for a product

Polynomial Digits(const Field& field, int element) {
  Polynomial digits{};
  for (int i = 0; element > 0; element /= field.characteristic, ++i)
    At(digits, i) = element % field.characteristic;
  return digits;
}

int Element(const Field& field, const Polynomial& digits) {
  int element = 0;
  for (int i = field.degree - 1; i >= 0; --i)
    element = element * field.characteristic + At(digits, i) % field.characteristic;
  return element;
}

int Sum(const Field& field, int a, int b) {
  Polynomial sum = Digits(field, a);
  const Polynomial other = Digits(field, b);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
  return Element(field, sum);
}

int Product(const Field& field, int a, int b) {
  const Polynomial left = Digits(field, a), right = Digits(field, b);
  Polynomial product{};
  for (int i = 0; i < field.degree; ++i)
    for (int j = 0; j < field.degree; ++j) At(product, i + j) += At(left, i) * At(right, j);
  for (int high = 2 * field.degree - 2; high >= field.degree; --high)
    for (int i = 0; i < field.degree; ++i)
      At(product, high - field.degree + i) += At(product, high) * At(field.power, i);
  return Element(field, product);
}

const Field* Find(int q) {
  for (const Field& field : kFields)
    if (field.q == q) return &field;
  return nullptr;
}

}  // namespace

bool HasAffinePlane(int q) { return Find(q) != nullptr; }

std::vector<Round> AffinePlane(int q) {
  const Field* field = Find(q);
  TAKI_CHECK(field != nullptr);
  std::vector<Round> rounds(static_cast<std::size_t>(q) + 1);
  for (int slope = 0; slope <= q; ++slope)
    for (int line = 0; line < q; ++line) {
      Table table;
      for (int i = 0; i < q; ++i)
        table.push_back(slope == q ? line * q + i
                                   : i * q + Sum(*field, Product(*field, slope, i), line));
      At(rounds, slope).tables.push_back(std::move(table));
    }
  return rounds;
}

}  // namespace taki::league::pairing
