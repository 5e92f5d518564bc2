// Protocol messages as JSON, as `--json` prints them (docs/cli.md, "JSON").
//
// Unlike protobuf's own mapping it is made for jq and spreadsheets: 64-bit numbers are numbers,
// bytes are lower case hexadecimal as in match records, enum values are their names without the
// type's prefix ("FINISHED") and null for UNSPECIFIED. Field names are those of the .proto files.
// Every scalar and list is there even if empty; messages, oneof members and optional scalars that
// are not set are left out.
#pragma once

#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>

namespace taki::cli {

using Json = nlohmann::ordered_json;

Json ToJson(const google::protobuf::Message& message);

// "FINISHED" for MATCH_STATE_FINISHED; empty for UNSPECIFIED; the number in decimal for a value
// that this program does not know.
std::string ShortName(const google::protobuf::EnumDescriptor* type, int value);

// The inverse, in any case, with - for _ too ("round-robin"). Nothing but UNSPECIFIED's number (0)
// if there is no such value.
int ParseShortName(const google::protobuf::EnumDescriptor* type, std::string_view name);
// All values of `type` but UNSPECIFIED: "QUEUED, ASSIGNED, RUNNING".
std::string ShortNames(const google::protobuf::EnumDescriptor* type);

// Everything outside printable ASCII is escaped, so that JSON on a terminal is safe too (N24).
void PrintJson(const Json& json, std::ostream& out);      // indented
void PrintJsonLine(const Json& json, std::ostream& out);  // on one line

}  // namespace taki::cli
