// The bytes of a frame are what the translation makes of it.
#include "referee/service/frame_writer.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace taki::service {
namespace {

using google::protobuf::util::MessageDifferencer;

void ExpectTheSame(FrameWriter& writer, const host::Frame& frame, const PlayStyle& style) {
  v1::PlayResponse expected, written;
  for (const host::Item& item : frame) ToProto(item, style, expected.add_items());
  const std::string_view bytes = writer.Write(frame, style);
  ASSERT_TRUE(written.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
  EXPECT_EQ(bytes.size(), expected.ByteSizeLong());
  EXPECT_TRUE(MessageDifferencer::Equals(written, expected));
}

// A decision that offers as many of all actions as one can, from the `first` on.
host::AskDecision Offering(std::size_t first) {
  std::vector<rules::Action> all = {rules::Action::Draw(), rules::Action::Close(),
                                    rules::Action::End(), rules::Action::Pass()};
  for (int kind = 0; kind < rules::kCardKinds; ++kind)
    for (const bool last_card : {false, true})
      if (rules::Card::FromIndex(kind) != rules::kChangeColorCard)
        all.push_back(rules::Action::Play(rules::Card::FromIndex(kind), last_card));
  for (int color = 0; color < rules::kColors; ++color)
    for (const bool last_card : {false, true})
      all.push_back(rules::Action::PlayChangeColor(static_cast<rules::Color>(color), last_card));
  host::AskDecision ask;
  ask.match = {42};
  ask.decision.id = {7};
  ask.decision.view.state.seats = 3;
  ask.decision.view.hand.Add(rules::kKingCard);
  ask.decision.time_left_ms = 61'000;
  ask.decision.legal = rules::ActionList([&](rules::Action* out) {
    const std::size_t count = std::min(all.size() - first, rules::ActionList::kCapacity);
    return std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(first), count, out);
  });
  return ask;
}

TEST(FrameWriterTest, WritesEveryActionAsTheTranslationDoes) {
  FrameWriter writer;
  for (const std::size_t first : {0u, 60u, 120u})
    for (const bool omit : {false, true})
      ExpectTheSame(writer, {Offering(first)}, PlayStyle{"0.1.0", omit});
}

TEST(FrameWriterTest, KeepsTheOrderOfItems) {
  FrameWriter writer;
  const host::Frame frame = {host::GiveVerdict{{42}, {}}, host::Ping{3}, Offering(0),
                             host::Notice{}, Offering(70)};
  ExpectTheSame(writer, frame, PlayStyle{"0.1.0", false});
}

TEST(FrameWriterTest, IsUsedAgainAndAgain) {
  FrameWriter writer;
  for (int i = 0; i < 100; ++i) {
    ASSERT_NO_FATAL_FAILURE(ExpectTheSame(writer, {Offering(static_cast<std::size_t>(i % 100))},
                                          PlayStyle{"1", false}));
  }
  EXPECT_TRUE(writer.Write({}, PlayStyle{}).empty());
}

}  // namespace
}  // namespace taki::service
