#include "referee/service/frame_writer.h"

#include <cstdint>
#include <variant>

namespace taki::service {
namespace {

constexpr std::size_t kBlockBytes = 64 * 1024;

google::protobuf::ArenaOptions ArenaOn(char* block) {
  google::protobuf::ArenaOptions options;
  options.initial_block = block;
  options.initial_block_size = kBlockBytes;
  return options;
}

// The wire format: a field of bytes or of a message is a tag, a size, and what it holds.
std::size_t VarintSize(std::size_t value) {
  std::size_t size = 1;
  for (; value >= 128; value >>= 7) ++size;
  return size;
}

void AppendVarint(std::string& out, std::size_t value) {
  for (; value >= 128; value >>= 7) out += static_cast<char>((value & 127) | 128);
  out += static_cast<char>(value);
}

// Requires: a field number below 16, whose tag is one byte.
void AppendFieldHead(std::string& out, int field, std::size_t size) {
  out += static_cast<char>(field << 3 | 2);
  AppendVarint(out, size);
}

// Requires: message.ByteSizeLong() was called since its last change.
void AppendBytes(std::string& out, const google::protobuf::MessageLite& message) {
  const std::size_t begin = out.size();
  out.resize(begin + static_cast<std::size_t>(message.GetCachedSize()));
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(out.data() + begin));
}

}  // namespace

FrameWriter::FrameWriter()
    : block_(std::make_unique<char[]>(kBlockBytes)), arena_(ArenaOn(block_.get())) {
  const auto encode = [this](const rules::Action& action) {
    v1::Action proto;
    ToProto(action, &proto);
    std::string& out = legal_actions_[IndexOf(action)];
    AppendFieldHead(out, v1::Decision::kLegalActionsFieldNumber, proto.ByteSizeLong());
    AppendBytes(out, proto);
  };
  for (const rules::Action& action :
       {rules::Action::Draw(), rules::Action::Close(), rules::Action::End(), rules::Action::Pass()})
    encode(action);
  for (const bool last_card : {false, true}) {
    for (int kind = 0; kind < rules::kCardKinds; ++kind) {
      const rules::Card card = rules::Card::FromIndex(kind);
      if (card != rules::kChangeColorCard) encode(rules::Action::Play(card, last_card));
    }
    for (int color = 0; color < rules::kColors; ++color)
      encode(rules::Action::PlayChangeColor(static_cast<rules::Color>(color), last_card));
  }
}

std::size_t FrameWriter::IndexOf(const rules::Action& action) {
  if (action.kind != rules::Action::Kind::kPlay) return static_cast<std::size_t>(action.kind) - 1;
  const int play = action.card == rules::kChangeColorCard
                       ? rules::kCardKinds + static_cast<int>(action.color)
                       : action.card.index();
  return static_cast<std::size_t>(4 + 2 * play + (action.last_card ? 1 : 0));
}

std::string_view FrameWriter::Write(const host::Frame& frame, const PlayStyle& style) {
  bytes_.clear();
  for (const host::Item& item : frame) {
    if (const auto* ask = std::get_if<host::AskDecision>(&item)) {
      AppendDecision(*ask, style);
    } else {
      AppendItem(item, style);
    }
  }
  arena_.Reset();
  return bytes_;
}

void FrameWriter::AppendItem(const host::Item& item, const PlayStyle& style) {
  auto* proto = google::protobuf::Arena::CreateMessage<v1::PlayItem>(&arena_);
  ToProto(item, style, proto);
  AppendFieldHead(bytes_, v1::PlayResponse::kItemsFieldNumber, proto->ByteSizeLong());
  AppendBytes(bytes_, *proto);
}

void FrameWriter::AppendDecision(const host::AskDecision& ask, const PlayStyle& style) {
  auto* proto = google::protobuf::Arena::CreateMessage<v1::Decision>(&arena_);
  ToProto(ask, proto);
  std::size_t size = proto->ByteSizeLong();
  if (!style.omit_legal_actions)
    for (const rules::Action& action : ask.decision.legal)
      size += legal_actions_[IndexOf(action)].size();
  const std::size_t item_size = 1 + VarintSize(size) + size;
  AppendFieldHead(bytes_, v1::PlayResponse::kItemsFieldNumber, item_size);
  AppendFieldHead(bytes_, v1::PlayItem::kDecisionFieldNumber, size);
  AppendBytes(bytes_, *proto);
  if (style.omit_legal_actions) return;
  for (const rules::Action& action : ask.decision.legal) bytes_ += legal_actions_[IndexOf(action)];
}

}  // namespace taki::service
