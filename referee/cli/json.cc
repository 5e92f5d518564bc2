#include "referee/cli/json.h"

#include <google/protobuf/descriptor.h>

#include <cctype>
#include <cstdint>

namespace taki::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// MatchState -> MATCH_STATE_
std::string Prefix(const EnumDescriptor* type) {
  std::string prefix;
  for (const char c : type->name()) {
    if (std::isupper(static_cast<unsigned char>(c)) && !prefix.empty()) prefix += '_';
    prefix += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return prefix + '_';
}

std::string Hex(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

Json EnumJson(const EnumDescriptor* type, int value) {
  if (value == 0) return nullptr;
  return ShortName(type, value);
}

Json TextJson(const FieldDescriptor* field, const std::string& value) {
  return field->type() == FieldDescriptor::TYPE_BYTES ? Hex(value) : value;
}

Json Single(const Message& message, const FieldDescriptor* field) {
  const Reflection& r = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: return r.GetInt32(message, field);
    case FieldDescriptor::CPPTYPE_INT64: return r.GetInt64(message, field);
    case FieldDescriptor::CPPTYPE_UINT32: return r.GetUInt32(message, field);
    case FieldDescriptor::CPPTYPE_UINT64: return r.GetUInt64(message, field);
    case FieldDescriptor::CPPTYPE_DOUBLE: return r.GetDouble(message, field);
    case FieldDescriptor::CPPTYPE_FLOAT: return r.GetFloat(message, field);
    case FieldDescriptor::CPPTYPE_BOOL: return r.GetBool(message, field);
    case FieldDescriptor::CPPTYPE_ENUM:
      return EnumJson(field->enum_type(), r.GetEnumValue(message, field));
    case FieldDescriptor::CPPTYPE_STRING: return TextJson(field, r.GetString(message, field));
    case FieldDescriptor::CPPTYPE_MESSAGE: return ToJson(r.GetMessage(message, field));
  }
  return nullptr;
}

Json Element(const Message& message, const FieldDescriptor* field, int i) {
  const Reflection& r = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: return r.GetRepeatedInt32(message, field, i);
    case FieldDescriptor::CPPTYPE_INT64: return r.GetRepeatedInt64(message, field, i);
    case FieldDescriptor::CPPTYPE_UINT32: return r.GetRepeatedUInt32(message, field, i);
    case FieldDescriptor::CPPTYPE_UINT64: return r.GetRepeatedUInt64(message, field, i);
    case FieldDescriptor::CPPTYPE_DOUBLE: return r.GetRepeatedDouble(message, field, i);
    case FieldDescriptor::CPPTYPE_FLOAT: return r.GetRepeatedFloat(message, field, i);
    case FieldDescriptor::CPPTYPE_BOOL: return r.GetRepeatedBool(message, field, i);
    case FieldDescriptor::CPPTYPE_ENUM:
      return EnumJson(field->enum_type(), r.GetRepeatedEnumValue(message, field, i));
    case FieldDescriptor::CPPTYPE_STRING:
      return TextJson(field, r.GetRepeatedString(message, field, i));
    case FieldDescriptor::CPPTYPE_MESSAGE: return ToJson(r.GetRepeatedMessage(message, field, i));
  }
  return nullptr;
}

std::string Dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

}  // namespace

Json ToJson(const Message& message) {
  Json json = Json::object();
  const Descriptor& type = *message.GetDescriptor();
  const Reflection& reflection = *message.GetReflection();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    if (field->is_repeated()) {
      Json list = Json::array();
      for (int n = 0; n < reflection.FieldSize(message, field); ++n)
        list.push_back(Element(message, field, n));
      json[field->name()] = std::move(list);
    } else if (!field->has_presence() || reflection.HasField(message, field)) {
      json[field->name()] = Single(message, field);
    }
  }
  return json;
}

std::string ShortName(const EnumDescriptor* type, int value) {
  if (value == 0) return "";
  const auto* found = type->FindValueByNumber(value);
  if (found == nullptr) return std::to_string(value);
  const std::string prefix = Prefix(type);
  return found->name().rfind(prefix, 0) == 0 ? found->name().substr(prefix.size()) : found->name();
}

int ParseShortName(const EnumDescriptor* type, std::string_view name) {
  std::string full = Prefix(type);
  for (const char c : name)
    full += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto* found = type->FindValueByName(full);
  return found == nullptr ? 0 : found->number();
}

std::string ShortNames(const EnumDescriptor* type) {
  std::string names;
  for (int i = 0; i < type->value_count(); ++i) {
    if (type->value(i)->number() == 0) continue;
    names += (names.empty() ? "" : ", ") + ShortName(type, type->value(i)->number());
  }
  return names;
}

void PrintJson(const Json& json, std::ostream& out) { out << Dumped(json, 2) << '\n'; }
void PrintJsonLine(const Json& json, std::ostream& out) { out << Dumped(json, -1) << std::endl; }

}  // namespace taki::cli
