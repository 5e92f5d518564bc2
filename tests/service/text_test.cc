// Texts from outside, page tokens, tokens.
#include "referee/service/text.h"

#include <gtest/gtest.h>

#include "referee/service/auth.h"
#include "referee/service/call.h"

namespace taki::service {
namespace {

TEST(BotNameTest, IsAsciiAndShort) {
  for (const char* good : {"ab", "a-b", "0.x", "a_b.c-d", "abcdefghijklmnopqrstuvwxyz012345"})
    EXPECT_TRUE(IsBotName(good)) << good;
  for (const char* bad : {"", "a", "A1", "-ab", ".ab", "a b", "a/b", "alic\xd0\xb5",
                          "'; DROP TABLE", "abcdefghijklmnopqrstuvwxyz0123456"})
    EXPECT_FALSE(IsBotName(bad)) << bad;  // N22, N25
  EXPECT_FALSE(IsBotName(std::string_view("ab\0", 3)));
  EXPECT_FALSE(IsBotName(std::string(1'000'000, 'a')));
}

struct Refused {
  const char* text;
  const char* what;
};

TEST(TextTest, RefusesWhatCannotBeShown) {  // N20, N21, N24, N25
  for (const Refused& refused :
       {Refused{"a\nb", "newline"}, Refused{"\x1b]0;x\x07", "escape"}, Refused{"\x7f", "DEL"},
        Refused{"\xc2\x9b", "C1"}, Refused{"\xe2\x80\xae", "U+202E"},
        Refused{"\xe2\x81\xa6", "U+2066"}, Refused{"\xe2\x80\x8b", "U+200B"},
        Refused{"\xef\xbb\xbf", "U+FEFF"}, Refused{"\xe2\x80\xa8", "U+2028"},
        Refused{"\xee\x80\x80", "private use"}, Refused{"\xf3\xa0\x80\x81", "a tag"},
        Refused{"\xc3\x28", "no UTF-8"}, Refused{"\xed\xa0\x80", "a surrogate"},
        Refused{"\xc0\xaf", "overlong"}, Refused{"\xf4\x90\x80\x80", "beyond Unicode"},
        Refused{"\xe2\x82", "cut off"}, Refused{"a\xcc\x81\xcc\x81\xcc\x81", "three marks"}})
    EXPECT_FALSE(TextFault(refused.text, 64, 40).empty()) << refused.what;
  EXPECT_FALSE(TextFault(std::string_view("\0", 1), 64, 40).empty());
}

TEST(TextTest, TakesLettersOfTheWorld) {
  for (const char* good :
       {"Alice", "\xd7\x98\xd7\x90\xd7\xa7\xd7\x99 5", "e\xcc\x81", "\xf0\x9f\x83\x8f", "=1+1"})
    EXPECT_TRUE(TextFault(good, 64, 40).empty()) << good;
}

TEST(TextTest, CountsBytesAndCharacters) {
  EXPECT_TRUE(TextFault(std::string(40, 'a'), 64, 40).empty());
  EXPECT_FALSE(TextFault(std::string(41, 'a'), 64, 40).empty());
  EXPECT_FALSE(TextFault(std::string(65, 'a'), 64, 100).empty());
}

TEST(EscapedTest, LeavesPrintableAsciiAlone) {
  EXPECT_EQ(Escaped("alice 5!"), "alice 5!");
  EXPECT_EQ(Escaped("a\nb\x1b"), "a\\u{a}b\\u{1b}");  // S20
  EXPECT_EQ(Escaped("\xc2\x9b\xff\\"), "\\u{9b}\\xff\\u{5c}");
  EXPECT_EQ(Escaped("abcdef", 3), "abc...");
}

TEST(Base64UrlTest, ComesBackAsItWas) {
  std::string bytes;
  for (int size = 0; size < 40; ++size) {
    std::string out;
    ASSERT_TRUE(ParseBase64Url(Base64Url(bytes), out));
    EXPECT_EQ(out, bytes);
    bytes += static_cast<char>(size * 37 + 11);
  }
  std::string ignored;
  for (const char* bad : {"=", "a", "ab=", "a b", "ab+", "//", "AB"})
    EXPECT_FALSE(ParseBase64Url(bad, ignored)) << bad;
}

TEST(TokenTest, IsFortyThreeCharactersAfterItsPrefix) {
  rules::Bytes32 random{};
  random.fill(0xFF);
  const std::string token = TokenText(random);
  EXPECT_EQ(token.size(), 5u + 43u);
  EXPECT_TRUE(IsTokenText(token));
  for (const std::string& bad : {token.substr(1), token + "A", token.substr(0, 47), std::string()})
    EXPECT_FALSE(IsTokenText(bad)) << bad;
}

TEST(PageTokenTest, CarriesOnItsOwnQueryOnly) {
  FieldErrors errors;
  const std::string token = PageToken("ListMovesm-000001", "51");
  EXPECT_EQ(PageNumber("ListMovesm-000001", token, errors), 51);
  EXPECT_TRUE(errors.empty());
  EXPECT_FALSE(PageNumber("ListMovesm-000002", token, errors));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].field, "page_token");
}

TEST(PageTokenTest, AnythingElseIsRefused) {
  const std::string token = PageToken("q", "51");
  std::string changed = token;
  changed[10] = changed[10] == 'A' ? 'B' : 'A';
  for (const std::string& bad : {changed, token + "A", token.substr(1), std::string("51"),
                                 std::string(10'000, 'A'), std::string("\xff\x00", 2)}) {
    FieldErrors errors;
    PageCursor("q", bad, errors);
    EXPECT_EQ(errors.size(), 1u) << bad;
  }
  FieldErrors errors;
  EXPECT_EQ(PageCursor("q", "", errors), "");
  EXPECT_TRUE(errors.empty());
}

TEST(PageTokenTest, OneThatCarriesNoNumberIsRefusedWhereANumberIsMeant) {
  FieldErrors errors;
  EXPECT_FALSE(PageNumber("q", "", errors));
  EXPECT_TRUE(errors.empty());
  for (const char* cursor : {"alice", "0", "-5", "51x"}) {
    EXPECT_FALSE(PageNumber("q", PageToken("q", cursor), errors));
  }
  EXPECT_EQ(errors.size(), 4u);
}

TEST(PageSizeTest, IsFiftyByDefaultAndAtMostAThousand) {
  FieldErrors errors;
  EXPECT_EQ(PageSize(0, errors), 50);
  EXPECT_EQ(PageSize(1, errors), 1);
  EXPECT_EQ(PageSize(1'000, errors), 1'000);
  EXPECT_TRUE(errors.empty());
  for (const int bad : {-1, 1'001, 2'147'483'647}) PageSize(bad, errors);
  EXPECT_EQ(errors.size(), 3u);
}

}  // namespace
}  // namespace taki::service
