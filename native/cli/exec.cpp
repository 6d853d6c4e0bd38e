#include "exec.h"

#include <iostream>

#include "answer.h"
#include "exit_codes.h"
#include "json/scanner.h"
#include "json/writer.h"
#include "local_world.h"
#include "printable.h"
#include "restante/door.h"
#include "values/utf8.h"

namespace restante::cli {

namespace {

std::string open_command(const std::string& path) {
  std::string command = R"({"do":"open","path":)";
  json::append_string(command, path);
  return command + "}";
}

}  // namespace

int exec(const std::string& database, std::istream& in, std::ostream& out, std::ostream& err) {
  if (!utf8::is_valid(database)) {
    err << "restante: invalid_argument: path is not UTF-8\n";
    return exit_failure;
  }
  Door door(local_world(""));
  const Answer opened(door.call(open_command(database)));
  if (const auto error = opened.error()) {
    err << "restante: " << error->code << ": " << printable(error->message) << '\n';
    return exit_failure;
  }
  for (std::string line; std::getline(in, line);) {
    if (json::trim(line).empty()) continue;
    out << on_one_line(door.call(line)) << '\n' << std::flush;
    if (!out) break;
  }
  if (in.bad()) {
    err << "restante: io: standard input cannot be read\n";
    return exit_failure;
  }
  return exit_success;
}

}  // namespace restante::cli
