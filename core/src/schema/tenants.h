// Owner of restante_tenants: the number that stands for a tenant's name in every key and index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "restante/storage.h"

namespace restante::schema {

// No tenant has this number; under it nothing is ever found.
inline constexpr std::int64_t no_tenant = 0;

std::optional<std::int64_t> find_tenant(storage::Database& database, std::string_view name);
std::int64_t find_or_add_tenant(storage::Database& database, std::string_view name);

}  // namespace restante::schema
