// Affine planes AG(2, q): q * q entrants at tables of q meet each other exactly once in q + 1
// rounds.
//
// The point (x, y) of the plane over the field of q elements is entrant x * q + y. Round m < q
// holds the lines of slope m, the table of each intercept b: all (x, m * x + b); round q the
// vertical lines. Fields: for q = 4, 8 and 9 polynomials over 2, 2 and 3 modulo x^2 + x + 1, x^3 +
// x + 1, x^2 + 1, an element being the number whose digits are the coefficients.
#pragma once

#include <vector>

#include "referee/league/round.h"

namespace taki::league::pairing {

// Whether one of order `q` is known here: 2, 3, 4, 5, 7, 8, 9. (There is none of 6; none of 10
// exists either.)
bool HasAffinePlane(int q);

// The q + 1 rounds. Requires: HasAffinePlane(q).
std::vector<Round> AffinePlane(int q);

}  // namespace taki::league::pairing
