// The bots that may play, in the loop's memory: what the store holds, indexed for the loop. One
// thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "store/rows.h"

namespace taki::host {

bool IsBotName(std::string_view name);     // [a-z0-9][a-z0-9._-]{1,31}
bool IsVersion(std::string_view version);  // [A-Za-z0-9._-]{1,32}

class Registry {
 public:
  // Adds a bot, or replaces the one with its id (a rotated token).
  void Put(const store::Bot& bot);
  void PutVersion(match::BotId bot, const std::string& version);

  const store::Bot* Find(std::string_view name) const;
  const store::Bot* Find(match::BotId id) const;
  const store::Bot* FindByToken(const rules::Bytes32& token_hash) const;
  bool HasVersion(match::BotId bot, const std::string& version) const;
  match::BotId NextId() const;

 private:
  std::map<match::BotId, store::Bot> bots_;
  std::map<std::string, match::BotId, std::less<>> by_name_;
  std::map<rules::Bytes32, match::BotId> by_token_;
  std::map<match::BotId, std::vector<std::string>> versions_;
};

}  // namespace taki::host
