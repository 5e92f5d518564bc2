// Known answers of SHA-256 (FIPS 180-4 examples) and HMAC-SHA-256 (RFC 4231), and what the seam
// adds.
#include "referee/rules/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "referee/rules/big_endian.h"
#include "tests/support/splitmix.h"

namespace taki::rules {
namespace {

std::string HashOf(std::string_view text) { return Hex(Sha256().Update(text).Finish()); }

TEST(Sha256Test, GivesTheKnownAnswers) {
  EXPECT_EQ(HashOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(HashOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(HashOf("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnop"
                   "qklmnopqrlmnopqrs"
                   "mnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(HashOf(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, TakesItsInputInAnyPieces) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (std::size_t piece = 1; piece < 140; ++piece) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece)
      hash.Update(std::string_view(text).substr(at, piece));
    EXPECT_EQ(Hex(hash.Finish()), HashOf(text)) << piece;
  }
}

TEST(Sha256Test, ACopyForksTheComputation) {
  Sha256 hash;
  hash.Update("a");
  Sha256 fork = hash;
  EXPECT_EQ(Hex(fork.Update("x").Finish()), HashOf("ax"));
  EXPECT_EQ(Hex(hash.Update("bc").Finish()), HashOf("abc"));
}

// RFC 4231. Shorter keys are padded with zeros to 32 bytes here, which HMAC does itself up to 64,
// so the answers are the RFC's.
std::string HmacOf(const std::vector<std::uint8_t>& key, std::string_view message) {
  Bytes32 padded{};
  std::copy(key.begin(), key.end(), padded.begin());
  return Hex(HmacSha256(padded).Of(AsBytes(message)));
}

std::string HexOf(const Sha256Words& words) {
  Bytes32 bytes;
  for (std::size_t i = 0; i < words.size(); ++i) PutBigEndian(words[i], bytes.data() + 4 * i);
  return Hex(bytes);
}

TEST(HmacSha256Test, GivesTheKnownAnswersOfRfc4231) {
  EXPECT_EQ(HmacOf(std::vector<std::uint8_t>(20, 0x0b), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(HmacOf({'J', 'e', 'f', 'e'}, "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(HmacOf(std::vector<std::uint8_t>(20, 0xaa), std::string(50, '\xdd')),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  std::vector<std::uint8_t> counting(25);
  for (std::size_t i = 0; i < counting.size(); ++i) counting[i] = static_cast<std::uint8_t>(i + 1);
  EXPECT_EQ(HmacOf(counting, std::string(50, '\xcd')),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
}

TEST(HmacSha256Test, AnswersAnyNumberOfTimes) {
  const HmacSha256 hmac(Bytes32{});
  const Bytes32 first = hmac.Of(AsBytes("message"));
  hmac.Of(AsBytes("another"));
  EXPECT_EQ(hmac.Of(AsBytes("message")), first);
}

TEST(HmacSha256Test, OfAPairIsThatOfEachAsWords) {
  const HmacSha256 hmac(Bytes32{1, 2, 3});
  for (std::size_t size = 0; size <= HmacSha256::kPairBytesMax; ++size) {
    const std::string first(size, 'x'), second(HmacSha256::kPairBytesMax - size, 'y');
    const auto pair = hmac.OfPair(AsBytes(first), AsBytes(second));
    EXPECT_EQ(HexOf(pair[0]), Hex(hmac.Of(AsBytes(first)))) << size;
    EXPECT_EQ(HexOf(pair[1]), Hex(hmac.Of(AsBytes(second)))) << size;
  }
}

// The processor's own instructions, where it has some, against OpenSSL.
TEST(Sha256PairTest, CompressesAsTwoSingleBlocksDo) {
  test::SplitMix random(1);
  const auto fill = [&](auto& pair) {
    for (auto& words : pair)
      for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random.Next());
  };
  for (int round = 0; round < 1000; ++round) {
    std::array<Sha256Words, 2> states;
    std::array<Sha256Block, 2> blocks;
    fill(states);
    fill(blocks);
    auto portably = states;
    CompressPairPortably(portably, blocks);
    CompressPair(states, blocks);
    ASSERT_EQ(states, portably) << round;
  }
}

TEST(HexTest, PrintsAndReadsLowerCase) {
  std::vector<std::uint8_t> bytes(256), read(256);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  EXPECT_TRUE(ParseHex(Hex(bytes), read));
  EXPECT_EQ(read, bytes);
  EXPECT_EQ(Hex(std::vector<std::uint8_t>{0x00, 0x0f, 0xa5}), "000fa5");
  EXPECT_EQ(Hex({}), "");
}

TEST(HexTest, RefusesOtherLengthsAndDigits) {
  std::vector<std::uint8_t> two(2);
  for (const char* text :
       {"", "00", "000", "00000", "000000", "00AB", "00g0", "0x00", " 000", "00 0"})
    EXPECT_FALSE(ParseHex(text, two)) << text;
  EXPECT_TRUE(ParseHex("00ab", two));
}

}  // namespace
}  // namespace taki::rules
