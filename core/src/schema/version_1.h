// Version 1 of the schema, statement by statement. docs/file-format.md is its specification.
//
// What stands here was written into files and never changes again; a change is a new version.
#pragma once

#include <array>

#include "restante/storage.h"

namespace restante::schema {

// Forbidden states of an event are impossible by its CHECK: exactly one state, and just the columns that
// belong to it. A wait holds at most one event by the unique index over held rows.
inline constexpr std::array version_1{
    storage::Statement{"create tenants", R"sql(CREATE TABLE restante_tenants (
  tenant INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT)sql"},

    storage::Statement{"create events", R"sql(CREATE TABLE restante_events (
  arrival INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  source TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  correlation TEXT NOT NULL,
  actor TEXT,
  basis TEXT CHECK (basis = 'authenticated' OR basis = 'asserted' OR basis = 'connected'),
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  run TEXT,
  effect TEXT,
  reason TEXT,
  erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1)),
  addressed INTEGER NOT NULL DEFAULT 0 CHECK (addressed IN (0, 1)),
  payload TEXT,
  UNIQUE (tenant, source, id),
  CHECK ((actor IS NULL) = (basis IS NULL)),
  CHECK (CASE state
    WHEN 'live' THEN payload IS NOT NULL AND run IS NULL AND effect IS NULL AND reason IS NULL
      AND erased = 0 AND addressed = 0
    WHEN 'held' THEN payload IS NOT NULL AND run IS NOT NULL AND effect IS NOT NULL AND reason IS NULL
      AND erased = 0
    WHEN 'spent' THEN payload IS NULL AND run IS NOT NULL AND effect IS NOT NULL AND reason IS NULL
    WHEN 'dead' THEN (payload IS NULL) = erased AND run IS NULL AND effect IS NULL AND reason IS NOT NULL
    ELSE 0 END)
) STRICT)sql"},

    storage::Statement{"create events by state", R"sql(CREATE INDEX restante_events_by_state
  ON restante_events (tenant, state, received_at))sql"},

    storage::Statement{"create events held", R"sql(CREATE UNIQUE INDEX restante_events_held
  ON restante_events (tenant, run, effect) WHERE state = 'held')sql"},

    storage::Statement{"create live keys", R"sql(CREATE TABLE restante_live_keys (
  tenant INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  value TEXT NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  arrival INTEGER NOT NULL,
  PRIMARY KEY (tenant, namespace, value, kind, received_at, arrival)
) STRICT, WITHOUT ROWID)sql"},

    storage::Statement{"create live keys by source", R"sql(CREATE INDEX restante_live_keys_by_source
  ON restante_live_keys (tenant, namespace, value, kind, source, received_at, arrival))sql"},

    storage::Statement{"create event keys", R"sql(CREATE TABLE restante_event_keys (
  tenant INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  value TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  arrival INTEGER NOT NULL,
  PRIMARY KEY (tenant, namespace, value, received_at, arrival)
) STRICT, WITHOUT ROWID)sql"},

    storage::Statement{"create waits", R"sql(CREATE TABLE restante_waits (
  registration INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  run TEXT NOT NULL,
  effect TEXT NOT NULL,
  kind TEXT NOT NULL,
  correlation TEXT NOT NULL,
  case_name TEXT,
  step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 4294967295),
  phase TEXT NOT NULL CHECK (phase IN ('forward', 'compensating')),
  sender TEXT,
  deadline INTEGER,
  registered_at INTEGER NOT NULL,
  parked_at INTEGER,
  holds INTEGER NOT NULL DEFAULT 0 CHECK (holds IN (0, 1)),
  sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1)),
  UNIQUE (tenant, run, effect),
  CHECK (holds = 0 OR parked_at IS NOT NULL)
) STRICT)sql"},

    storage::Statement{"create waits by age", R"sql(CREATE INDEX restante_waits_by_age
  ON restante_waits (tenant, registered_at))sql"},

    storage::Statement{"create waits parked", R"sql(CREATE INDEX restante_waits_parked
  ON restante_waits (tenant, parked_at, registered_at) WHERE parked_at IS NOT NULL)sql"},

    storage::Statement{"create waits expiring", R"sql(CREATE INDEX restante_waits_expiring
  ON restante_waits (tenant, deadline, registered_at)
  WHERE deadline IS NOT NULL AND holds = 0 AND sealed = 0)sql"},

    storage::Statement{"create open keys", R"sql(CREATE TABLE restante_open_keys (
  tenant INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  value TEXT NOT NULL,
  kind TEXT NOT NULL,
  sender TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  registration INTEGER NOT NULL,
  run TEXT NOT NULL,
  effect TEXT NOT NULL,
  deadline INTEGER,
  PRIMARY KEY (tenant, namespace, value, kind, sender, registered_at, registration)
) STRICT, WITHOUT ROWID)sql"},

    storage::Statement{"create open keys by run", R"sql(CREATE INDEX restante_open_keys_by_run
  ON restante_open_keys (tenant, run, namespace, value, kind, sender, effect))sql"},

    storage::Statement{"create sealed runs", R"sql(CREATE TABLE restante_sealed_runs (
  tenant INTEGER NOT NULL,
  run TEXT NOT NULL,
  sealed_at INTEGER NOT NULL,
  to_retire INTEGER NOT NULL DEFAULT 0 CHECK (to_retire IN (0, 1)),
  forgettable INTEGER NOT NULL DEFAULT 0 CHECK (forgettable IN (0, 1)),
  PRIMARY KEY (tenant, run),
  CHECK (to_retire = 0 OR forgettable = 0)
) STRICT, WITHOUT ROWID)sql"},

    storage::Statement{"create sealed runs to retire", R"sql(CREATE INDEX restante_sealed_runs_to_retire
  ON restante_sealed_runs (tenant) WHERE to_retire = 1)sql"},

    storage::Statement{"create sealed runs forgettable", R"sql(CREATE INDEX restante_sealed_runs_forgettable
  ON restante_sealed_runs (tenant, sealed_at) WHERE forgettable = 1)sql"},

    storage::Statement{"create event totals", R"sql(CREATE TABLE restante_event_totals (
  tenant INTEGER PRIMARY KEY,
  live INTEGER NOT NULL DEFAULT 0 CHECK (live >= 0),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  spent INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0),
  dead INTEGER NOT NULL DEFAULT 0 CHECK (dead >= 0),
  erased INTEGER NOT NULL DEFAULT 0 CHECK (erased >= 0),
  waits_open INTEGER NOT NULL DEFAULT 0 CHECK (waits_open >= 0),
  waits_parked INTEGER NOT NULL DEFAULT 0 CHECK (waits_parked >= 0),
  sealed_runs INTEGER NOT NULL DEFAULT 0 CHECK (sealed_runs >= 0)
) STRICT)sql"},
};

}  // namespace restante::schema
