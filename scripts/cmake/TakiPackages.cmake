# The libraries, all from Debian 12 (scripts/setup installs them).
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)     # module mode: Debian ships no protobuf-config.cmake; must come before gRPC
find_package(absl CONFIG REQUIRED)
find_package(gRPC CONFIG REQUIRED)  # its "Could NOT find c-ares" is harmless
find_package(SQLite3 REQUIRED)      # SQLite::SQLite3
find_package(OpenSSL REQUIRED)      # OpenSSL::Crypto
find_package(CLI11 CONFIG REQUIRED) # CLI11::CLI11
find_package(spdlog CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_path(TAKI_LEMON_INCLUDE_DIR lemon/matching.h REQUIRED) # headers only; its own CMake file names no target
# Debian's own interpreter: grpcio and protobuf are installed for it, not for what a developer has in PATH.
set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "the interpreter of lint tests and Python bots")
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# What only tests need is optional, so that scripts/demo can do without.
option(TAKI_TESTS "Build the tests, fuzz targets and benchmarks" ON)
if(TAKI_TESTS)
  find_package(GTest CONFIG REQUIRED)     # GTest::gtest_main GTest::gmock
  find_package(benchmark CONFIG REQUIRED) # benchmark::benchmark
endif()
