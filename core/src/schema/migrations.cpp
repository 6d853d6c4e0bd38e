#include "schema/migrations.h"

#include <algorithm>
#include <array>
#include <string>

#include "schema/version_1.h"
#include "values/sentence.h"

namespace restante::schema {

namespace {

using storage::Database;
using storage::Rows;
using storage::Statement;

constexpr std::array all_migrations{Migration{1, version_1}};

// The row that says "these tables are ours, and this is their version".
constexpr Statement create_schema{"create schema", R"sql(CREATE TABLE restante_schema (
  product TEXT NOT NULL CHECK (product = 'restante'),
  version INTEGER NOT NULL
) STRICT)sql"};
constexpr Statement insert_version{"insert version",
                                   "INSERT INTO restante_schema (product, version) VALUES ('restante', ?1)"};
constexpr Statement update_version{"update version", "UPDATE restante_schema SET version = ?1"};
constexpr Statement select_version{"select version", "SELECT product, version FROM restante_schema"};
constexpr Statement select_our_objects{
    "select our objects",
    "SELECT name, sql FROM sqlite_master WHERE lower(substr(name, 1, 9)) = 'restante_' ORDER BY name"};

[[noreturn]] void foreign(std::string_view name, const char* why) {
  values::fail(ErrorCode::corrupt,
               {"the database holds tables named restante_... that are not ours: '", name, "' ", why});
}

struct Object {
  std::string_view name;
  std::string_view sql;
};

// The second or third word of a CREATE statement of ours: CREATE TABLE name, CREATE [UNIQUE] INDEX name.
std::string_view created_name(std::string_view sql) {
  const std::size_t begin = sql.find("restante_");
  return sql.substr(begin, sql.find_first_of(" \n", begin) - begin);
}

// At version 1 the file says word for word what created it, so anything else is somebody else's.
void check_version_1_objects(const Rows& found) {
  std::vector<Object> expected{{created_name(create_schema.sql), create_schema.sql}};
  for (const Statement& statement : version_1)
    expected.push_back({created_name(statement.sql), statement.sql});
  std::sort(expected.begin(), expected.end(),
            [](const Object& a, const Object& b) { return a.name < b.name; });
  for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
    if (i == found.size()) foreign(expected[i].name, "is missing");
    const std::string_view name = found.text(i, 0);
    if (i == expected.size() || name < expected[i].name) foreign(name, "is unknown to this version");
    if (name != expected[i].name) foreign(expected[i].name, "is missing");
    if (found.is_null(i, 1) || found.text(i, 1) != expected[i].sql) foreign(name, "has another definition");
  }
}

std::int64_t recorded_version(Database& database) try {
  const Rows row = database.run(select_version);
  if (row.size() != 1 || row.text(0, 0) != "restante" || row.integer(0, 1) < 1)
    foreign("restante_schema", "holds another content");
  return row.integer(0, 1);
} catch (const Error& error) {
  if (error.code() != ErrorCode::corrupt) throw;
  foreign("restante_schema", "has another form or content");
}

}  // namespace

std::span<const Migration> migrations() {
  return all_migrations;
}

std::int64_t read_version(Database& database, std::span<const Migration> known) {
  const Rows found = database.run(select_our_objects);
  if (found.empty()) return 0;
  bool has_schema = false;
  for (std::size_t i = 0; i < found.size(); ++i)
    has_schema = has_schema || found.text(i, 0) == "restante_schema";
  if (!has_schema) foreign("restante_schema", "is missing");
  const std::int64_t version = recorded_version(database);
  if (version > newest_version(known))
    values::fail(ErrorCode::schema_too_new,
                 {"the database has schema version ", version, ", and this program knows ",
                  newest_version(known), ": it was written by a newer version of restante"});
  if (version == 1) check_version_1_objects(found);
  return version;
}

void migrate(Database& database, std::span<const Migration> known) {
  if (read_version(database, known) == newest_version(known)) return;
  database.transaction([&] {
    // Read again: another process may have been faster.
    const std::int64_t present = read_version(database, known);
    if (present == newest_version(known)) return;
    if (present == 0) {
      database.run(create_schema);
      database.run(insert_version, {present});
    }
    for (const Migration& migration : known) {
      if (migration.version <= present) continue;
      for (const Statement& statement : migration.statements) database.run(statement);
    }
    database.run(update_version, {newest_version(known)});
  });
}

}  // namespace restante::schema
