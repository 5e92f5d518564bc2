// "Is A better than B?" as a test that stops as soon as it knows: Wald's sequential probability
// ratio test (Wald 1945, "Sequential Tests of Statistical Hypotheses"), as chess engines are
// tested.
//
// H0: A is elo0 points stronger than B. H1: elo1 points. After each match
//   LLR = (wins + draws/2) ln(p1 / p0) + (losses + draws/2) ln((1 - p1) / (1 - p0)),
//   p = 1 / (1 + 10^(-elo/400)),
// the logarithm of how much likelier H1 makes what has happened than H0. H1 is accepted when it
// reaches ln((1 - beta) / alpha), H0 when it falls to ln(beta / (1 - alpha)). Then a true H0 is
// refused with a probability of about alpha at most, a true H1 with beta. A draw as half a win and
// half a loss varies less than the formula believes: with draws it errs less, and takes longer.
//
// Matches at larger tables count by who of the two was placed above; Elo points mean the same there
// (plackett_luce.h). Counts are all it keeps, so it can be made again from the matches in order.
#pragma once

#include <cstdint>

#include "absl/status/status.h"

namespace taki::rating {

struct SprtConfig {
  double elo0 = 0;
  double elo1 = 50;     // > elo0; both within -1000 to 1000
  double alpha = 0.05;  // the risk to accept H1 though H0 is true; 0.0001 to 0.4
  double beta = 0.05;   // the risk to accept H0 though H1 is true
};

// INVALID_ARGUMENT with one sentence that names the field.
absl::Status CheckSprtConfig(const SprtConfig& config);

enum class SprtVerdict : std::uint8_t { kContinue, kAcceptH0, kAcceptH1 };

class Sprt {
 public:
  // Requires: CheckSprtConfig is OK.
  explicit Sprt(const SprtConfig& config);

  // The next match, from A's side. The order matters: take matches as they were scheduled, not as
  // they finish, or quick results would be seen first.
  void AddWin();
  void AddLoss();
  void AddDraw();

  // As of the match that decided it; later matches count below, but do not change it.
  SprtVerdict verdict() const { return verdict_; }
  // Finite. 0 before the first match.
  double llr() const;
  double lower_bound() const { return lower_bound_; }  // < 0: H0
  double upper_bound() const { return upper_bound_; }  // > 0: H1
  std::int64_t wins() const { return wins_; }
  std::int64_t losses() const { return losses_; }
  std::int64_t draws() const { return draws_; }

 private:
  void Decide();
  double per_win_;   // ln(p1 / p0)
  double per_loss_;  // ln((1 - p1) / (1 - p0))
  double lower_bound_;
  double upper_bound_;
  std::int64_t wins_ = 0, losses_ = 0, draws_ = 0;
  SprtVerdict verdict_ = SprtVerdict::kContinue;
};

}  // namespace taki::rating
