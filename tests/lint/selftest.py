#!/usr/bin/python3
"""A lint that cannot fail is a defect: each one is fed samples that it must refuse, and one that it must let pass."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import clang_tidy
import common
import format as format_lint
import habits
import layering
import proto_lint
import rule_coverage
import shell_lint


class LayeringTest(unittest.TestCase):
    def refuses(self, path, line):
        self.assertEqual(len(layering.findings({path: line})), 1, f"{path} may not say: {line}")

    def allows(self, path, line):
        self.assertEqual(layering.findings({path: line}), [])

    def test_rules_know_no_time_threads_chance_or_io(self):
        for header in ("chrono", "thread", "random", "mutex", "iostream", "unordered_map", "absl/time/time.h",
                       "absl/container/flat_hash_map.h", "taki/v1/card.pb.h", "sqlite3.h", "unistd.h", "time.h", "openssl/ssl.h"):
            self.refuses("referee/rules/a.cc", f"#include <{header}>")
        for text in ("std::shuffle(a, b, g);", "std::uniform_int_distribution<int> d;", "absl::Now();"):
            self.refuses("referee/rules/a.cc", text)
        self.allows("referee/rules/a.cc", "#include <array>\n#include \"absl/strings/str_cat.h\"\n// std::shuffle would do")

    def test_edges_point_inwards(self):
        self.refuses("referee/rules/a.h", '#include "referee/match/match.h"')
        self.refuses("referee/match/a.h", '#include "store/journal.h"')
        self.refuses("referee/rating/a.h", '#include "referee/rules/card.h"')
        self.refuses("referee/rating/a.cc", '#include "referee/league/format.h"')
        self.allows("referee/rating/a.cc", '#include "referee/rules/check.h"')
        self.refuses("store/journal.h", '#include "store/sqlite/sqlite_store.h"')
        self.refuses("store/sqlite/a.cc", "#include <grpcpp/grpcpp.h>")
        self.refuses("store/sqlite/statement.h", "#include <sqlite3.h>")
        self.refuses("referee/host/loop.h", "#include <grpcpp/grpcpp.h>")
        self.refuses("referee/host/loop.cc", '#include "taki/v1/match.pb.h"')
        self.refuses("referee/host/loop.cc", '#include "store/sqlite/sqlite_store.h"')
        self.refuses("referee/service/a.cc", "#include <sqlite3.h>")
        self.refuses("referee/cli/a.cc", '#include "store/history.h"')
        self.refuses("referee/cli/a.cc", "#include <sqlite3.h>")
        self.refuses("sample_bots/cpp/a.cc", '#include "referee/rules/card.h"')
        self.refuses("referee/daemon/main.cc", '#include "tests/support/a.h"')
        self.refuses("referee/rules/a.cc", '#include "card.h"')
        self.refuses("referee/match/a.cc", "#include <lemon/matching.h>")
        self.allows("referee/league/a.cc", "#include <lemon/matching.h>")
        self.allows("referee/match/a.h", '#include "referee/rules/card.h"')
        self.allows("store/sqlite/a.cc", "#include <sqlite3.h>")
        self.allows("referee/service/a.cc", '#include "taki/v1/play_service.grpc.pb.h"')
        self.allows("referee/daemon/main.cc", '#include "store/sqlite/sqlite_store.h"')


class RuleCoverageTest(unittest.TestCase):
    rules = "# Rules\n- R1.1 [P] A rule.\n- R10.2 Another; see R1.1.\n"

    def test_a_rule_without_test_is_found(self):
        found = rule_coverage.findings(self.rules, {"tests/a.cc": "// R1.1"}, {"referee/a.cc": "// R10.2"})
        self.assertEqual(found, ["docs/rules.md: no test cites R10.2"])

    def test_an_unknown_citation_is_found(self):
        found = rule_coverage.findings(self.rules, {"tests/a.cc": "// R1.1 R10.2"}, {"referee/a.cc": "\n// R1.10"})
        self.assertEqual(found, ["referee/a.cc:2: R1.10 is not in docs/rules.md"])

    def test_full_coverage_passes_and_no_rules_do_not(self):
        self.assertEqual(rule_coverage.findings(self.rules, {"tests/a.cc": "R1.1, R10.2"}, {}), [])
        self.assertTrue(rule_coverage.findings("", {}, {}))


class HabitsTest(unittest.TestCase):
    def test_each_bad_habit_is_found(self):
        for path, line in (("scripts/demo", "cp ../shared/x y"), ("tests/a.cc", "std::this_thread::sleep_for(1s);"),
                           ("tests/a.py", "time.sleep(1)"), ("tests/a.sh", "  sleep 1"), ("tests/a.cc", "TEST(A, DISABLED_B)"),
                           ("tests/a.cc", "GTEST_SKIP();"), ("tests/a.cc", "std::random_device d;"),
                           ("referee/a.cc", "// TODO: more"), ("store/a.cc", "x" + "\n" * 601)):
            self.assertEqual(len(habits.findings({path: line})), 1, line)
        self.assertEqual(habits.findings({"tests/a.cc": "EXPECT_EQ(1, 1);"}), [])


class ToolsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def test_clang_format_refuses_a_wild_file(self):
        shutil.copy(common.ROOT / ".clang-format", self.folder)
        self.assertTrue(format_lint.wrongly_formatted([self.write("bad.cc", "int  main( ){return 0 ;}\n")], self.folder))
        self.assertEqual(format_lint.wrongly_formatted([self.write("good.cc", "int main() { return 0; }\n")], self.folder), [])

    def test_clang_tidy_refuses_a_use_after_move(self):
        shutil.copy(common.ROOT / ".clang-tidy", self.folder)
        bad = self.write("bad.cc", "#include <string>\n#include <utility>\nvoid Take(std::string s);\n"
                                   "auto F(std::string s) {\n  Take(std::move(s));\n  return s.size();\n}\n")
        self.write("compile_commands.json",
                   json.dumps([{"directory": str(self.folder), "file": bad, "command": f"c++ -std=c++20 -c {bad}"}]))
        found = clang_tidy.findings(str(self.folder), [bad])
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"bad.cc:6:10: error: .*bugprone-use-after-move")

    def test_buf_refuses_a_message_without_comment(self):
        shutil.copy(common.ROOT / "proto/buf.yaml", self.folder)
        folder = self.folder / "taki/v1"
        folder.mkdir(parents=True)
        (folder / "a.proto").write_text('syntax = "proto3";\n\npackage taki.v1;\n\nmessage A {}\n', encoding="utf-8")
        self.assertTrue(any("comment" in line for line in proto_lint.findings(self.folder)))

    def test_cmake_refuses_a_test_that_no_target_builds(self):
        self.write("lost_test.cc", "")
        script = self.write("configure.cmake", f"""
            include({common.ROOT}/scripts/cmake/TakiTargets.cmake)
            set(PROJECT_SOURCE_DIR {self.folder.parent})
            set(TAKI_STRICT ON)
            if(BUILT)
              _taki_remember({self.folder}/lost_test.cc)
            endif()
            taki_require_every_source_in_a_target({self.folder.name})""")
        lost = subprocess.run(["cmake", "-P", script], capture_output=True, text=True, check=False)
        self.assertNotEqual(lost.returncode, 0)
        self.assertIn("lost_test.cc", lost.stderr)
        built = subprocess.run(["cmake", "-DBUILT=ON", "-P", script], capture_output=True, text=True, check=False)
        self.assertEqual(built.returncode, 0, built.stderr)

    def test_shellcheck_refuses_an_unset_variable(self):
        bad = self.write("bad", "#!/usr/bin/env bash\necho $(($nothing_sets_this + 1))\ncd $1; for i in `ls`; do read x; done\n")
        self.assertEqual(shell_lint.shell_scripts({"bad": "#!/usr/bin/env bash\n", "good.py": "#!/usr/bin/python3\n"}), ["bad"])
        self.assertTrue(shell_lint.findings([bad], self.folder))


if __name__ == "__main__":
    unittest.main()
