// Comma-separated values that a spreadsheet reads as what they are (RFC 4180, N26).
#include "referee/cli/csv.h"

#include <gtest/gtest.h>

namespace taki::cli {
namespace {

std::string Cell(std::string_view text) {
  CsvLine line;
  line.Add(text);
  const std::string with_end = line.Text();
  EXPECT_TRUE(with_end.ends_with("\r\n"));
  return with_end.substr(0, with_end.size() - 2);
}

TEST(CsvTest, CellsStandBetweenCommas) {
  CsvLine line;
  line.Add("m-000042").Add(7).AddEmpty().Add("R5 draw");
  EXPECT_EQ(line.Text(), "m-000042,7,,R5 draw\r\n");
}

TEST(CsvTest, WhatHasASeparatorIsQuoted) {
  EXPECT_EQ(Cell("a,b"), "\"a,b\"");
  EXPECT_EQ(Cell("say \"TAKI\""), "\"say \"\"TAKI\"\"\"");
  EXPECT_EQ(Cell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(Cell("\xd7\x90"), "\xd7\x90");
}

TEST(CsvTest, AFormulaIsMadeAText) {  // N26
  for (const char* formula : {"=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", "+3", "+",
                              "-", "--5", "-.", "=", "-5e3"})
    EXPECT_EQ(Cell(formula), "'" + std::string(formula)) << formula;
  EXPECT_EQ(Cell("\t=1"), "'\t=1");
  EXPECT_EQ(Cell("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(Cell("=1,2"), "\"'=1,2\"");
}

TEST(CsvTest, ANumberStaysANumber) {
  CsvLine line;
  line.Add(-5);
  EXPECT_EQ(line.Text(), "-5\r\n");
  for (const char* number : {"-5", "0", "-2.5", "1234567890123"}) EXPECT_EQ(Cell(number), number);
}

}  // namespace
}  // namespace taki::cli
