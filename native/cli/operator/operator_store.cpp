#include "operator/operator_store.h"

#include <filesystem>
#include <system_error>

#include "operator/door_commands.h"
#include "operator/door_values.h"
#include "operator/shown_text.h"

namespace restante::cli {

namespace {

namespace fs = std::filesystem;

// The storage would say this in words of its own, and in others for a folder that is missing.
void refuse_what_is_no_file(const std::string& path) {
  if (path.empty() || path == ":memory:") return;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found)
    throw OperatorFailure("io", "there is no file " + shown_name(path));
  if (fs::is_directory(status)) throw OperatorFailure("io", shown_name(path) + " is a folder");
}

}  // namespace

OperatorStore::OperatorStore(Door::World world, std::string path, const std::string& tenant)
    : door_(std::move(world)), path_(std::move(path)) {
  refuse_what_is_no_file(path_);
  ask(open_command(path_, tenant, true));
  tenant_ = text_of(ask(tenant_command()).value());
  refuse_unknown_tenant();
}

void OperatorStore::refuse_unknown_tenant() {
  const Answer found = ask(sql_command("SELECT name FROM restante_tenants WHERE name = ?", {tenant_}));
  if (found.value()->size() == 0)
    throw OperatorFailure("not_found",
                          "there is no tenant " + shown_name(tenant_) + " in " + shown_name(path_));
}

void OperatorStore::allow_writing() {
  ask(open_command(path_, tenant_, false));
}

Answer OperatorStore::ask(const std::string& command) {
  Answer answer(door_.call(command));
  if (const auto error = answer.error()) throw OperatorFailure(error->code, error->message);
  return answer;
}

}  // namespace restante::cli
