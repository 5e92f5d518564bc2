#include "referee/host/registry.h"

#include <algorithm>

namespace taki::host {
namespace {

bool IsLowerOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool IsPunctuation(char c) { return c == '.' || c == '_' || c == '-'; }

}  // namespace

bool IsBotName(std::string_view name) {
  if (name.size() < 2 || name.size() > 32 || !IsLowerOrDigit(name[0])) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return IsLowerOrDigit(c) || IsPunctuation(c); });
}

bool IsVersion(std::string_view version) {
  if (version.empty() || version.size() > 32) return false;
  return std::all_of(version.begin(), version.end(), [](char c) {
    return IsLowerOrDigit(c) || (c >= 'A' && c <= 'Z') || IsPunctuation(c);
  });
}

void Registry::Put(const store::Bot& bot) {
  if (const store::Bot* known = Find(bot.id)) by_token_.erase(known->token_hash);
  bots_[bot.id] = bot;
  by_name_[bot.name] = bot.id;
  by_token_[bot.token_hash] = bot.id;
}

void Registry::PutVersion(match::BotId bot, const std::string& version) {
  if (!HasVersion(bot, version)) versions_[bot].push_back(version);
}

const store::Bot* Registry::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : Find(found->second);
}

const store::Bot* Registry::Find(match::BotId id) const {
  const auto found = bots_.find(id);
  return found == bots_.end() ? nullptr : &found->second;
}

// The look-up is by the hash of a 256-bit token: how long it takes tells nothing about any token
// (S3).
const store::Bot* Registry::FindByToken(const rules::Bytes32& token_hash) const {
  const auto found = by_token_.find(token_hash);
  return found == by_token_.end() ? nullptr : Find(found->second);
}

bool Registry::HasVersion(match::BotId bot, const std::string& version) const {
  const auto found = versions_.find(bot);
  return found != versions_.end() &&
         std::find(found->second.begin(), found->second.end(), version) != found->second.end();
}

match::BotId Registry::NextId() const {
  return {bots_.empty() ? 1 : bots_.rbegin()->first.number + 1};
}

}  // namespace taki::host
