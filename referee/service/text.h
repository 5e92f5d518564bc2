// Texts that come from outside: what a name may be made of, and how bytes are shown safely.
//
// Pure functions, any bytes as input. Sources: docs/protocol.md (names), faults N21 to N25.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace taki::service {

// [a-z0-9][a-z0-9._-]{1,31}: the name of a bot.
bool IsBotName(std::string_view text);
// [A-Za-z0-9._-]{1,32}: a version of a bot.
bool IsBotVersion(std::string_view text);
// Printable ASCII without spaces, http:// or https:// in front.
bool IsWebAddress(std::string_view text);

// Why `text` may not be shown to people, as the end of a sentence ("must be ..."), or nothing:
// longer than the limits, not UTF-8, or a control, format, private-use or unassigned character in
// it (C0, DEL, C1, bidi controls, zero width), or more than two combining marks in a row.
std::string_view TextFault(std::string_view text, std::size_t bytes_max,
                           std::size_t characters_max);

// ASCII for logs and sentences: what is not printable ASCII becomes \u{..} (or \x.. where it is no
// UTF-8); cut to `bytes_max` of input with "..." behind (S20, N24).
std::string Escaped(std::string_view text, std::size_t bytes_max = 64);

// RFC 4648, section 5, without padding.
std::string Base64Url(std::string_view bytes);
// False unless `text` is exactly what Base64Url prints.
bool ParseBase64Url(std::string_view text, std::string& bytes);

}  // namespace taki::service
