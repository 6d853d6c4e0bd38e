#include "restante/error.h"

namespace restante {

std::string_view name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::payload_too_large: return "payload_too_large";
    case ErrorCode::version_conflict: return "version_conflict";
    case ErrorCode::duplicate_id: return "duplicate_id";
    case ErrorCode::lane_mismatch: return "lane_mismatch";
    case ErrorCode::subscriber_busy: return "subscriber_busy";
    case ErrorCode::not_owner: return "not_owner";
    case ErrorCode::not_found: return "not_found";
    case ErrorCode::busy: return "busy";
    case ErrorCode::transaction_open: return "transaction_open";
    case ErrorCode::sql_error: return "sql_error";
    case ErrorCode::closed: return "closed";
    case ErrorCode::corrupt: return "corrupt";
    case ErrorCode::schema_too_new: return "schema_too_new";
    case ErrorCode::read_only: return "read_only";
    case ErrorCode::disk_full: return "disk_full";
    case ErrorCode::io: return "io";
    case ErrorCode::unsupported: return "unsupported";
  }
  return "unsupported";
}

}  // namespace restante
