# How everything of ours is compiled and linked. Generated code gets all of this except the warnings.

set(TAKI_SANITIZE "" CACHE STRING "empty | address,undefined | thread (with clang++-14)")
option(TAKI_FUZZ "Build tests/fuzz with libFuzzer instead of the corpus replayer (with clang++-14)" OFF)
option(TAKI_LTO "Link time optimisation in release builds" OFF)

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# The quickest linker that is there. With LTO the compiler's own one, which knows its plugin.
if(NOT TAKI_LTO)
  find_program(TAKI_MOLD mold)
  find_program(TAKI_LLD NAMES ld.lld ld.lld-14)
  mark_as_advanced(TAKI_MOLD TAKI_LLD)
  if(TAKI_MOLD)
    add_link_options(-fuse-ld=mold)
  elseif(TAKI_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

# Line numbers only: full debug information costs a quarter of the build. For a debugger: -DCMAKE_CXX_FLAGS=-g.
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
# Our libraries are static: nobody replaces a function at load time, so the compiler may inline across them.
add_compile_options(-fno-semantic-interposition)

if(TAKI_SANITIZE)
  add_compile_options(-fsanitize=${TAKI_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TAKI_SANITIZE})
  if(TAKI_SANITIZE MATCHES undefined)
    # vptr looks for type information in Debian's protobuf, which is not instrumented, and reports in vain.
    add_compile_options(-fno-sanitize=vptr -fno-sanitize-recover=all)
    add_link_options(-fno-sanitize=vptr)
  endif()
elseif(CMAKE_BUILD_TYPE MATCHES "^Rel")
  add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  add_link_options(-Wl,-z,relro,-z,now)
endif()

if(TAKI_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link) # coverage of the libraries too, libFuzzer itself only where it is linked
endif()

if(TAKI_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

# Linked PRIVATE by every target of ours, never by generated code. Clang counts sign conversions to -Wconversion, g++ does
# not; both builds hold us to the same.
add_library(taki_warnings INTERFACE)
target_compile_options(taki_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion -Werror
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety -Wno-sign-conversion>
  # g++ 12 warns falsely about "literal" + std::string at -O3 (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
