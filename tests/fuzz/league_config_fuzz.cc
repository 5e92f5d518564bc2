// Any bytes as the settings of a league: they are refused with the fields that are wrong, or are
// settings that the referee's rooms accept, keep and show without changing them (N19, N22).
#include <cstddef>
#include <cstdint>

#include "referee/rules/check.h"
#include "referee/service/convert_league.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taki::service::FieldErrors;
  taki::v1::LeagueConfig sent;
  if (size > 65'536 || !sent.ParseFromArray(data, static_cast<int>(size))) return 0;
  FieldErrors errors;
  const taki::host::NewLeague read = taki::service::FromProto(sent, errors);
  for (const auto& error : errors) TAKI_CHECK(error.field.starts_with("config"));
  if (!errors.empty()) return 0;
  TAKI_CHECK(taki::league::Validate(read.config).ok());
  const auto kept = taki::league::ParseConfig(taki::league::CanonicalText(read.config));
  TAKI_CHECK(kept.ok() && *kept == read.config);
  taki::v1::LeagueConfig shown;
  taki::service::ToProto(read.config, &shown);
  TAKI_CHECK(taki::service::FromProto(shown, errors).config == read.config && errors.empty());
  return 0;
}
