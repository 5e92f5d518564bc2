#include "referee/cli/verification.h"

#include <cstdint>

#include "referee/cli/match_query.h"
#include "referee/match/record_text.h"
#include "referee/rules/sha256.h"

namespace taki::cli {
namespace {

std::string HexOf(const std::string& bytes) {
  return rules::Hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

// The n-th line of `text`, from 1, without its newline; empty if there is none.
std::string_view LineAt(std::string_view text, int n) {
  for (; n > 1; --n) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

// A record can be whole and yet be another one than was announced.
void CompareWithMatch(const v1::Match& match, std::string_view record, Checked& checked) {
  const auto expect = [&](bool as_told, int line, const std::string& what) {
    if (!as_told)
      checked.findings.push_back({"here", line, "the record is not that of the match: " + what});
  };
  expect(LineAt(record, 2) == "match " + match.match_id(), 2, "its id is not " + match.match_id());
  const std::string commitment = " commitment=" + HexOf(match.deal().commitment()) + " ";
  expect(LineAt(record, 4).find(commitment) != std::string_view::npos, 4,
         "the commitment told before the deal was" + commitment);
  expect(record.ends_with("\nhash " + match.hash() + "\n"), 0,
         "the referee tells the hash " + match.hash());
}

}  // namespace

Checked CheckRecord(const std::string& subject, std::string_view record) {
  Checked checked{.subject = subject, .lines = 0, .findings = {}};
  const match::Verification verification = match::VerifyRecord(record);
  checked.lines = verification.actions;
  if (!verification.ok)
    checked.findings.push_back({"here", verification.line, verification.difference});
  return checked;
}

Checked CheckMatch(Client& client, const std::string& match_id) {
  v1::VerifyMatchRequest request;
  request.set_match_id(match_id);
  const v1::VerifyMatchResponse response = client.VerifyMatch(request);
  const v1::GetMatchResponse got = GetWithRecord(client, match_id);
  Checked checked = CheckRecord(match_id, got.record());
  if (checked.findings.empty()) CompareWithMatch(got.match(), got.record(), checked);
  if (!response.ok())
    checked.findings.insert(checked.findings.begin(),
                            {"referee", response.line(), response.difference()});
  return checked;
}

Checked Quarantined(const v1::Match& match) {
  return {.subject = match.match_id(),
          .lines = 0,
          .findings = {{"referee", 0, "QUARANTINED: its record does not re-play"}}};
}

}  // namespace taki::cli
