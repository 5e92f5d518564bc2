#include "referee/rating/sprt.h"

#include <cmath>

#include "referee/rules/check.h"

namespace taki::rating {
namespace {

constexpr double kEloMax = 1000;
constexpr double kRiskMin = 0.0001, kRiskMax = 0.4;

// Written so that NaN is outside.
bool Within(double value, double low, double high) { return value >= low && value <= high; }

double Expected(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace

absl::Status CheckSprtConfig(const SprtConfig& config) {
  if (!Within(config.elo0, -kEloMax, kEloMax))
    return absl::InvalidArgumentError("elo0 must be between -1000 and 1000");
  if (!Within(config.elo1, -kEloMax, kEloMax))
    return absl::InvalidArgumentError("elo1 must be between -1000 and 1000");
  if (!(config.elo0 < config.elo1)) return absl::InvalidArgumentError("elo1 must be above elo0");
  if (!Within(config.alpha, kRiskMin, kRiskMax))
    return absl::InvalidArgumentError("alpha must be between 0.0001 and 0.4");
  if (!Within(config.beta, kRiskMin, kRiskMax))
    return absl::InvalidArgumentError("beta must be between 0.0001 and 0.4");
  return absl::OkStatus();
}

Sprt::Sprt(const SprtConfig& config)
    : per_win_(std::log(Expected(config.elo1) / Expected(config.elo0))),
      per_loss_(std::log(Expected(-config.elo1) / Expected(-config.elo0))),
      lower_bound_(std::log(config.beta / (1 - config.alpha))),
      upper_bound_(std::log((1 - config.beta) / config.alpha)) {
  TAKI_CHECK(CheckSprtConfig(config).ok());
}

void Sprt::AddWin() {
  ++wins_;
  Decide();
}

void Sprt::AddLoss() {
  ++losses_;
  Decide();
}

void Sprt::AddDraw() {
  ++draws_;
  Decide();
}

double Sprt::llr() const {
  const double half = static_cast<double>(draws_) / 2;
  return (static_cast<double>(wins_) + half) * per_win_ +
         (static_cast<double>(losses_) + half) * per_loss_;
}

void Sprt::Decide() {
  if (verdict_ != SprtVerdict::kContinue) return;
  if (llr() >= upper_bound_) verdict_ = SprtVerdict::kAcceptH1;
  if (llr() <= lower_bound_) verdict_ = SprtVerdict::kAcceptH0;
}

}  // namespace taki::rating
