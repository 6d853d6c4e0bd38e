// What an operator asks for, as commands of the door (docs/door.md).
#pragma once

#include <string>

#include "operator/command.h"

namespace restante::cli {

std::string door_command(const ShowStats& wanted, Instant now);
std::string door_command(const ShowWaiting& wanted, Instant now);
std::string door_command(const ShowParked& wanted, Instant now);
std::string door_command(const ShowDead& wanted, Instant now);
std::string door_command(const FindEvents& wanted, Instant now);
std::string door_command(const LookUpEvent& wanted, Instant now);
std::string door_command(const ConcludeRun& wanted, Instant now);
std::string door_command(const SweepEvents& wanted, Instant now);

// The verb and, in front of it in the same transaction, a look at the event: how it was explains what became
// of it. The answer is a list of the two values.
std::string door_command(const RequeueEvent& wanted, Instant now);
std::string door_command(const OfferEvent& wanted, Instant now);
std::string door_command(const EraseEvent& wanted, Instant now);

std::string open_command(const std::string& path, const std::string& tenant, bool read_only);
std::string tenant_command();
// `parameters` are texts.
std::string sql_command(std::string_view sql, const std::vector<std::string>& parameters);

}  // namespace restante::cli
