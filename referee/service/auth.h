// Who may call what: three roles, tokens, and THE table of methods (fault S4: deny by default).
//
// A token is `taki_` and 43 base64url characters: 256 random bits. Only its SHA-256 is ever kept or
// compared (S1, S3); no function here takes two tokens. Thread-safe.
#pragma once

#include <grpcpp/support/string_ref.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "referee/rules/sha256.h"
#include "referee/service/error.h"
#include "store/history.h"

namespace taki::service {

// What a method asks of its caller.
enum class Needs : std::uint8_t {
  kNothing,         // anybody, a spectator
  kBot,             // a bot's own token
  kOrganiser,       // the admin token
  kOrganiserOrSelf  // the admin token, or the token of the bot that the request names
};
struct MethodRule {
  std::string_view method;  // "/taki.v1.BotService/GetBot"
  Needs needs;
};
std::span<const MethodRule> MethodRules();
// Nothing for a method without an entry: it must not be served.
std::optional<Needs> NeedsOf(std::string_view method);

using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;

// SHA-256 of what stands behind "Bearer " in `authorization`; nothing if there is none.
std::optional<rules::Bytes32> BearerTokenHash(const Metadata& metadata);
// In constant time.
bool SameHash(const rules::Bytes32& a, const rules::Bytes32& b);
rules::Bytes32 TokenHash(std::string_view token);
// "taki_" and 43 base64url characters.
std::string TokenText(const rules::Bytes32& random);
bool IsTokenText(std::string_view text);

// Who sent a call, by its token.
struct Caller {
  bool organiser = false;
  std::optional<match::BotId> bot;  // neither: a call without a token
};

class Auth {
 public:
  // `history` finds bots by the hash of their token; must outlive this.
  Auth(const rules::Bytes32& admin_token_hash, store::History& history)
      : admin_token_hash_(admin_token_hash), history_(history) {}

  // Nothing if the caller may call `method`, else why not. `named_bot`: whom the request is about,
  // for kOrganiserOrSelf.
  std::optional<Error> Check(std::string_view method, const Metadata& metadata,
                             std::string_view named_bot) const;

  // For methods that need no token but tell more with one. An error if the token is nobody's:
  // whoever sends one is not to be taken for a spectator.
  std::optional<Error> WhoCalls(const Metadata& metadata, Caller& caller) const;

 private:
  std::optional<Error> FindBot(const rules::Bytes32& hash, store::Bot& bot) const;

  const rules::Bytes32 admin_token_hash_;
  store::History& history_;
};

}  // namespace taki::service
