// Which schema a file has, and how an older one becomes the newest.
//
// `application_id` says that a file is ours, `user_version` is the number of the last migration
// that it has seen. A migration is one SQL file of schema/, embedded when the program is built; it
// sets both numbers itself and runs in one transaction, so a crash leaves the old schema or the new
// one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "store/sqlite/connection.h"

namespace taki::store::sqlite {

inline constexpr std::int64_t kApplicationId = 0x54414B49;  // "TAKI"

// Migration number i + 1 of a list leads from user_version i to i + 1.
using Migrations = std::span<const char* const>;

// Those of store/sqlite/schema, in order.
Migrations SchemaMigrations();

// The schema's number: 0 for a new, empty file, else at most `newest`. FAILED_PRECONDITION with
// what to do if the file is another program's or a newer referee's.
absl::StatusOr<std::int64_t> SchemaVersion(Connection& db, std::int64_t newest);

// Brings the file at `path`, open as `db`, to the last of `migrations`. An older file that holds
// something is copied to `<path>.v<N>.backup` first (an older backup of that name stays as it is).
absl::Status Migrate(Connection& db, const std::string& path, Migrations migrations);

}  // namespace taki::store::sqlite
